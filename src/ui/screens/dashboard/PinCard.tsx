/** One pin: a figure with its change, or a report's chart and lines; both lead to the report, and say when they are not complete. */
import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { Link } from 'wouter';
import { explainTexts } from '#texts/reports/reports.ts';
import { dashboardTexts as texts } from '#texts/screens/reports/dashboard.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import type { SavedReport } from '../../../contract/reports.ts';
import { followPin, isPinOpen } from '../../../domain/charts/pin-state.ts';
import type { Pin } from '../../../domain/reports/definition/pins.ts';
import { periodText } from '../../format/times.ts';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Pending } from '../../components/states/Pending.tsx';
import { Tag } from '../../components/values/Tag.tsx';
import { useReportAnswer } from '../../data/outdated.ts';
import { savedReports, settings as settingsQuery } from '../../data/queries.ts';
import { useWorkspace } from '../../data/open-workspace.ts';
import { explainedCell } from '../../explain/explained-cell.ts';
import { useLabels, useNames } from '../../names.ts';
import { usePrinted } from '../reports/use-printed.ts';
import { addressOf, type AnsweredPin } from './answered-pin.ts';
import { PinChart } from './PinChart.tsx';
import { PinLines } from './PinLines.tsx';
import classes from './DashboardScreen.module.css';

const noReports: readonly SavedReport[] = [];

export interface PinCardProps {
  readonly pin: Pin;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (step: 1 | -1) => void;
  readonly onRemove: () => void;
}

export function PinCard({ pin: pinned, isFirst, isLast, onMove, onRemove }: PinCardProps) {
  const { data, error: savedError } = useQuery(savedReports);
  // Where they cannot be read, none is there to follow.
  const saved = data?.reports ?? (savedError ? noReports : undefined);
  const { today } = useWorkspace();
  const labels = useLabels();
  const shown = useMemo(() => followPin(pinned, saved), [pinned, saved]);
  const pin = shown?.pin ?? pinned;
  const { name, report, cell } = pin;
  const answer = useReportAnswer(report, { enabled: shown !== undefined });
  // The answer to an earlier definition has other lines.
  const result = answer.isPlaceholderData ? undefined : answer.data?.result;
  const printed = usePrinted(report, result);
  const address = addressOf(pin, shown?.follows === 'saved');
  const isChart = cell === undefined && pin.view.chart !== 'none';
  return (
    <li className={classes.card} data-figure={cell !== undefined || undefined} data-testid="pin">
      <header className={classes.head}>
        <Link href={address} className={classes.name} title={texts.open(name)}>
          {name}
        </Link>
        {result && isPinOpen(pin, result, today, labels.span) && <Tag tone="warn">{uiTexts.soFar}</Tag>}
        <span className={classes.actions}>
          <CardButton label={texts.earlier(name)} isOff={isFirst} onClick={() => onMove(-1)}>
            <IconArrowLeft size={14} stroke={1.6} aria-hidden />
          </CardButton>
          <CardButton label={texts.later(name)} isOff={isLast} onClick={() => onMove(1)}>
            <IconArrowRight size={14} stroke={1.6} aria-hidden />
          </CardButton>
          <CardButton label={texts.remove(name)} onClick={onRemove}>
            <IconX size={14} stroke={1.6} aria-hidden />
          </CardButton>
        </span>
      </header>
      {answer.error ? (
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !result || !printed ? (
        <Pending width="60%" />
      ) : cell ? (
        <Figure pin={pin} result={result} printed={printed.printed} further={printed.further} />
      ) : (
        <>
          {isChart && (
            <PinChart
              pin={pin}
              result={result}
              printed={printed.printed}
              labels={labels}
              isSaved={shown?.follows === 'saved'}
            />
          )}
          <PinLines pin={pin} result={result} printed={printed.printed} labels={labels} address={address} />
        </>
      )}
      {result && <p className={classes.period}>{periodText(result.period)}</p>}
      {shown?.follows === 'gone' && <p className={classes.period}>{texts.unsaved}</p>}
    </li>
  );
}

interface CardButtonProps {
  readonly label: string;
  readonly isOff?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function CardButton({ label, isOff = false, onClick, children }: CardButtonProps) {
  return (
    <ActionIcon variant="subtle" size={24} aria-label={label} title={label} disabled={isOff} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}

/** The figure as its explanation has it, so that both say the same. */
function Figure({
  pin,
  result,
  printed,
  further,
}: Omit<AnsweredPin, 'labels'> & Pick<NonNullable<ReturnType<typeof usePrinted>>, 'further'>) {
  const { data: settings } = useQuery(settingsQuery);
  const { directory } = useNames();
  const { today } = useWorkspace();
  const { report, cell } = pin;
  if (!cell || !settings) return <Pending width="60%" />;
  const explained = explainedCell(cell, {
    report,
    ...(further[cell.past ?? -1] ?? { result, printed }),
    settings,
    directory,
    today,
  });
  if (!explained) return <p className={classes.gone}>{texts.gone}</p>;
  const change = explained.facts.find(({ label }) => label === explainTexts.labels.change)?.text;
  return (
    <>
      <p className={classes.figure} data-exact={explained.exact ?? undefined}>
        {explained.printed}
        {explained.unit !== '' && <span className={classes.unit}>{explained.unit}</span>}
      </p>
      {change !== undefined && <p className={classes.change}>{change}</p>}
    </>
  );
}
