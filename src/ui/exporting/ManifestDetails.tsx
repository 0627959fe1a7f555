/** The manifest of a finished file, for a check at a glance. */
import type { Manifest } from '../../contract/exports.ts';
import { findReadable } from '../../domain/local-properties.ts';
import { findMeasure } from '../../domain/reports/definition/measures.ts';
import { printFilter } from '../../domain/filter/print.ts';
import { amountTexts } from '#texts/reports/reports.ts';
import { exportingTexts } from '#texts/screens/exporting.ts';
import { Band } from '../components/states/Band.tsx';
import { Fact, Facts } from '../components/values/Facts.tsx';
import { count, exactFigure } from '../format/figures.ts';
import { operandForms } from '../../domain/filter/operand-forms.ts';
import { pageLocale } from '../locale/forms.ts';
import { datesText, timeText } from '../format/times.ts';
import { useNames } from '../names.ts';
import classes from './ExportDialog.module.css';

const texts = exportingTexts.manifest;
/** A pivot has more sums than a dialog has room for. */
const MOST_SUMS = 12;

export function ManifestDetails({ manifest, zone }: { readonly manifest: Manifest; readonly zone: string }) {
  const { nameOf } = useNames();
  const { complete, asOf, period, notes, filter, query } = manifest;
  const state = complete && asOf !== null ? texts.complete(timeText(asOf, zone)) : texts.partial;
  const sums = listSums(manifest);
  return (
    <div data-testid="export-manifest">
      {manifest.holds && (
        <div className={classes.above}>
          <Band place="dialog" testId="export-holds">
            {texts.holds(count(manifest.holds.clients), manifest.holds.withoutClient)}
          </Band>
        </div>
      )}
      <Facts labels="middle">
        <Fact label={texts.file}>{manifest.file}</Fact>
        <Fact label={texts.records}>{count(manifest.records)}</Fact>
        {manifest.of === 'report' && <Fact label={texts.lines}>{count(manifest.lines)}</Fact>}
        <Fact label={texts.columns}>{count(manifest.columns.length)}</Fact>
        <Fact label={texts.filter}>
          {manifest.internalFilter
            ? texts.internalFilter
            : printFilter(filter, { query, nameOf, forms: operandForms(manifest.zone, pageLocale()) })}
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
        {manifest.withheld && <Fact label={texts.withheld}>{manifest.withheld.map(columnLabel).join(', ')}</Fact>}
        {notes.length > 0 && (
          <Fact label={texts.notes}>
            {notes.map(({ text }) => (
              <p key={text}>{text}</p>
            ))}
          </Fact>
        )}
        {sums.length > 0 && (
          <Fact label={texts.sums}>
            {sums.slice(0, MOST_SUMS).map(({ key, label, value }) => (
              <span key={key} className={classes.total}>
                <span>{label}</span>
                <span className="figure">{value === null ? '–' : exactFigure(value)}</span>
              </span>
            ))}
            {sums.length > MOST_SUMS && <span className="quiet">{texts.moreSums(count(sums.length - MOST_SUMS))}</span>}
          </Fact>
        )}
        <Fact label={texts.sha256}>{manifest.sha256}</Fact>
        {manifest.signedBy !== undefined && <Fact label={texts.signedBy}>{manifest.signedBy}</Fact>}
      </Facts>
      <p className={classes.beside}>
        {manifest.partitions
          ? exportingTexts.partition.listed(count(manifest.partitions.length))
          : exportingTexts.beside}
      </p>
    </div>
  );
}

export function columnLabel(name: string): string {
  return findReadable(name)?.label ?? findMeasure(name)?.label ?? name;
}

interface Sum {
  readonly key: string;
  readonly label: string;
  readonly value: string | null;
}

/** Under the heads of the file; money of several currencies has a sum for each. */
function listSums({ columns, heads, sums, sumsByCurrency = [] }: Manifest): Sum[] {
  const label = (name: string) => heads[columns.indexOf(name)] ?? name;
  return [
    ...Object.entries(sums).map(([name, value]) => ({ key: name, label: label(name), value })),
    ...sumsByCurrency.flatMap(({ currency, totals }) =>
      Object.entries(totals).map(([name, value]) => ({
        key: `${name} ${currency ?? ''}`,
        label: amountTexts.of(label(name), currency),
        value,
      })),
    ),
  ];
}
