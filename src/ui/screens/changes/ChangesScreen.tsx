/** The Changes screen: the changes between two moments in steps, by client or person, and record by record. */
import { Button, SegmentedControl, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { Output } from '#contract/api.ts';
import type { ExportFormat } from '#domain/export-formats.ts';
import { printFilter, createOperandForms } from '#domain/filter/print.ts';
import {
  bridgeChanges,
  changeMeasures,
  listChangeParts,
  listOtherCurrencies,
  type ChangeMeasure,
} from '#domain/reports/bridge/changes.ts';
import { bridgeGroups, type Bridge } from '#domain/reports/bridge/question.ts';
import { toBridgeWords, type BridgeWords } from '#domain/reports/bridge/sentence.ts';
import { changeParts, type ChangePart } from '#domain/reports/bridge/split.ts';
import { bridgeTexts } from '#texts/reports/bridge.ts';
import { changeTexts } from '#texts/reports/changes.ts';
import { changesScreenTexts as texts } from '#texts/screens/changes.ts';
import { momentTexts } from '#texts/screens/memory.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { BridgeTable, formatBridge } from '#ui/bridge/BridgeTable.tsx';
import { CurrencyChoice } from '#ui/bridge/CurrencyChoice.tsx';
import { Waterfall } from '#ui/bridge/Waterfall.tsx';
import { Panel } from '#ui/components/Panel.tsx';
import { Screen } from '#ui/components/Screen.tsx';
import { lazyComponent } from '#ui/late.ts';
import { EmptyState, ErrorBoundary, ErrorState, NothingYet, Pending, useNothingYet } from '#ui/components/states.tsx';
import { Seal } from '#ui/coverage/Seal.tsx';
import { isFailure } from '#ui/data/client.ts';
import { useMoment } from '#ui/data/moment.ts';
import { changes as changesQuery, dataStatus, useWorkspace } from '#ui/data/queries.ts';
import { FilterBar } from '#ui/filters/FilterBar.tsx';
import { count, MINUS, dayText, periodLabel, periodText, timeText } from '#ui/format/figures-and-times.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import { pageLocale } from '#ui/locale.ts';
import { useLabels, useNames } from '#ui/names.ts';
import { ALL_TIME, resolveViewPeriod } from '#ui/period/view-period.ts';
import { ShareMenu } from '#ui/share/ShareMenu.tsx';
import { writeToClipboard } from '#ui/share/clipboard.ts';
import { RefreshButton } from '#ui/sync/RefreshButton.tsx';
import { ChangedLabels, ChangedRecords } from './ChangedRecords.tsx';
import { toChangesAddress, useChangesView, type ChangesView } from '#ui/routing/changes-view.ts';
import { SinceChooser } from './SinceChooser.tsx';
import { useStarts, type Starts } from './starts.ts';
import classes from './ChangesScreen.module.css';

const ChangesExport = lazyComponent(async () => (await import('./ChangesExport.tsx')).ChangesExport);

type Changes = Output<'memory.changes'>;

export function ChangesScreen() {
  const workspace = useWorkspace();
  const { zone } = workspace;
  const [view, change] = useChangesView();
  const moment = useMoment();
  const until = view.until ?? moment;
  const starts = useStarts(until);
  const nothingYet = useNothingYet();
  const period = resolveViewPeriod(view.period ?? ALL_TIME, workspace);
  const since = view.since ?? starts.standard;
  const input = {
    ...(view.file === undefined
      ? {
          ...(since !== undefined && { since }),
          filterGroups: view.filterGroups,
          query: view.query,
          ...(period.text !== undefined && { period: period.text }),
        }
      : { file: view.file }),
    ...(until !== undefined && { until }),
    ...(view.currency !== undefined && { currency: view.currency }),
  };
  const hasStart = view.file !== undefined || since !== undefined;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...changesQuery({ ...input, by: view.by }),
    enabled: hasStart && !nothingYet,
  });
  // Without a start there is no query, and the failure to load the moments is shown instead.
  const failure = error ?? (hasStart ? null : starts.error);
  const start = formatStart(view, { data: isPlaceholderData ? undefined : data, starts, since, zone });
  const shared = useShared(view, data, until === undefined);
  const [exporting, setExporting] = useState<ExportFormat>();
  const exportFile = data && (data.total > 0 || data.labels.length > 0) ? setExporting : undefined;
  return (
    <Screen
      title={uiTexts.screens.changes.title}
      seal={<Seal period={period.period} />}
      actions={
        <>
          <RefreshButton />
          <ShareMenu {...(data && !isPlaceholderData && { ...shared, exportFile })} />
        </>
      }
      shownPeriod={period.label}
      band={{
        filters: (
          <>
            <SinceChooser starts={starts} label={start} onChoose={(chosen) => change({ ...chosen, part: undefined })} />
            {view.file === undefined ? (
              <FilterBar view={view} period={period} change={change} />
            ) : (
              <Button variant="subtle" component={Link} href={toChangesAddress({})}>
                {texts.anyMoment}
              </Button>
            )}
          </>
        ),
      }}
    >
      {exporting && data && (
        <ErrorBoundary onClose={() => setExporting(undefined)}>
          <Suspense>
            <ChangesExport
              input={input}
              changes={data}
              initialFormat={exporting}
              onClose={() => setExporting(undefined)}
            />
          </Suspense>
        </ErrorBoundary>
      )}
      {nothingYet ? (
        <NothingYet />
      ) : starts.isNothing && view.file === undefined && view.since === undefined ? (
        <Panel>
          {until === undefined ? (
            <EmptyState title={changeTexts.nothingKnown} detail={momentTexts.none} action={<RefreshButton primary />} />
          ) : (
            <EmptyState title={texts.nothingBefore} detail={texts.nothingBeforeDetail} />
          )}
        </Panel>
      ) : failure ? (
        <Panel>
          <ErrorState
            error={failure}
            {...(view.since === undefined && view.file === undefined
              ? // A retry cannot help if the two moments themselves are invalid; others can be chosen above.
                !isFailure(failure, 'usage') && { onRetry: hasStart ? () => void refetch() : starts.retry }
              : {
                  action: (
                    <Button component={Link} href={toChangesAddress({})}>
                      {texts.anyMoment}
                    </Button>
                  ),
                })}
          />
        </Panel>
      ) : data ? (
        <Answer changes={data} isStale={isPlaceholderData} view={view} change={change} input={input} />
      ) : (
        <Panel>
          <Stack p="lg">
            <Pending width="60%" />
            <Pending width="42%" />
            <Pending width="51%" />
          </Stack>
        </Panel>
      )}
    </Screen>
  );
}

interface Start {
  readonly data: Changes | undefined;
  readonly starts: Starts;
  readonly since: string | undefined;
  readonly zone: string;
}

/** Formats the label of the button that chooses the moments. */
function formatStart({ until, file }: ChangesView, { data, starts, since, zone }: Start): string {
  if (file !== undefined) return data?.file ? texts.sinceFile(data.file.file) : texts.files;
  if (since === undefined) return texts.since;
  const refresh = starts.refreshes.find(({ number }) => `#${number}` === since);
  const from = formatMoment(since, zone, data?.since.recordsSeenAt ?? refresh?.seenAt);
  if (until !== undefined) return texts.between(from, formatMoment(until, zone, data?.until.recordsSeenAt));
  return since === starts.visit ? texts.sinceVisit(from) : texts.sinceMoment(from);
}

/** @param seenAt when the records of a refresh became visible */
function formatMoment(moment: string, zone: string, seenAt: string | undefined): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(moment)) return dayText(moment);
  return moment.startsWith('#') ? (seenAt ? timeText(seenAt, zone) : moment) : timeText(moment, zone);
}

const sums: readonly ChangeMeasure[] = ['logged', 'billable', 'value'];

interface WordedBridge {
  readonly bridge: Bridge;
  readonly words: BridgeWords;
}

function useBridges(changes: Changes | undefined): Readonly<Record<ChangeMeasure, WordedBridge>> | undefined {
  const printing = usePrintSettings();
  const { currency: usual } = useWorkspace();
  if (!changes) return undefined;
  const toBridge = (sum: ChangeMeasure): WordedBridge => ({
    bridge: bridgeChanges(changes, sum, printing),
    words: toBridgeWords({ measure: changeMeasures[sum], currency: changes.currency }, printing, usual),
  });
  return { logged: toBridge('logged'), billable: toBridge('billable'), value: toBridge('value') };
}

const chooseMeasure = ({ measure }: ChangesView, { before, after }: Changes): ChangeMeasure =>
  measure ?? (before.value === '0' && after.value === '0' ? 'logged' : 'value');

function useShared(view: ChangesView, changes: Changes | undefined, isNow: boolean) {
  const bridges = useBridges(changes);
  const labels = useLabels();
  const chosen = changes && bridges?.[chooseMeasure(view, changes)];
  const sentence = useSentence(changes, chosen, isNow);
  if (!changes || !chosen) return undefined;
  const { bridge, words } = chosen;
  const nameGroup = ({ key }: { readonly key: string | null }) => labels.label(bridgeGroups[changes.by], key);
  return {
    copyTable: () =>
      writeToClipboard(
        `${sentence}\n${formatBridge(bridge, { by: changes.by, words, nameGroup })}`,
        texts.copied(count(bridge.groups.length)),
      ),
  };
}

/** Writes `Since 31 Oct 2026 14:00, October 2026: +12.50 h logged hours; 3 records appeared, 1 record vanished.` */
function useSentence(changes: Changes | undefined, chosen: WordedBridge | undefined, isNow: boolean): string {
  const { zone } = useWorkspace();
  if (!changes || !chosen) return '';
  const { since, file, period, counts, until } = changes;
  const { bridge, words } = chosen;
  const parts = listChangeParts(counts, count);
  const span = period && periodLabel(period).title;
  const moment = timeText(since.recordsSeenAt, zone);
  const figure = `${words.print(bridge.change, { minus: MINUS, signed: true })} ${words.unit}`.trim();
  const what = parts.length === 0 ? changeTexts.nothing : changeTexts.moved(figure, words.label, parts);
  if (file) return changeTexts.sinceFile(file.file, timeText(file.at, zone), span, what);
  if (isNow) return changeTexts.since(moment, span, what);
  return changeTexts.between(moment, timeText(until.recordsSeenAt, zone), span, what);
}

interface AnswerProps {
  readonly changes: Changes;
  readonly isStale: boolean;
  readonly view: ChangesView;
  readonly change: ReturnType<typeof useChangesView>[1];
  readonly input: Parameters<typeof changesQuery>[0];
}

function Answer({ changes, isStale, view, change, input }: AnswerProps) {
  const labels = useLabels();
  const measure = chooseMeasure(view, changes);
  const bridges = useBridges(changes);
  const sentence = useSentence(changes, bridges?.[measure], input.until === undefined);
  if (!bridges) return null;
  if (changes.total === 0 && changes.labels.length === 0) return <Nothing changes={changes} />;
  const { bridge, words } = bridges[measure];
  const nameGroup = ({ key }: { readonly key: string | null }) => labels.label(bridgeGroups[changes.by], key);
  const choosePart = (part: ChangePart | undefined) => change({ part: part === view.part ? undefined : part });
  return (
    <Stack data-testid="changes" aria-busy={isStale || undefined} data-old={isStale || undefined}>
      <Stack gap={2} aria-live="polite">
        <Text inherit fz="xl" fw={600} lts="-0.01em" data-testid="changes-sentence">
          {sentence}
        </Text>
        <About changes={changes} />
      </Stack>
      {changes.total > 0 && (
        <>
          <div className={classes.measures}>
            {sums.map((sum) => (
              <Figure
                key={sum}
                label={texts.measures[sum]}
                {...bridges[sum]}
                isChosen={sum === measure}
                onChoose={() => change({ measure: sum }, { replace: true })}
              />
            ))}
            {measure === 'value' && (
              <CurrencyChoice
                currency={changes.currency}
                currencies={changes.currencies}
                onChange={(currency) => change({ currency }, { replace: true })}
              />
            )}
          </div>
          <div className={classes.panels}>
            <Panel title={texts.steps}>
              <Stack px="lg" pb="md">
                <Waterfall
                  bridge={bridge}
                  measure={changeMeasures[measure]}
                  words={words}
                  chosen={view.part}
                  onPart={(id) => choosePart(changeParts.find((part) => part === id))}
                />
              </Stack>
            </Panel>
            <Panel
              title={texts.groups[view.by]}
              controls={
                <SegmentedControl
                  aria-label={bridgeTexts.byLabel}
                  value={view.by}
                  onChange={(by) => change({ by: by === 'person' ? 'person' : 'client' }, { replace: true })}
                  data={[
                    { value: 'client', label: bridgeTexts.by.client },
                    { value: 'person', label: bridgeTexts.by.person },
                  ]}
                />
              }
            >
              <BridgeTable
                bridge={bridge}
                by={changes.by}
                words={words}
                nameGroup={nameGroup}
                labelOf={texts.onlyGroup}
                onGroup={({ key }) => change({ group: key === view.group ? undefined : key })}
              />
            </Panel>
          </div>
          <ChangedRecords
            changes={changes}
            input={input}
            measure={measure}
            words={words}
            view={view}
            change={change}
            groupName={view.group === undefined ? undefined : nameGroup({ key: view.group })}
            onPart={choosePart}
          />
        </>
      )}
      <ChangedLabels labels={changes.labels} total={changes.labelCount} />
    </Stack>
  );
}

interface FigureProps extends WordedBridge {
  readonly label: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** Shows a measure at both moments; a click shows its steps. */
function Figure({ label, bridge: { start, end, change }, words, isChosen, onChoose }: FigureProps) {
  return (
    <UnstyledButton className={classes.figure} aria-pressed={isChosen} onClick={onChoose}>
      <Text span inherit c="var(--ink-2)" fz="xs">
        {label}
      </Text>
      <Text
        span
        inherit
        fz={20}
        fw={600}
        lts="-0.02em"
        data-sign={change.steps === '0' ? undefined : change.steps.startsWith('-') ? 'less' : 'more'}
      >
        {words.print(change, { minus: MINUS, signed: true })} <small className="unit">{words.unit}</small>
      </Text>
      <Text span inherit c="var(--ink-2)" fz="xs">
        {changeTexts.change(words.print(start, { minus: MINUS }), words.print(end, { minus: MINUS }))}
      </Text>
    </UnstyledButton>
  );
}

/** Shows who wrote a file, when, and with which filter, and what the figures omit. */
function About({ changes: { file, since, others, complete } }: { readonly changes: Changes }) {
  const { zone } = useWorkspace();
  const printing = usePrintSettings();
  const { nameOf } = useNames();
  const filter =
    file &&
    printFilter(file.filterGroups, { query: file.query, nameOf, forms: createOperandForms(zone, pageLocale()) });
  return (
    <>
      {file && (
        <p className="quiet">
          {texts.fileAbout(timeText(file.at, zone), file.who, periodText(file.period), filter ?? '')}
        </p>
      )}
      {listOtherCurrencies(others, printing, { minus: MINUS }).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {since.merge === null && file && <p className="quiet">{changeTexts.kept(file.file)}</p>}
      {!complete && (
        <Text inherit c="var(--warn)">
          {changeTexts.partial}
        </Text>
      )}
    </>
  );
}

function Nothing({ changes }: { readonly changes: Changes }) {
  const { zone } = useWorkspace();
  const { data: status } = useQuery(dataStatus);
  const { since, until, file } = changes;
  const [from, to] = [since, until].map(({ recordsSeenAt }) => timeText(recordsSeenAt, zone));
  const asOf = status?.asOf;
  return (
    <Panel>
      <div data-testid="changes-none">
        <EmptyState
          title={
            file
              ? changeTexts.noneSinceFile(file.file)
              : from === to
                ? changeTexts.none(from ?? '')
                : changeTexts.noneBetween(from ?? '', to ?? '')
          }
          detail={asOf ? changeTexts.noneDetail(timeText(asOf, zone)) : ''}
          action={<RefreshButton />}
        />
      </div>
      {!changes.complete && (
        <Text inherit c="var(--warn)">
          {changeTexts.partial}
        </Text>
      )}
    </Panel>
  );
}
