/** The page of one person or client: the Overview's reports and panels for it, with facts about it. */
import { Button } from '@mantine/core';
import { IconCopy, IconListDetails } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'wouter';
import type { CheckSummary } from '#contract/checks.ts';
import { findMinGap } from '#domain/checks/check.ts';
import { CLIENT_PROPERTY } from '#domain/local-properties.ts';
import { findShortSpan } from '#domain/people-with-gaps.ts';
import { findOwner } from '#domain/people/directory.ts';
import { OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';
import { toOverviewPages } from '#domain/overview/pages.ts';
import { toOverviewReports, type OverviewInput } from '#domain/overview/reports.ts';
import { findQuietWeeks } from '#domain/overview/windows.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { reportSchema, type ReportInput, type ReportResult } from '#domain/reports/definition/report.ts';
import { chooseCurrency, hasMultipleCurrencies } from '#domain/reports/print/printed-currencies.ts';
import { checkScreenTexts } from '#texts/screens/checks.ts';
import { subjectTexts as texts } from '#texts/screens/subject.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { ReportChart } from '#ui/charts/LateReportChart.tsx';
import { Panel } from '#ui/components/Panel.tsx';
import { Screen } from '#ui/components/Screen.tsx';
import { Seal } from '#ui/coverage/Seal.tsx';
import { NothingYet, Pending, useNothingYet } from '#ui/components/states.tsx';
import { Fact, Facts } from '#ui/components/values.tsx';
import { isOutdated, useReportAnswer } from '#ui/data/outdated.ts';
import { checksRun, dataStatus, recordsPage, settings as settingsQuery, useWorkspace } from '#ui/data/queries.ts';
import { findCellOfMark } from '#ui/explain/explained.ts';
import { FilterBar, FilteredError } from '#ui/filters/FilterBar.tsx';
import { count, difference, readSign, dayOfTime, dayText } from '#ui/format/figures-and-times.ts';
import { formatWithUnit } from '#ui/format/measured.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import { useLabels, useNames } from '#ui/names.ts';
import { findBareId, markBareId } from '#ui/naming/bare-id.ts';
import { describeBasis, resolveViewPeriod } from '#ui/period/view-period.ts';
import { useHashPath } from '#ui/routing/hash-location.ts';
import { toSubjectAddress, paths, readSubjectId, type SubjectKind } from '#ui/routing/paths.ts';
import { toCheckAddress, toAddress, useView, emptyView, formatView } from '#ui/routing/view-state.ts';
import { AttentionPanel } from '#ui/screens/overview/AttentionPanel.tsx';
import { narrowToValue, toCheckedRecords } from '#ui/screens/overview/panel-figures.ts';
import { useExplained } from '#ui/screens/overview/use-explained.tsx';
import { toSelection } from '#ui/screens/overview/use-overview.ts';
import { usePages } from '#ui/screens/overview/use-pages.tsx';
import { Tiles } from '#ui/screens/overview/Tiles.tsx';
import { PendingChart } from '#ui/screens/overview/TrendPanel.tsx';
import { writeToClipboard } from '#ui/share/clipboard.ts';
import { RefreshButton } from '#ui/sync/RefreshButton.tsx';
import { GroupPanel } from './GroupPanel.tsx';
import { writeLetter } from './letter.ts';
import { LastSent, NotSentYet } from './SentFacts.tsx';
import classes from './SubjectScreen.module.css';

/** The differences between the pages of a person and a client. */
const subjects = {
  person: {
    property: OWNER_PROPERTY,
    other: CLIENT_PROPERTY,
    weekMeasures: ['logged_hours', 'expected_hours', 'gap_hours', 'billable_share'],
    drawn: ['logged_hours', 'expected_hours'],
    chart: 'trend-line',
  },
  client: {
    property: CLIENT_PROPERTY,
    other: OWNER_PROPERTY,
    weekMeasures: ['billable_logged_hours', 'nonbillable_hours', 'billable_value', 'effective_rate'],
    drawn: ['billable_logged_hours', 'nonbillable_hours'],
    chart: 'trend-bars',
  },
} as const;

const groupMeasures = ['billable_logged_hours', 'logged_hours', 'billable_value', 'effective_rate'];
const MAX_GROUPS = 20;

export const PersonScreen = () => <SubjectScreen kind="person" />;
export const ClientScreen = () => <SubjectScreen kind="client" />;

function SubjectScreen({ kind }: { readonly kind: SubjectKind }) {
  const [path] = useHashPath();
  const id = readSubjectId(kind, path);
  // The key prevents showing the previous person's figures under a new name.
  return <SubjectPage key={`${kind} ${id}`} kind={kind} id={id} />;
}

interface SubjectPageProps {
  readonly kind: SubjectKind;
  readonly id: string;
}

function SubjectPage({ kind, id }: SubjectPageProps) {
  const { property, other, drawn, chart } = subjects[kind];
  const workspace = useWorkspace();
  const { data: status } = useQuery(dataStatus);
  const { data: settings } = useQuery(settingsQuery);
  const { directory } = useNames();
  const labels = useLabels();
  const [view, change] = useView();
  const chosenPeriod = resolveViewPeriod(view.period, workspace);
  const filterGroups = narrowToValue(view.filterGroups, property, id);
  const narrowed = { ...emptyView, period: chosenPeriod.written, filterGroups, query: view.query };
  const answers = useSubjectReports(kind, { filterGroups, query: view.query }, chosenPeriod.period);
  const { figures, compared, expected, weeks, others } = answers;
  const checks = useQuery(checksRun(toSelection(narrowed, chosenPeriod)));
  const nothingYet = useNothingYet();
  const failedReport = [figures, weeks, others].find(({ error }) => error !== null);
  const isPartial = status?.complete === false;
  const isIncomplete = chosenPeriod.isRunning || isPartial;
  const money = figures.data?.result;
  const currency = money ? chooseCurrency(money, workspace.currency) : null;
  const isMixed = money !== undefined && hasMultipleCurrencies(money);
  const basis = describeBasis(chosenPeriod, { ...workspace, currency }, status, money?.amounts);
  const { explain, explainPlace, explainTile, drawers } = useExplained({
    answers: {
      figures: figures.data,
      compared: compared.data,
      expected: expected.data,
      trend: weeks.data,
      clients: others.data,
    },
    settings,
    directory,
    today: workspace.today,
  });
  const addressOfOther = (key: string | null | undefined) =>
    key == null
      ? undefined
      : toSubjectAddress(
          kind === 'person' ? 'client' : 'person',
          key,
          formatView({ ...view, period: chosenPeriod.written }),
        );
  const name = labels.label(property, id);
  const title = name.slice(0, 120);
  const { shareMenu, exportDialog } = usePages({
    name: title,
    selected: narrowed,
    period: chosenPeriod,
    figures: figures.data,
    isCurrent: !figures.isStale,
    showsMoney: true,
    parts: toOverviewPages({
      reports: {
        figures: figures.data?.report,
        compared: compared.data?.report,
        expected: expected.error === null ? expected.data?.report : undefined,
        trend: weeks.data?.report,
        [kind === 'person' ? 'clients' : 'people']: others.data?.report,
      },
      unit: 'week',
      showsMoney: true,
    }),
  });
  useEffect(() => {
    document.title = `${name} · ${uiTexts.app}`;
  }, [name]);
  return (
    <Screen
      title={
        <span title={name} {...markBareId(findBareId(directory, { property, value: id }))}>
          {name}
        </span>
      }
      seal={<Seal period={chosenPeriod.period} />}
      actions={
        <>
          <RefreshButton />
          {kind === 'person' && (
            <MessageButton
              isReady={
                !isPartial &&
                !figures.isStale &&
                (expected.error !== null || !expected.isStale) &&
                !checks.isPlaceholderData
              }
              name={name}
              period={chosenPeriod.label}
              answers={answers}
              id={id}
              checks={toCheckedRecords(checks.data, isPartial).checks ?? []}
            />
          )}
          {shareMenu}
          <Button
            component={Link}
            href={toAddress(paths.records, narrowed)}
            leftSection={<IconListDetails size={14} stroke={1.8} aria-hidden />}
          >
            {texts.records}
          </Button>
        </>
      }
      shownPeriod={chosenPeriod.label}
      band={{ filters: <FilterBar view={view} period={chosenPeriod} change={change} isShort />, basis }}
      records={{ inView: figures.data?.result.records }}
    >
      {nothingYet ? (
        <NothingYet />
      ) : failedReport ? (
        <Panel>
          <FilteredError error={failedReport.error} change={change} onRetry={() => void failedReport.refetch()} />
        </Panel>
      ) : (
        <>
          <Tiles
            isStale={figures.isStale || compared.isStale || (expected.error === null && expected.isStale)}
            figures={figures.data?.result}
            compared={compared.data?.result}
            expected={expected.error === null ? expected.data?.result : null}
            mean={undefined}
            isIncomplete={isIncomplete}
            showsMoney
            // Clients have no expected hours.
            omitted={kind === 'client' ? 'utilisation' : undefined}
            onExplain={explainTile}
          />
          <div className={classes.grid}>
            <Panel title={texts.weeks} sub={texts.weeksSub[kind]} isStale={weeks.isStale} className={classes.weeks}>
              {weeks.data ? (
                <ReportChart
                  kind={chart}
                  title={texts.weeks}
                  report={weeks.data.report}
                  result={weeks.data.result}
                  measures={drawn
                    .filter((measure) => weeks.data?.report.measures.includes(measure))
                    .flatMap((measure) => findMeasure(measure) ?? [])}
                  labels={labels}
                  pictureNotes={[name, basis]}
                  onMark={(mark) => weeks.data && explain('trend')(findCellOfMark(weeks.data.report, mark))}
                />
              ) : (
                <PendingChart />
              )}
            </Panel>
            <SubjectFacts kind={kind} id={id} weeks={weeks.data?.result} />
            <GroupPanel
              testId="subject-groups"
              title={texts.others[kind]}
              sub={texts.othersSub}
              group={other}
              query={{ ...others, measures: groupMeasures }}
              isIncomplete={isIncomplete}
              chooseAddress={addressOfOther}
              onExplain={explain('clients')}
            />
            <AttentionPanel
              isStale={checks.isPlaceholderData || isOutdated(status, checks.data)}
              gaps={undefined}
              checked={toCheckedRecords(checks.data, isPartial)}
              records={figures.data?.result.records}
              money={{ isShown: !isMixed, currency }}
              links={{
                toPerson: (owner) =>
                  toAddress(paths.records, { ...narrowed, filterGroups: narrowToValue(filterGroups, other, owner) }),
                toCheck: (check) => toCheckAddress(check, narrowed),
              }}
              onExplain={explain('clients')}
              onExplainCheck={(check, figure) => explainPlace({ kind: 'check', check, figure })}
            />
            <GroupPanel
              testId="subject-weeks"
              title={texts.week}
              sub={texts.weeksSub[kind]}
              group="week"
              query={{ ...weeks, measures: weeks.data?.report.measures ?? subjects[kind].weekMeasures }}
              isIncomplete={isPartial}
              chooseAddress={() => undefined}
              onExplain={explain('trend')}
            />
          </div>
        </>
      )}
      {drawers}
      {exportDialog}
    </Screen>
  );
}

function useReport(input: ReportInput, options: { readonly enabled?: boolean } = {}) {
  return useReportAnswer(reportSchema.parse(input), options);
}

/** Queries all reports of the page, in the order in which people read them. */
function useSubjectReports(
  kind: SubjectKind,
  selection: Pick<OverviewInput, 'filterGroups' | 'query'>,
  period: OverviewInput['period'],
) {
  const { today, recordedWeeks, weekStart } = useWorkspace();
  const weeksBegin = period?.calendar === 'recorded-week' ? recordedWeeks : weekStart;
  const reports = toOverviewReports({ ...selection, period, today, weeksBegin });
  const { other, weekMeasures } = subjects[kind];
  const figures = useReport(reports.figures);
  const compared = useReport(reports.compared);
  const expected = useReport(reports.expected);
  const inWeeks = (measures: readonly string[]) => ({
    ...selection,
    period: findQuietWeeks(period, today, weeksBegin),
    measures: [...measures],
    groupBy: ['week'],
  });
  const weeks = useReport(inWeeks(weekMeasures));
  // Expected hours cannot be split by a further filter, so the weeks are then shown without them.
  const loggedWeeks = useReport(inWeeks(['logged_hours', 'billable_share']), { enabled: weeks.isRejected });
  return {
    figures,
    compared,
    expected,
    weeks: weeks.isRejected ? loggedWeeks : weeks,
    others: useReport({
      ...selection,
      ...(reports.clients.period !== undefined && { period: reports.clients.period }),
      measures: groupMeasures,
      groupBy: [other],
      order: { by: 'billable_logged_hours', direction: 'descending' },
      top: { count: MAX_GROUPS },
    }),
  };
}

interface SubjectFactsProps extends SubjectPageProps {
  readonly weeks: ReportResult | undefined;
}

function SubjectFacts({ kind, id, weeks }: SubjectFactsProps) {
  const { directory } = useNames();
  const last = useLastEntry(kind, id);
  const owner = kind === 'person' ? findOwner(directory, id) : undefined;
  return (
    <Panel title={texts.facts.title[kind]} className={classes.facts}>
      <Facts labels="middle">
        <Fact label={texts.facts.lastEntry}>
          {last === undefined ? (
            <Pending width="60%" />
          ) : last === null ? (
            texts.noEntry
          ) : (
            texts.lastEntry(last.day, last.title)
          )}
        </Fact>
        {kind === 'client' && <LastSent client={id} />}
        <NotSentYet filterGroups={narrowToValue([], subjects[kind].property, id)} />
        {kind === 'person' && (
          <>
            <Fact label={texts.facts.short}>
              <GapSince weeks={weeks} />
            </Fact>
            <Fact label={texts.facts.weeklyHours}>{owner?.weeklyHours ?? texts.unknownHours}</Fact>
            {owner?.team != null && <Fact label={texts.facts.team}>{owner.team}</Fact>}
          </>
        )}
      </Facts>
    </Panel>
  );
}

/** Shows since when the person has a gap, by the threshold of the checks. */
function GapSince({ weeks }: { readonly weeks: ReportResult | undefined }) {
  const { data: settings } = useQuery(settingsQuery);
  const { today } = useWorkspace();
  const labels = useLabels();
  if (!weeks || !settings) return <Pending width="60%" />;
  const hours = weeks.rows.flatMap(({ key, values }) => {
    const days = labels.span('week', key['week'] ?? null);
    return days ? [{ ...days, logged: values['logged_hours'] ?? null, gap: values['gap_hours'] ?? null }] : [];
  });
  if (hours.every(({ gap }) => gap === null)) return texts.shortUnknown;
  const span = findShortSpan(hours, findMinGap(settings.thresholds), today);
  return span ? texts.shortSince(dayText(span.since), count(span.weeks), span.isLonger) : texts.notShort;
}

interface LastEntry {
  readonly day: string;
  readonly title: string;
}

/** @returns undefined while loading, null if there is no entry at all */
function useLastEntry(kind: SubjectKind, id: string): LastEntry | null | undefined {
  const { zone } = useWorkspace();
  const { data } = useQuery(
    recordsPage({
      filterGroups: narrowToValue([], subjects[kind].property, id),
      columns: [propertyNames.firstStart, propertyNames.title],
      sort: { propertyName: propertyNames.firstStart, direction: 'DESCENDING' },
      offset: 0,
      limit: 1,
    }),
  );
  if (!data) return undefined;
  const { values } = data.rows[0] ?? {};
  const start = values?.[propertyNames.firstStart];
  return start ? { day: dayOfTime(start, zone), title: values[propertyNames.title] ?? '' } : null;
}

interface MessageButtonProps {
  /** Whether all records are here and the figures are current, because the message claims what is missing. */
  readonly isReady: boolean;
  readonly id: string;
  readonly name: string;
  readonly period: string;
  readonly answers: ReturnType<typeof useSubjectReports>;
  readonly checks: readonly CheckSummary[];
}

function MessageButton({ isReady, id, name, period, answers, checks }: MessageButtonProps) {
  const printing = usePrintSettings();
  const last = useLastEntry('person', id);
  const totals = answers.figures.data?.result.totals;
  const hours = answers.expected.data?.result.totals['expected_hours'];
  const logged = totals?.['logged_hours'];
  const formatHours = (value: string | null | undefined) => formatWithUnit('logged_hours', value ?? '0', printing);
  const gap = hours == null ? undefined : difference(hours, logged ?? '0');
  const copy = () =>
    writeToClipboard(
      writeLetter({
        name,
        period,
        logged: formatHours(logged),
        expected: hours == null ? undefined : formatHours(hours),
        gap: gap !== undefined && readSign(gap) > 0 ? formatHours(gap) : undefined,
        lastEntry: last?.day,
        findings: checks.map(({ id: check, open }) => ({ check, records: count(open) })),
      }),
      texts.messageCopied(name),
      checkScreenTexts.copyFailed,
    );
  return (
    <Button
      leftSection={<IconCopy size={14} stroke={1.8} aria-hidden />}
      title={texts.messageDetail}
      disabled={!isReady || totals === undefined}
      onClick={copy}
      data-testid="copy-message"
    >
      {texts.message}
    </Button>
  );
}
