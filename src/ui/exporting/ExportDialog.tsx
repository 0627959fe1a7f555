/** Writes records or a report to a file: how and for whom beforehand, progress meanwhile; what was written is said over the screen. */
import { Button, Checkbox, Group, Modal, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { saveExportTexts } from '#texts/exports/screen.ts';
import { exportingTexts as texts } from '#texts/screens/exporting.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import type { EventPayload } from '#contract/events.ts';
import type { Manifest, PackManifest } from '#contract/exports.ts';
import type { Input } from '#contract/api.ts';
import { exportFormats, labelFormat, toFormat, type ExportFormat } from '#domain/export-formats.ts';
import { addChart, type ExportOptionsInput } from '#domain/exports/options.ts';
import type { NamedDefinitionInput } from '#domain/exports/definition.ts';
import { CLIENT_PROPERTY } from '#domain/local-properties.ts';
import { filterBillable, maySeeGroup, maySeeMeasure, maySeeProperty } from '#domain/exports/audience.ts';
import { findOnlyClient } from '#domain/exports/profile.ts';
import { isPage } from '#domain/exports/record-columns.ts';
import { filterGroupsSchema } from '#domain/filter/model.ts';
import { propertyNames } from '#domain/properties.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { useFocusReturn } from '../components/Disclosure.tsx';
import { Band } from '../components/Band.tsx';
import { ErrorState } from '../components/states.tsx';
import { call, subscribe, isFailure } from '../data/client.ts';
import { count, difference, figure } from '../format/figures-and-times.ts';
import { pageLocale } from '../locale.ts';
import { notifyFailure } from '../notifications.tsx';
import { ProgressBar } from '../sync/RefreshButton.tsx';
import { BillChoice } from './BillChoice.tsx';
import { DefinitionDialog } from './DefinitionDialog.tsx';
import { ExportChoices, settleChoices, useProfile } from './ExportChoices.tsx';
import { sayWritten } from './ManifestDetails.tsx';
import { billedRecords, monthEnd, report, sentFiles, useWorkspace } from '../data/queries.ts';
import classes from './ExportDialog.module.css';

export interface ExportLimits {
  /** Default: all of them; the first one is chosen. */
  readonly formats?: readonly ExportFormat[];
  /** Is chosen at first instead, where it may be. */
  readonly startsAs?: ExportFormat | undefined;
  /** No client receives it: nothing is asked. */
  readonly isInternal?: boolean;
  /** One file of records, which may be a folder of files by month. */
  readonly mayPart?: boolean;
  /** It goes to a client, who is to pay for it. */
  readonly startsBilling?: boolean;
}

export type DefinitionContent = Pick<NamedDefinitionInput, 'records' | 'report' | 'pack'> & {
  readonly name?: string;
  /** What is not asked for here: the chart above a report's table, in formats with pages. */
  readonly options?: Pick<ExportOptionsInput, 'chart'>;
};

export interface ExportedRecords {
  readonly total: number;
  readonly isComplete: boolean;
  /** Amounts have a column of currencies beside them. */
  readonly isLabelled: boolean;
}

export interface ExportDialogProps {
  /** What goes into the file, one sentence. */
  readonly what: string;
  readonly records: ExportedRecords;
  /** What goes into the file, as a definition has it: it can be saved. Absent: no definition says it. */
  readonly content?: DefinitionContent;
  /** What is not to be chosen here. */
  readonly limits?: ExportLimits;
  /** Choices that only this kind of export has. */
  readonly children?: ReactNode;
  /** Whose records it holds; undefined: each file is of one client. */
  readonly holds: HeldSelection | undefined;
  /** @returns null when no destination was chosen */
  readonly run: (options: ExportOptionsInput, allowEmpty: boolean) => Promise<Manifest | PackManifest | null>;
  readonly onClose: () => void;
}

export function ExportDialog(props: ExportDialogProps) {
  const {
    what,
    records,
    limits: { formats = exportFormats, startsAs, isInternal = false, mayPart = false, startsBilling = false } = {},
  } = props;
  const { content, children, holds, run, onClose } = props;
  const { total, isComplete, isLabelled } = records;
  const { zone } = useWorkspace();
  useFocusReturn();
  const [isSaving, setSaving] = useState(false);
  const selection = content?.records ?? content?.report;
  const profile = useProfile(selection?.filterGroups);
  const [chosen, setOptions] = useState<ExportOptionsInput>(startsBilling ? { bills: true, audience: 'client' } : {});
  const usual = [startsAs, profile?.format].find((candidate) => candidate && formats.includes(candidate)) ?? formats[0];
  const { partition: _partition, ...unparted } = chosen;
  const format = chosen.format ?? usual ?? exportFormats[0];
  const picked = {
    ...(mayPart ? chosen : unparted),
    format,
    ...(!isInternal && !profile && isOfOneClient(content) && { audience: chosen.audience ?? ('client' as const) }),
    ...(isPage(format) && { locale: chosen.locale ?? pageLocale() }),
  };
  const { now, settled } = settleChoices(picked, profile);
  const isForClient = now.audience === 'client';
  // A new file of records for a client is of billable entries, unless that is switched off.
  const isBillableOnly = isForClient && content?.records !== undefined && (chosen.billableOnly ?? true);
  const options = { ...picked, ...(isForClient && content?.records && { billableOnly: isBillableOnly }) };
  const drawn = addChart(options, content?.options?.chart);
  const { again: _again, ...saved } = drawn;
  const [allowsEmpty, setAllowsEmpty] = useState(false);
  const client = useQueryClient();
  const writing = useMutation({
    mutationFn: () => run(drawn, allowsEmpty),
    onSuccess: (written) => {
      if (written) {
        sayWritten(written, zone);
        onClose();
      }
      return Promise.all(
        [sentFiles.queryKey, billedRecords({}).queryKey.slice(0, 2), monthEnd('').queryKey.slice(0, 2)].map(
          (queryKey) => client.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
  const cancel = useMutation({ mutationFn: () => call('export.cancel', {}), onError: notifyFailure });
  const failed = writing.error !== null && !isFailure(writing.error, 'cancelled');
  const label = labelFormat(toFormat(options.format));
  if (isSaving && content)
    return <DefinitionDialog definition={{ format: 'timelog-export', ...content, options: saved }} onClose={onClose} />;
  return (
    <Modal
      opened
      onClose={() => (writing.isPending ? cancel.mutate() : onClose())}
      title={texts.title(label)}
      size={560}
      closeButtonProps={{ 'aria-label': uiTexts.close }}
    >
      {failed ? (
        <ErrorState error={writing.error} onRetry={() => writing.mutate()} />
      ) : writing.isPending ? (
        <Writing total={total} />
      ) : (
        <Stack gap="md">
          <p data-testid="export-who">
            <b>
              {!isForClient
                ? texts.who.internal
                : settled.ok && settled.value.rates
                  ? texts.who.rates
                  : texts.who.client}
            </b>
          </p>
          <p>{what}</p>
          {!isComplete && <Band place="dialog">{texts.partial}</Band>}
          {total === 0 && (
            <Band place="dialog" testId="export-nothing">
              <p>{texts.nothing}</p>
              <Checkbox
                size="xs"
                mt={6}
                label={texts.allowEmpty}
                checked={allowsEmpty}
                onChange={(event) => setAllowsEmpty(event.currentTarget.checked)}
              />
            </Band>
          )}
          {children}
          {/* Above the many choices, so that it is in sight where the window is low. */}
          {selection && !isInternal && <BillChoice selection={selection} options={options} onChange={setOptions} />}
          <ExportChoices
            options={options}
            profile={profile}
            isLabelled={isLabelled}
            formats={formats}
            isInternal={isInternal}
            mayPart={mayPart}
            isOfRecords={content?.records !== undefined}
            onChange={setOptions}
          />
          {isForClient && content?.records && (
            <LeavingTitles selection={content.records} isBillableOnly={isBillableOnly} />
          )}
          {isForClient && holds && !options.severalClients && <HeldClients selection={holds} />}
        </Stack>
      )}
      <Group className={classes.actions} justify="flex-end" gap="sm" mt="sm">
        {content && !writing.isPending && !failed && (
          <Button className={classes.first} onClick={() => setSaving(true)} data-testid="export-save-as">
            {saveExportTexts.open}
          </Button>
        )}
        {writing.isPending ? (
          <Button onClick={() => cancel.mutate()}>{uiTexts.cancel}</Button>
        ) : failed ? (
          <>
            <Button onClick={onClose}>{uiTexts.close}</Button>
            <Button onClick={() => writing.reset()}>{texts.back}</Button>
          </>
        ) : (
          <Button onClick={onClose}>{uiTexts.close}</Button>
        )}
        {!writing.isPending && !failed && (
          <Button
            variant="filled"
            disabled={total === 0 && !allowsEmpty}
            onClick={() => writing.mutate()}
            data-testid="export-start"
          >
            {texts.start}
          </Button>
        )}
      </Group>
    </Modal>
  );
}

/** Such a file is most often for that client, if its lines may be told to one. */
function isOfOneClient({ records, report: grouped }: DefinitionContent = {}): boolean {
  const { filterGroups = [] } = records ?? grouped ?? {};
  const { groupBy = [], columns, breakdowns = [], measures = [] } = grouped ?? {};
  const client = { audience: 'client' as const, rates: false };
  const groups = [...groupBy, ...(columns === undefined ? [] : [columns]), ...breakdowns.map(({ by }) => by)];
  const isSeen =
    groups.every((name) => maySeeGroup(name, client)) &&
    measures.every((id) => maySeeMeasure(findMeasure(id) ?? { id }, client)) &&
    (records === undefined || (records.columns?.every((name) => maySeeProperty(name, client)) ?? false));
  return isSeen && findOnlyClient(filterGroupsSchema.parse(filterGroups)) !== undefined;
}

export function Writing({ total }: { readonly total: number }) {
  const [progress, setProgress] = useState<EventPayload<'export.progress'>>({ written: 0, total });
  useEffect(() => subscribe('export.progress', setProgress), []);
  return (
    <Stack gap="md">
      <output className="figure">
        {texts.running} · {texts.progress(count(progress.written), count(progress.total))}
      </output>
      <ProgressBar held={progress.written} total={progress.total} wide />
    </Stack>
  );
}

// Says before a client's file is written that it holds more than that client, all of which the receiver sees.

/** Whose records go into the file. */
type HeldSelection = Pick<Input<'report.run'>, 'filterGroups' | 'query' | 'period' | 'calendar'>;

/** More names make no clearer what is wrong. */
const MOST_NAMES = 3;

function HeldClients({ selection }: { readonly selection: HeldSelection }) {
  const { filterGroups, query, period, calendar } = selection;
  const { data } = useQuery(
    report({
      filterGroups,
      query,
      ...(period !== undefined && { period }),
      ...(calendar !== undefined && { calendar }),
      measures: ['records'],
      groupBy: [CLIENT_PROPERTY],
      order: { by: 'records', direction: 'descending' },
    }),
  );
  const keys = data?.rows.map(({ key }) => key[CLIENT_PROPERTY] ?? null) ?? [];
  const names = keys.filter((key) => key !== null);
  const isMixed = names.length > 1 || (names.length === 1 && keys.length > 1);
  if (!isMixed) return null;
  const firstNames = names.slice(0, MOST_NAMES);
  return (
    <Band place="dialog" testId="held-clients">
      {texts.audience.holds(names.length, firstNames, keys.length > names.length)}
    </Band>
  );
}

const leavingTexts = texts.leaving;
const MEASURES = ['records', 'logged_hours'];
/** More lines make no list to look through. */
const MOST_TITLES = 500;

interface LeavingTitlesProps {
  readonly selection: Pick<Input<'export.run'>, 'filterGroups' | 'query' | 'period' | 'columns'>;
  readonly isBillableOnly: boolean;
}

/** Shows before records leave for a client: the hours of entries that stay, and every title that leaves. */
function LeavingTitles({ selection, isBillableOnly }: LeavingTitlesProps) {
  const { filterGroups = [], query = '', period, columns } = selection;
  const question = { query, ...(period !== undefined && { period }), measures: MEASURES };
  const billable = filterBillable(filterGroupsSchema.parse(filterGroups));
  const isTold = columns === undefined || columns.includes(propertyNames.title);
  const { data: all } = useQuery({ ...report({ ...question, filterGroups }), enabled: isBillableOnly });
  const { data: leaving } = useQuery(
    report({
      ...question,
      filterGroups: isBillableOnly ? billable : filterGroups,
      ...(isTold && { groupBy: [propertyNames.title], order: { by: 'records', direction: 'descending' } }),
    }),
  );
  if (!leaving) return null;
  const left = isBillableOnly && all ? all.records - leaving.records : 0;
  const titles = leaving.rows.map(({ key, records }) => ({ title: key[propertyNames.title] ?? null, records }));
  return (
    <>
      {isBillableOnly && all && (
        <p className="quiet" data-testid="export-left-out">
          {left === 0
            ? leavingTexts.noneLeftOut
            : leavingTexts.leftOut(count(left), figure(difference(hours(all.totals), hours(leaving.totals)), 2))}
        </p>
      )}
      {isTold && titles.length > 0 && (
        <details data-testid="export-titles">
          <summary>{leavingTexts.titles(count(titles.length))}</summary>
          <ul className={classes.titles}>
            {titles.slice(0, MOST_TITLES).map(({ title, records }) => (
              <li key={title}>
                {title ?? leavingTexts.noTitle} <span className="quiet figure">{count(records)}</span>
              </li>
            ))}
            {titles.length > MOST_TITLES && (
              <li className="quiet">{leavingTexts.more(count(titles.length - MOST_TITLES))}</li>
            )}
          </ul>
        </details>
      )}
    </>
  );
}

const hours = (totals: Readonly<Record<string, string | null>>) => totals['logged_hours'] ?? '0';
