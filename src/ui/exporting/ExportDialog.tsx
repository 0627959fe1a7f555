/** Exports records or a report: shows the choices, then the progress, and finally a notice about the file. */
import { Alert, Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { saveExportTexts } from '#texts/exports/screen.ts';
import { exportingTexts as texts } from '#texts/screens/exporting.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import type { EventPayload } from '#contract/events.ts';
import type { Manifest, PackManifest } from '#contract/exports.ts';
import type { Input } from '#contract/api.ts';
import { type ExportFormat, exportFormats, labelFormat, toFormat } from '#domain/export-formats.ts';
import { addChart, type ExportOptionsInput } from '#domain/exports/options.ts';
import type { NamedDefinitionInput } from '#domain/exports/definition.ts';
import { CLIENT_PROPERTY } from '#domain/local-properties.ts';
import { filterBillable, canSeeGroup, canSeeMeasure, canSeeProperty } from '#domain/exports/audience.ts';
import { findOnlyClient } from '#domain/exports/profile.ts';
import { isPage } from '#domain/exports/record-columns.ts';
import { filterGroupsSchema } from '#domain/filter/model.ts';
import { propertyNames } from '#domain/properties.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { billTexts } from '#texts/screens/memory.ts';
import { useFocusReturn } from '../components/Disclosure.tsx';
import { ErrorState } from '../components/states.tsx';
import { call, isFailure, subscribe } from '../data/client.ts';
import { count, dayOfTime, difference, figure } from '../format/figures-and-times.ts';
import { pageLocale } from '../locale.ts';
import { notifyFailure } from '../notifications.tsx';
import { ProgressBar } from '../sync/RefreshButton.tsx';
import { billedRecords, monthEnd, report, sentFiles, useWorkspace } from '../data/queries.ts';
import { DefinitionDialog } from './DefinitionDialog.tsx';
import { ExportChoices, resolveChoices, useProfile } from './ExportChoices.tsx';
import { notifyWritten } from './ManifestDetails.tsx';
import classes from './ExportDialog.module.css';

interface BillChoiceProps {
  readonly selection: Input<'sent.billed'>;
  readonly options: ExportOptionsInput;
  readonly onChange: (options: ExportOptionsInput) => void;
}

export function BillChoice({ selection, options, onChange }: BillChoiceProps) {
  const { zone } = useWorkspace();
  const { filterGroups, query, period } = selection;
  const { data } = useQuery(billedRecords({ filterGroups, query, ...(period !== undefined && { period }) }));
  const { bills = false, again = '' } = options;
  const first = data?.first ?? null;
  // Drops a reason that is no longer needed, because it would let a later double billing pass.
  const change = (isBilling: boolean, reason: string) => {
    const { again: _, bills: _bills, ...rest } = options;
    onChange({ ...rest, ...(isBilling && { bills: true, ...(first && reason.trim() && { again: reason }) }) });
  };
  return (
    <Stack gap={6} data-testid="bill-choice">
      <Checkbox
        size="xs"
        label={billTexts.bills}
        description={billTexts.about}
        checked={bills}
        onChange={(event) => change(event.currentTarget.checked, again)}
      />
      {first && (
        <Text component="output" fz="xs" c="var(--warn)">
          {billTexts.billed(count(data?.billed ?? 0), first.file, dayOfTime(first.at, zone))}
        </Text>
      )}
      {first && bills && (
        <TextInput
          size="xs"
          label={billTexts.again}
          value={again}
          onChange={(event) => change(true, event.currentTarget.value)}
        />
      )}
    </Stack>
  );
}

export interface ExportLimits {
  /** All formats by default; the first one is preselected. */
  readonly formats?: readonly ExportFormat[];
  /** Preselected instead of the first one, if it is allowed. */
  readonly initialFormat?: ExportFormat | undefined;
  /** The file is never for a client, so the dialog does not ask for the audience. */
  readonly isInternal?: boolean;
  /** The file may be split into a folder of files by month. */
  readonly canSplitByMonth?: boolean;
  /** Preselects a file for a client that bills its records. */
  readonly billsByDefault?: boolean;
}

export type DefinitionContent = Pick<NamedDefinitionInput, 'records' | 'report' | 'pack'> & {
  readonly name?: string;
  /** The chart above a report's table, in formats with pages. The dialog does not ask for it. */
  readonly options?: Pick<ExportOptionsInput, 'chart'>;
};

export interface ExportedRecords {
  readonly total: number;
  readonly isComplete: boolean;
  /** Amounts have an extra column of currencies. */
  readonly isLabelled: boolean;
}

export interface ExportDialogProps {
  readonly summary: string;
  readonly records: ExportedRecords;
  /** The content for a saved export; absent if the export cannot be saved. */
  readonly content?: DefinitionContent;
  readonly limits?: ExportLimits;
  /** Choices that only this kind of export has. */
  readonly children?: ReactNode;
  /** Selects the records of the file; undefined if each file belongs to a single client. */
  readonly fileSelection: FileSelection | undefined;
  /** @returns null if no destination was chosen */
  readonly run: (options: ExportOptionsInput, allowEmpty: boolean) => Promise<Manifest | PackManifest | null>;
  readonly onClose: () => void;
}

export function ExportDialog(props: ExportDialogProps) {
  const {
    summary,
    records,
    limits: {
      formats = exportFormats,
      initialFormat,
      isInternal = false,
      canSplitByMonth = false,
      billsByDefault = false,
    } = {},
  } = props;
  const { content, children, fileSelection, run, onClose } = props;
  const { total, isComplete, isLabelled } = records;
  const { zone } = useWorkspace();
  useFocusReturn();
  const [isSaving, setSaving] = useState(false);
  const selection = content?.records ?? content?.report;
  const profile = useProfile(selection?.filterGroups);
  const [chosen, setOptions] = useState<ExportOptionsInput>(billsByDefault ? { bills: true, audience: 'client' } : {});
  const defaultFormat =
    [initialFormat, profile?.format].find((candidate) => candidate && formats.includes(candidate)) ?? formats[0];
  const { partition: _partition, ...chosenWithoutPartition } = chosen;
  const format = chosen.format ?? defaultFormat ?? exportFormats[0];
  const requested = {
    ...(canSplitByMonth ? chosen : chosenWithoutPartition),
    format,
    ...(!isInternal && !profile && isOfOneClient(content) && { audience: chosen.audience ?? ('client' as const) }),
    ...(isPage(format) && { locale: chosen.locale ?? pageLocale() }),
  };
  const { current, resolved } = resolveChoices(requested, profile);
  const isForClient = current.audience === 'client';
  // By default, a file of records for a client contains billable entries only.
  const isBillableOnly = isForClient && content?.records !== undefined && (chosen.billableOnly ?? true);
  const options = { ...requested, ...(isForClient && content?.records && { billableOnly: isBillableOnly }) };
  const withChart = addChart(options, content?.options?.chart);
  const { again: _again, ...saved } = withChart;
  const [allowsEmpty, setAllowsEmpty] = useState(false);
  const client = useQueryClient();
  const writing = useMutation({
    mutationFn: () => run(withChart, allowsEmpty),
    onSuccess: (written) => {
      if (written) {
        notifyWritten(written, zone);
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
  const hasFailed = writing.error !== null && !isFailure(writing.error, 'cancelled');
  const label = labelFormat(toFormat(options.format));
  if (isSaving && content)
    return <DefinitionDialog definition={{ format: 'timelog-export', ...content, options: saved }} onClose={onClose} />;
  return (
    <Modal
      opened
      onClose={() => (writing.isPending ? cancel.mutate() : onClose())}
      title={texts.title(label)}
      size={560}
    >
      {hasFailed ? (
        <ErrorState error={writing.error} onRetry={() => writing.mutate()} />
      ) : writing.isPending ? (
        <Writing total={total} />
      ) : (
        <Stack gap="md">
          <p data-testid="export-who">
            <b>
              {!isForClient
                ? texts.who.internal
                : resolved.ok && resolved.value.rates
                  ? texts.who.rates
                  : texts.who.client}
            </b>
          </p>
          <p>{summary}</p>
          {!isComplete && <Alert>{texts.partial}</Alert>}
          {total === 0 && (
            <Alert data-testid="export-nothing">
              <p>{texts.nothing}</p>
              <Checkbox
                size="xs"
                mt={6}
                label={texts.allowEmpty}
                checked={allowsEmpty}
                onChange={(event) => setAllowsEmpty(event.currentTarget.checked)}
              />
            </Alert>
          )}
          {children}
          {/* Comes before the choices, so that it is visible in a short window. */}
          {selection && !isInternal && <BillChoice selection={selection} options={options} onChange={setOptions} />}
          <ExportChoices
            options={options}
            profile={profile}
            isLabelled={isLabelled}
            formats={formats}
            isInternal={isInternal}
            canSplitByMonth={canSplitByMonth}
            isRecordsExport={content?.records !== undefined}
            onChange={setOptions}
          />
          {isForClient && content?.records && (
            <TitlesInFile selection={content.records} isBillableOnly={isBillableOnly} />
          )}
          {isForClient && fileSelection && !options.severalClients && <OtherClientsWarning selection={fileSelection} />}
        </Stack>
      )}
      <Group className={classes.actions} justify="flex-end" gap="sm" mt="sm">
        {content && !writing.isPending && !hasFailed && (
          <Button mr="auto" onClick={() => setSaving(true)} data-testid="export-save-as">
            {saveExportTexts.open}
          </Button>
        )}
        {writing.isPending ? (
          <Button onClick={() => cancel.mutate()}>{uiTexts.cancel}</Button>
        ) : hasFailed ? (
          <>
            <Button onClick={onClose}>{uiTexts.close}</Button>
            <Button onClick={() => writing.reset()}>{texts.back}</Button>
          </>
        ) : (
          <Button onClick={onClose}>{uiTexts.close}</Button>
        )}
        {!writing.isPending && !hasFailed && (
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

/** Whether a file is about a single client, and so most likely for that client, and clients may see its lines. */
function isOfOneClient({ records, report: reportDefinition }: DefinitionContent = {}): boolean {
  const { filterGroups = [] } = records ?? reportDefinition ?? {};
  const { groupBy = [], columns, breakdowns = [], measures = [] } = reportDefinition ?? {};
  const client = { audience: 'client' as const, rates: false };
  const groups = [...groupBy, ...(columns === undefined ? [] : [columns]), ...breakdowns.map(({ by }) => by)];
  const isVisible =
    groups.every((name) => canSeeGroup(name, client)) &&
    measures.every((id) => canSeeMeasure(findMeasure(id) ?? { id }, client)) &&
    (records === undefined || (records.columns?.every((name) => canSeeProperty(name, client)) ?? false));
  return isVisible && findOnlyClient(filterGroupsSchema.parse(filterGroups)) !== undefined;
}

export function Writing({ total }: { readonly total: number }) {
  const [progress, setProgress] = useState<EventPayload<'export.progress'>>({ written: 0, total });
  useEffect(() => subscribe('export.progress', setProgress), []);
  return (
    <Stack gap="md">
      <output className="figure">
        {texts.running} · {texts.progress(count(progress.written), count(progress.total))}
      </output>
      <ProgressBar held={progress.written} total={progress.total} />
    </Stack>
  );
}

type FileSelection = Pick<Input<'report.run'>, 'filterGroups' | 'query' | 'period' | 'calendar'>;

/** A few names suffice to show the problem. */
const MAX_NAMES = 3;

/** Warns before a file for one client is written if it contains other clients' records. */
function OtherClientsWarning({ selection }: { readonly selection: FileSelection }) {
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
  const firstNames = names.slice(0, MAX_NAMES);
  return (
    <Alert data-testid="held-clients">
      {texts.audience.holds(names.length, firstNames, keys.length > names.length)}
    </Alert>
  );
}

const titleTexts = texts.leaving;
const MEASURES = ['records', 'logged_hours'];
/** A longer list is too long to look through. */
const MAX_TITLES = 500;

interface TitlesInFileProps {
  readonly selection: Pick<Input<'export.run'>, 'filterGroups' | 'query' | 'period' | 'columns'>;
  readonly isBillableOnly: boolean;
}

/** Shows, before a client's file is written, the omitted hours and every title that the file contains. */
function TitlesInFile({ selection, isBillableOnly }: TitlesInFileProps) {
  const { filterGroups = [], query = '', period, columns } = selection;
  const input = { query, ...(period !== undefined && { period }), measures: MEASURES };
  const billable = filterBillable(filterGroupsSchema.parse(filterGroups));
  const hasTitles = columns === undefined || columns.includes(propertyNames.title);
  const { data: total } = useQuery({ ...report({ ...input, filterGroups }), enabled: isBillableOnly });
  const { data: exported } = useQuery(
    report({
      ...input,
      filterGroups: isBillableOnly ? billable : filterGroups,
      ...(hasTitles && { groupBy: [propertyNames.title], order: { by: 'records', direction: 'descending' } }),
    }),
  );
  if (!exported) return null;
  const omitted = isBillableOnly && total ? total.records - exported.records : 0;
  const titles = exported.rows.map(({ key, records }) => ({ title: key[propertyNames.title] ?? null, records }));
  return (
    <>
      {isBillableOnly && total && (
        <p className="quiet" data-testid="export-left-out">
          {omitted === 0
            ? titleTexts.noneLeftOut
            : titleTexts.leftOut(
                count(omitted),
                figure(difference(getLoggedHours(total.totals), getLoggedHours(exported.totals)), 2),
              )}
        </p>
      )}
      {hasTitles && titles.length > 0 && (
        <details data-testid="export-titles">
          <summary>{titleTexts.titles(count(titles.length))}</summary>
          <ul className={classes.titles}>
            {titles.slice(0, MAX_TITLES).map(({ title, records }) => (
              <li key={title}>
                {title ?? titleTexts.noTitle} <span className="quiet figure">{count(records)}</span>
              </li>
            ))}
            {titles.length > MAX_TITLES && (
              <li className="quiet">{titleTexts.more(count(titles.length - MAX_TITLES))}</li>
            )}
          </ul>
        </details>
      )}
    </>
  );
}

const getLoggedHours = (totals: Readonly<Record<string, string | null>>) => totals['logged_hours'] ?? '0';
