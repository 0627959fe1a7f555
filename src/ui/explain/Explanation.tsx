/** Explains a figure: its meaning, its basis and its records. */
import { ActionIcon, Anchor, Box, Button, Group, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconArrowsUpDown, IconCheck, IconCopy, IconPin } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { explainTexts } from '#texts/reports/reports.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { pinTexts } from '#texts/screens/overview.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Amounts, Fact, Facts, Notes } from '../components/values.tsx';
import { localizeDecimal } from '../locale.ts';
import type { RecordRow } from '#contract/api.ts';
import { addFilters } from '#domain/filter/model.ts';
import { billed, modified, notBilled } from '#domain/filter/billed.ts';
import { OWNER_PROPERTY, requireProperty, type Property, propertyNames } from '#domain/properties.ts';
import { LoadingText, ErrorState } from '../components/states.tsx';
import { count, UNKNOWN } from '../format/figures-and-times.ts';
import { formatWithUnit } from '../format/measured.ts';
import { usePrintSettings } from '../format/use-printing.ts';
import { useNames } from '../names.ts';
import { ALL_TIME } from '../period/view-period.ts';
import { recordsPage, checkFindings, report as reportQuery, sentFiles, useWorkspace } from '../data/queries.ts';
import { paths } from '../routing/paths.ts';
import { toAddress, toCheckAddress, emptyView } from '../routing/view-state.ts';
import { Table } from '../grid/Table.tsx';
import { formatRecordCell } from '../format/values.ts';
import { FigureHistory } from './FigureHistory.tsx';
import type { ExplainedFigure, RecordSelection } from './explained.ts';
import tables from '../components/tables.module.css';
import classes from './Explanation.module.css';

const texts = reportsTexts.explain;

export interface ExplanationProps {
  readonly explained: ExplainedFigure;
  /** Pins the figure to the Overview; undefined if it belongs to no report. */
  readonly onPin?: (() => void) | undefined;
  /** Shows why the figure moved; undefined if it is not compared or no bridge explains it. */
  readonly onWhy?: (() => void) | undefined;
}

export function Explanation({ explained, onPin, onWhy }: ExplanationProps) {
  const { title, where, printed, amounts, unit, exact, isIncomplete, facts, notes, records } = explained;
  const { first = [], basis = [] } = Object.groupBy(facts, ({ kind }) => (firstKinds.has(kind) ? 'first' : 'basis'));
  const isSeveral = amounts !== undefined;
  return (
    <div data-testid="explain">
      <Text component="h3" inherit fz="sm" fw={600}>
        {title}{' '}
        {where !== '' && (
          <Text span inherit ml="xs" fw={400} c="var(--ink-2)">
            {where}
          </Text>
        )}
      </Text>
      <Group
        component="p"
        gap="sm"
        align="baseline"
        wrap="nowrap"
        pt={2}
        pb="md"
        fz={isSeveral ? 14 : 22}
        fw={600}
        lts={isSeveral ? 0 : '-0.02em'}
      >
        <span className="figure" data-testid="explain-figure" data-exact={exact ?? undefined}>
          {isSeveral ? <Amounts amounts={amounts} /> : printed}
        </span>
        {unit !== '' && (
          <Text span inherit fz="sm" fw={500} lts={0} c="dimmed">
            {unit}
          </Text>
        )}
        {isIncomplete && (
          <Text span inherit fz="xs" fw={500} lts={0} c="var(--warn)">
            {uiTexts.soFar}
          </Text>
        )}
        {exact !== null && <CopyExact exact={exact} />}
        {onPin && (
          <ActionIcon size={24} aria-label={pinTexts.pinFigure} title={pinTexts.pinFigure} onClick={onPin}>
            <IconPin size={14} stroke={1.6} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      <FactList facts={first} />
      {onWhy && (
        <Button mt="xs" leftSection={<IconArrowsUpDown size={14} stroke={1.6} aria-hidden />} onClick={onWhy}>
          {explainTexts.why}
        </Button>
      )}
      {notes.length > 0 && (
        <Box mt="md">
          <Notes label={texts.notes} notes={notes} />
        </Box>
      )}
      <ExplainedRecords selection={records} where={where} />
      <ExplainedBilling selection={records} />
      {explained.history !== undefined && <FigureHistory measure={explained.history} selection={records} />}
      <Text component="h4" inherit mt="lg" mb="xs" fz="xs" fw={600} c="dimmed">
        {texts.basis}
      </Text>
      <FactList facts={basis} />
    </div>
  );
}

/** People first ask how a figure is computed and what changed; these facts precede the records, the basis follows. */
const firstKinds: ReadonlySet<string> = new Set(['formula', 'parts', 'expected', 'compared', 'change']);

function FactList({ facts }: { readonly facts: ExplainedFigure['facts'] }) {
  return (
    <Facts labels="narrow">
      {facts.map(({ label, text }) => (
        <Fact key={label} label={label}>
          {text}
        </Fact>
      ))}
    </Facts>
  );
}

function CopyExact({ exact }: { readonly exact: string }) {
  const { copy, copied } = useClipboard();
  const label = copied ? uiTexts.copied : texts.copy;
  const text = localizeDecimal(exact);
  return (
    <ActionIcon size={24} aria-label={label} title={`${label}: ${text}`} onClick={() => copy(text)}>
      {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} stroke={1.6} aria-hidden />}
    </ActionIcon>
  );
}

const SHOWN = 12;
const common = [propertyNames.firstStart, OWNER_PROPERTY, propertyNames.title];

interface ExplainedRecordsProps {
  readonly selection: RecordSelection;
  /** The line of the figure, such as `Claire Dubois · Week 44`; empty for a total. */
  readonly where: string;
}

/** Shows the first records behind a figure, with a link to all of them on the Records screen. */
function ExplainedRecords({ selection, where }: ExplainedRecordsProps) {
  const { filterGroups, query, period } = selection;
  const columns = [...common, ...selection.properties.filter((name) => !common.includes(name)).slice(0, 2)].map(
    requireProperty,
  );
  const { nameOf } = useNames();
  const cells = { ...usePrintSettings(), zone: useWorkspace().zone };
  const { data, error, refetch, isPlaceholderData } = useSelected(
    selection,
    columns.map(({ name }) => name),
  );
  const printCell = (property: Property, row: RecordRow) => formatRecordCell(property, row, cells, nameOf) ?? UNKNOWN;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const answer = isPlaceholderData ? undefined : data;
  const view = { ...emptyView, filterGroups, query, period: period ?? ALL_TIME, figure: where || undefined };
  const address =
    selection.check === undefined ? toAddress(paths.records, view) : toCheckAddress(selection.check, view);
  return (
    <Box component="section" mt="lg" aria-label={texts.records}>
      <Group justify="space-between" align="baseline" wrap="nowrap" pb="xs">
        <Text component="h4" inherit fz="xs" fw={600} c="var(--ink-2)">
          {answer && answer.total > SHOWN ? texts.first(count(SHOWN), count(answer.total)) : texts.records}
        </Text>
        {answer && answer.total > 0 && (
          <Anchor component={Link} inherit underline="always" fw={500} href={address} data-testid="explain-all">
            {texts.all(count(answer.total))}
          </Anchor>
        )}
      </Group>
      {answer?.total === 0 ? (
        <p className="quiet">{texts.none}</p>
      ) : (
        <Table
          columns={columns.map((property) => ({
            id: property.name,
            header: uiTexts.recordsScreen.heads[property.name] ?? property.label,
            isNumber: property.type === 'number',
            className:
              property.name === propertyNames.title
                ? classes.title
                : property.type === 'number'
                  ? undefined
                  : classes.text,
            renderCell: (row: RecordRow) => printCell(property, row),
            attributes: (row: RecordRow) => ({ title: printCell(property, row) }),
          }))}
          rows={answer?.rows}
          row={{ toKey: ({ id }) => id }}
          className={tables.small}
          data-testid="explain-records"
        />
      )}
    </Box>
  );
}

const billing = [
  ['billed', billed],
  ['notBilled', notBilled],
  ['modified', modified],
] as const;

/** Shows how many of the figure's billable hours are billed, not billed, or modified since, with links to their records. */
function ExplainedBilling({
  selection: { filterGroups, query, period, check },
}: Pick<ExplainedRecordsProps, 'selection'>) {
  const printing = usePrintSettings();
  const { data, error } = useQuery(sentFiles);
  const hasBilled = data?.files.some(({ bills, state }) => bills && state !== 'withdrawn') === true;
  const answers = useQueries({
    queries: billing.map(([, filters]) => ({
      ...reportQuery({
        filterGroups: addFilters(filterGroups, filters),
        query,
        ...(period !== undefined && { period }),
        measures: [HOURS],
      }),
      enabled: hasBilled && check === undefined,
    })),
  });
  if (check !== undefined || (!hasBilled && !error)) return null;
  return (
    <Box component="section" mt="lg" data-testid="explain-billing">
      <Text component="h4" inherit mb="xs" fz="xs" fw={600} c="dimmed">
        {texts.billing.title}
      </Text>
      {!hasBilled && <LoadingText error={error} />}
      <Facts labels="narrow">
        {(hasBilled ? billing : []).map(([name, filters], index) => {
          const { data: answer, error: failure } = answers[index] ?? {};
          const view = {
            ...emptyView,
            filterGroups: addFilters(filterGroups, filters),
            query,
            period: period ?? ALL_TIME,
          };
          return (
            <Fact key={name} label={texts.billing[name]}>
              {answer ? (
                <Anchor
                  component={Link}
                  inherit
                  underline="always"
                  fw={500}
                  href={toAddress(paths.records, view)}
                  data-testid={`explain-${name}`}
                >
                  {texts.billing.hours(
                    formatWithUnit(HOURS, answer.totals[HOURS] ?? '0', printing),
                    uiTexts.records(count(answer.records)),
                  )}
                </Anchor>
              ) : (
                <LoadingText error={failure} />
              )}
            </Fact>
          );
        })}
      </Facts>
    </Box>
  );
}

const HOURS = 'billable_logged_hours';

interface Selected {
  readonly data: { readonly rows: readonly RecordRow[]; readonly total: number } | undefined;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
  readonly isPlaceholderData: boolean;
}

function useSelected({ filterGroups, query, period, check }: RecordSelection, columns: string[]): Selected {
  const input = { filterGroups, query, ...(period !== undefined && { period }), columns, limit: SHOWN };
  const records = useQuery({
    ...recordsPage({ ...input, sort: { propertyName: propertyNames.firstStart, direction: 'DESCENDING' } }),
    enabled: check === undefined,
  });
  const findings = useQuery({ ...checkFindings({ ...input, check: check ?? '' }), enabled: check !== undefined });
  if (check === undefined) return records;
  const { data, error, refetch, isPlaceholderData } = findings;
  return { data: data && { rows: data.findings, total: data.total }, error, refetch, isPlaceholderData };
}
