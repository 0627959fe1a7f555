/** Shows the manifest of a finished file. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { amountTexts } from '#texts/reports/reports.ts';
import { formerFormatNote } from '#texts/export-formats.ts';
import { exportingTexts } from '#texts/screens/exporting.ts';
import type { Manifest, PackManifest } from '#contract/exports.ts';
import { findReadable } from '#domain/local-properties.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import type { SumUnit } from '#domain/exports/model.ts';
import { printFilter, createOperandForms } from '#domain/filter/print.ts';
import { Fact, Facts } from '../components/values.tsx';
import { ScrollBox } from '../grid/ScrollBox.tsx';
import { count, exactFigure, figure, datesText, timeText } from '../format/figures-and-times.ts';
import { pageLocale } from '../locale.ts';
import { useNames } from '../names.ts';
import classes from './ExportDialog.module.css';

/**
 * Shows a notice about the written file. A notice that needs attention before the file is sent stays until it is closed, and so does one
 * with opened details.
 */
export function notifyWritten(written: Manifest | PackManifest, zone: string): void {
  const needsAttention = !written.complete || ('files' in written ? written.attention : written.holds) !== undefined;
  const id = crypto.randomUUID();
  const keepOpen = () => notifications.update({ id, message, autoClose: false });
  const message = <Written {...{ written, zone, needsAttention, keepOpen }} />;
  notifications.show({ id, message, autoClose: needsAttention ? false : SHOWN_MS });
}

const SHOWN_MS = 12_000;

interface WrittenProps {
  readonly written: Manifest | PackManifest;
  readonly zone: string;
  readonly needsAttention: boolean;
  /** Keeps the notice open until it is closed. */
  readonly keepOpen: () => void;
}

function Written({ written, zone, needsAttention, keepOpen }: WrittenProps) {
  const [isOpen, setOpen] = useState(needsAttention);
  const toggle = () => {
    keepOpen();
    setOpen(!isOpen);
  };
  const what = 'files' in written ? packTexts.count(count(written.files.length)) : written.file;
  return (
    <>
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <Text span inherit style={{ overflowWrap: 'anywhere' }}>
          {exportingTexts.written(what, count(written.records))}
        </Text>
        <Button flex="none" aria-expanded={isOpen} onClick={toggle}>
          {exportingTexts.details}
        </Button>
      </Group>
      {isOpen && (
        <ScrollBox label={exportingTexts.details} className={classes.details}>
          {'files' in written ? (
            <PackDetails pack={written} zone={zone} />
          ) : (
            <ManifestDetails manifest={written} zone={zone} />
          )}
        </ScrollBox>
      )}
    </>
  );
}

const texts = exportingTexts.manifest;
/** A pivot has more sums than fit into a dialog. */
const MAX_SUMS = 12;

export function ManifestDetails({ manifest, zone }: { readonly manifest: Manifest; readonly zone: string }) {
  const { nameOf } = useNames();
  const { complete, asOf, period, notes, filter, query } = manifest;
  const state = complete && asOf !== null ? texts.complete(timeText(asOf, zone)) : texts.partial;
  const sums = listSums(manifest);
  return (
    <div data-testid="export-manifest">
      {manifest.holds && (
        <Alert mb="md" data-testid="export-holds">
          {texts.holds(count(manifest.holds.clients), manifest.holds.withoutClient)}
        </Alert>
      )}
      {manifest.formerFormat && <p>{formerFormatNote(manifest.formerFormat)}</p>}
      <Facts labels="middle">
        <Fact label={texts.file}>{manifest.file}</Fact>
        <Fact label={texts.records}>{count(manifest.records)}</Fact>
        {manifest.of === 'report' && <Fact label={texts.lines}>{count(manifest.lines)}</Fact>}
        <Fact label={texts.columns}>{count(manifest.columns.length)}</Fact>
        <Fact label={texts.filter}>
          {manifest.internalFilter
            ? texts.internalFilter
            : printFilter(filter, {
                query,
                misspelt: manifest.misspelt,
                nameOf,
                forms: createOperandForms(manifest.zone, pageLocale()),
              })}
        </Fact>
        <Fact label={texts.period}>{period ? datesText(period) : texts.allTime}</Fact>
        <Fact label={texts.zone}>{manifest.zone}</Fact>
        <Fact label={texts.state}>{state}</Fact>
        {manifest.currency !== null && <Fact label={texts.currency}>{manifest.currency}</Fact>}
        {manifest.of === 'records' && manifest.unreadable > 0 && (
          <Fact label={texts.unreadable}>{texts.unreadableValues(count(manifest.unreadable))}</Fact>
        )}
        {manifest.guarded > 0 && <Fact label={texts.guarded}>{texts.guardedCells(count(manifest.guarded))}</Fact>}
        {manifest.profiled && (
          <Fact label={texts.profiled}>{texts.byProfile(manifest.profiled.join(', '), manifest.options.rates)}</Fact>
        )}
        {manifest.withheld && <Fact label={texts.withheld}>{manifest.withheld.map(labelColumn).join(', ')}</Fact>}
        {notes.length > 0 && (
          <Fact label={texts.notes}>
            {notes.map(({ text }) => (
              <p key={text}>{text}</p>
            ))}
          </Fact>
        )}
        {sums.length > 0 && (
          <Fact label={texts.sums}>
            {sums.slice(0, MAX_SUMS).map(({ key, name, label, value }) => (
              <Group key={key} component="span" justify="space-between" gap="lg" wrap="nowrap">
                <span>{label}</span>
                <span className="figure">
                  {value === null ? '–' : formatSum(value, manifest.units?.[name], manifest.digits)}
                </span>
              </Group>
            ))}
            {sums.length > MAX_SUMS && <span className="quiet">{texts.moreSums(count(sums.length - MAX_SUMS))}</span>}
          </Fact>
        )}
        <Fact label={texts.sha256}>{manifest.sha256}</Fact>
        {manifest.signedBy !== undefined && <Fact label={texts.signedBy}>{manifest.signedBy}</Fact>}
      </Facts>
      <Text size="xs" c="dimmed" mt="md">
        {manifest.partitions
          ? exportingTexts.partition.listed(count(manifest.partitions.length))
          : exportingTexts.manifestBeside}
      </Text>
    </div>
  );
}

export function labelColumn(name: string): string {
  return findReadable(name)?.label ?? findMeasure(name)?.label ?? name;
}

interface Sum {
  readonly key: string;
  readonly name: string;
  readonly label: string;
  readonly value: string | null;
}

/** Lists the sums by column; money has one sum per currency. */
function listSums({ columns, heads, sums, sumsByCurrency = [] }: Manifest): Sum[] {
  const label = (name: string) => heads[columns.indexOf(name)] ?? name;
  return [
    ...Object.entries(sums).map(([name, value]) => ({ key: name, name, label: label(name), value })),
    ...sumsByCurrency.flatMap(({ currency, totals }) =>
      Object.entries(totals).map(([name, value]) => ({
        key: `${name} ${currency ?? ''}`,
        name,
        label: amountTexts.of(label(name), currency),
        value,
      })),
    ),
  ];
}

/** Formats a sum with the decimals of the file's figures. */
function formatSum(value: string, unit: SumUnit | undefined, { hours, money }: Manifest['digits']): string {
  return unit === 'hours' ? figure(value, hours) : unit === 'money' ? figure(value, money) : exactFigure(value);
}

const packTexts = exportingTexts.pack;
/** The index lists all files. */
const MAX_FILES = 12;

/** Shows the index of a finished pack. */
export function PackDetails({ pack, zone }: { readonly pack: PackManifest; readonly zone: string }) {
  const { files, complete, asOf, period, profiled } = pack;
  return (
    <div data-testid="export-pack">
      {pack.attention && <Attention {...pack.attention} />}
      {pack.formerFormat && <p>{formerFormatNote(pack.formerFormat)}</p>}
      <Facts labels="middle">
        <Fact label={texts.records}>{count(pack.records)}</Fact>
        <Fact label={texts.period}>{period ? datesText(period) : texts.allTime}</Fact>
        <Fact label={texts.state}>
          {complete && asOf !== null ? texts.complete(timeText(asOf, zone)) : texts.partial}
        </Fact>
        {pack.whole.of === 'records' && pack.unreadable > 0 && (
          <Fact label={texts.unreadable}>{texts.unreadableValues(count(pack.unreadable))}</Fact>
        )}
        {pack.guarded > 0 && <Fact label={texts.guarded}>{texts.guardedCells(count(pack.guarded))}</Fact>}
        {profiled && (
          <Fact label={texts.profiled}>
            {packTexts.byProfiles(profiled.slice(0, MAX_FILES), profiled.length - MAX_FILES)}
          </Fact>
        )}
        {pack.withheld && <Fact label={texts.withheld}>{pack.withheld.map(labelColumn).join(', ')}</Fact>}
        <Fact label={packTexts.files}>
          {files.slice(0, MAX_FILES).map(({ file, records }) => (
            <Group key={file} component="span" justify="space-between" gap="lg" wrap="nowrap">
              <span>{file}</span>
              <span className="figure">{count(records)}</span>
            </Group>
          ))}
          {files.length > MAX_FILES && <span className="quiet">{packTexts.more(count(files.length - MAX_FILES))}</span>}
        </Fact>
        <Fact label={texts.sha256}>{pack.sha256}</Fact>
        {pack.signedBy !== undefined && <Fact label={texts.signedBy}>{pack.signedBy}</Fact>}
      </Facts>
      <Text size="xs" c="dimmed" mt="md">
        {packTexts.addsUp}
      </Text>
    </div>
  );
}

/** Shows problems to resolve before the files are sent. */
function Attention({ unassigned, notBillable }: NonNullable<PackManifest['attention']>) {
  const others = notBillable.length - MAX_FILES;
  return (
    <Alert mb="md" data-testid="export-pack-attention">
      {unassigned !== null && packTexts.ofNoClient(unassigned)}{' '}
      {notBillable.length > 0 && packTexts.notBillable(notBillable.slice(0, MAX_FILES), others)}
    </Alert>
  );
}
