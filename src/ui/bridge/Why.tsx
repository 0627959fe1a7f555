/** Explains why a figure moved: a sentence, a waterfall, and groups with their parts, each of which opens a deeper level. */
import { Breadcrumbs, Button, Group, SegmentedControl, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import {
  bridgeDimensions,
  bridgeGroups,
  type BridgeAnswer,
  type BridgeDimension,
  type BridgeGroup,
} from '#domain/reports/bridge/question.ts';
import { describeBridge, describeInstead, toBridgeWords } from '#domain/reports/bridge/sentence.ts';
import { toBasis } from '#domain/reports/notes/basis.ts';
import { listFootNotes } from '#domain/reports/notes/foot-notes.ts';
import { hasAllRecords } from '#domain/reports/definition/report.ts';
import { bridgeTexts as texts } from '#texts/reports/bridge.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { ErrorBoundary, ErrorState, EmptyState, Pending } from '#ui/components/states.tsx';
import { Notes } from '../components/values.tsx';
import { bridge as bridgeQuery, settings as settingsQuery, useWorkspace } from '#ui/data/queries.ts';
import { count, MINUS } from '#ui/format/figures-and-times.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import { lazyComponent } from '#ui/late.ts';
import { useLabels } from '#ui/names.ts';
import type { ExplainedChange } from './explained-change.ts';
import { copyPicture, savePicture, useChartPicture } from '#ui/charts/chart-picture.ts';
import { toPicture } from '#ui/charts/png-export.ts';
import { shareTexts } from '#texts/screens/share.ts';
import { writeToClipboard } from '#ui/share/clipboard.ts';
import { CurrencyChoice } from './CurrencyChoice.tsx';
import { BridgeTable, formatBridge } from './BridgeTable.tsx';
import classes from './Bridge.module.css';

const Waterfall = lazyComponent(async () => (await import('./Waterfall.tsx')).Waterfall);

/** An opened group, with the filters that select it. */
interface Step {
  readonly label: string;
  readonly by: BridgeDimension;
  readonly filterGroups: ExplainedChange['filterGroups'];
}

export function Why({ change }: { readonly change: ExplainedChange }) {
  const { where, used, ...bridgeInput } = change;
  const labels = useLabels();
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [by, setBy] = useState(bridgeInput.by);
  const [currency, setCurrency] = useState<string | null>();
  const { data, error, refetch, isPlaceholderData } = useQuery(
    bridgeQuery({
      ...bridgeInput,
      by,
      filterGroups: steps.at(-1)?.filterGroups ?? bridgeInput.filterGroups,
      ...(currency !== undefined && { currency }),
    }),
  );
  const currentLevel = useRef<HTMLSpanElement>(null);
  const level = useRef(0);
  // Opening a group replaces the table, so the focus moves to the path.
  useEffect(() => {
    if (level.current !== steps.length) currentLevel.current?.focus();
    level.current = steps.length;
  }, [steps.length]);
  const usedDimensions = [...used, ...steps.map((step) => step.by)];
  const open = bridgeDimensions.filter((dimension) => !usedDimensions.includes(dimension));
  const next = open.find((dimension) => dimension !== by);
  const drillDown = ({ key, filterGroups }: BridgeGroup) => {
    if (next === undefined) return;
    setSteps([...steps, { label: labels.label(bridgeGroups[by], key), by, filterGroups }]);
    setCurrency(data?.currency);
    setBy(next);
  };
  const goBack = (to: number) => {
    setBy(steps[to]?.by ?? by);
    setSteps(steps.slice(0, to));
  };
  return (
    <Stack className={classes.why} data-testid="bridge" aria-busy={isPlaceholderData || undefined}>
      <Breadcrumbs separator="›" fz="sm" fw={600} data-testid="bridge-path">
        {[where === '' ? texts.whole : where, ...steps.map(({ label }) => label)].map((label, index, all) =>
          index === all.length - 1 ? (
            // eslint-disable-next-line react/no-array-index-key -- two levels may have one name
            <span key={index} ref={currentLevel} tabIndex={-1} aria-current="location">
              {label}
            </span>
          ) : (
            // eslint-disable-next-line react/no-array-index-key -- two levels may have one name
            <UnstyledButton key={index} className={classes.back} onClick={() => goBack(index)}>
              {label}
            </UnstyledButton>
          ),
        )}
      </Breadcrumbs>
      <Group justify="space-between" wrap="nowrap">
        <SegmentedControl
          aria-label={texts.byLabel}
          value={by}
          onChange={(value) => setBy(bridgeDimensions.find((dimension) => dimension === value) ?? by)}
          data={bridgeDimensions.map((value) => ({
            value,
            label: texts.by[value],
            disabled: usedDimensions.includes(value),
          }))}
        />
        {data && <CurrencyChoice currency={data.currency} currencies={data.result.currencies} onChange={setCurrency} />}
      </Group>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Answer
          measure={bridgeInput.measure}
          where={steps.at(-1)?.label ?? where}
          answer={data}
          // Groups of the previous answer cannot be opened.
          onGroup={next === undefined || isPlaceholderData ? undefined : drillDown}
        />
      ) : (
        <>
          <Pending width="80%" />
          <Pending width="100%" height="230px" />
        </>
      )}
    </Stack>
  );
}

interface AnswerProps {
  readonly measure: string;
  /** Empty for the total. */
  readonly where: string;
  readonly answer: BridgeAnswer;
  readonly onGroup: ((group: BridgeGroup) => void) | undefined;
}

function Answer({ measure, where, answer, onGroup }: AnswerProps) {
  const { bridge, report, result, by, refused } = answer;
  const printing = usePrintSettings();
  const { currency } = useWorkspace();
  const labels = useLabels();
  const words = toBridgeWords(answer, printing, currency);
  const sentence = describeBridge(answer, words, { minus: MINUS, locale: printing.locale });
  const instead = describeInstead(measure, answer);
  const notes = listFootNotes(report, result, [], printing).filter(
    // Omits notes that are shown elsewhere: the currency is chosen above, and a missing comparison is explained instead of the bridge.
    ({ code }) => code !== 'mixed-currencies' && (code !== 'not-compared' || bridge !== null),
  );
  const nameGroup = ({ key }: BridgeGroup) => labels.label(bridgeGroups[by], key);
  const { data: settings } = useQuery(settingsQuery);
  // Parts always add up as printed, regardless of the workspace's footing.
  const {
    period,
    calendar,
    zone,
    currency: money,
    amounts,
    footing,
    compared,
  } = toBasis({
    report,
    result,
    settings: settings && { ...settings, footing: 'largest-remainder' },
  });
  const basis = [period, compared, calendar, zone, money, amounts, footing].filter(Boolean).join(' · ');
  const drawn = useRef<HTMLDivElement>(null);
  const title = [texts.title, where].filter(Boolean).join(': ');
  const picture = {
    title,
    draw: async () => {
      if (!drawn.current) return undefined;
      // A note below the chart says if its axis does not begin at 0.
      const cut = [...drawn.current.querySelectorAll('p')].map(({ textContent }) => textContent);
      return toPicture(drawn.current, { title, legend: [], notes: [sentence, ...cut, basis] });
    },
  };
  useChartPicture(bridge ? picture : undefined);
  const copy = () => {
    const text = bridge ? formatBridge(bridge, { by, words, nameGroup }) : '';
    writeToClipboard(`${sentence}\n${text}${basis}\n`, reportsTexts.head.copied(count(bridge?.groups.length ?? 0)));
  };
  return (
    <>
      {bridge ? (
        <>
          <Text inherit fz="lg" data-testid="bridge-sentence" aria-live="polite">
            {!hasAllRecords(result) && <span className="so-far">{uiTexts.soFar} </span>}
            {sentence}
          </Text>
          {instead !== undefined && <p className="quiet">{instead}</p>}
          <div ref={drawn}>
            <ErrorBoundary>
              <Suspense>
                <Waterfall bridge={bridge} measure={answer.measure} words={words} />
              </Suspense>
            </ErrorBoundary>
          </div>
          <BridgeTable bridge={bridge} by={by} words={words} nameGroup={nameGroup} onGroup={onGroup} />
        </>
      ) : (
        <EmptyState title={texts.none} detail={refused ?? ''} />
      )}
      {notes.length > 0 && <Notes label={reportsTexts.notes.label} notes={notes.map(({ text }) => text)} />}
      <Group justify="space-between" wrap="nowrap" fz="xs">
        <span className="quiet">{basis}</span>
        {bridge && (
          <Group gap="xs" wrap="nowrap">
            <Button leftSection={<IconCopy size={14} stroke={1.6} aria-hidden />} onClick={copy}>
              {reportsTexts.head.copyTable}
            </Button>
            <Button onClick={() => void copyPicture(picture)}>{shareTexts.copyPicture}</Button>
            <Button onClick={() => void savePicture(picture)}>{shareTexts.savePicture}</Button>
          </Group>
        )}
      </Group>
    </>
  );
}
