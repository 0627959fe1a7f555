/** Shows what has changed since the app was last opened here. */
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { FilterGroups } from '#domain/filter/model.ts';
import { hasAllRecords, toReport } from '#domain/reports/definition/report.ts';
import { overviewTexts } from '#texts/screens/overview.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Pending } from '#ui/components/states.tsx';
import { FigureButton } from '#ui/explain/FigureTable.tsx';
import { count, timeText } from '#ui/format/figures-and-times.ts';
import { formatWithUnit } from '#ui/format/measured.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import { ALL_TIME } from '#ui/period/view-period.ts';
import { reportAnswer, visit, useWorkspace } from '#ui/data/queries.ts';
import type { CellPlace } from '#ui/routing/report-view.ts';
import { paths } from '#ui/routing/paths.ts';
import { toAddress, emptyView } from '#ui/routing/view-state.ts';
import type { Answer } from './explain-figure.ts';
import { propertyNames } from '#domain/properties.ts';
import tables from '#ui/components/tables.module.css';

const texts = overviewTexts.changed;

export interface Changes {
  /** Undefined while loading; null on the first visit. */
  readonly since: string | null | undefined;
  readonly answer: Answer | undefined;
}

export function useChanges(): Changes {
  const { data } = useQuery(visit);
  const since = data?.previous;
  const filterGroups = filterChangedSince(since ?? '');
  const { data: answer } = useQuery({
    ...reportAnswer(toReport({ measures: ['records', 'logged_hours', 'billable_value'], filterGroups })),
    enabled: typeof since === 'string',
  });
  return { since, answer };
}

const filterChangedSince = (since: string): FilterGroups => [
  { filters: [{ propertyName: propertyNames.modified, operator: 'GT', value: since }] },
];

export interface ChangedLineProps extends Changes {
  readonly onExplain: (cell: CellPlace) => void;
}

export function ChangedLine({ since, answer, onExplain }: ChangedLineProps) {
  if (since === undefined) return null;
  return (
    <Group component="p" gap="2px 12px" fz="xs" c="var(--ink-2)" data-testid="overview-changed">
      <Text span inherit fw={600}>
        {texts.title}
      </Text>
      {answer && !hasAllRecords(answer.result) && <span className="so-far">{uiTexts.soFar}</span>}
      {since === null ? (
        texts.first
      ) : answer ? (
        <Changed since={since} {...{ answer, onExplain }} />
      ) : (
        <Pending width="220px" />
      )}
    </Group>
  );
}

interface ChangedProps extends Omit<ChangedLineProps, 'since' | 'answer'> {
  readonly since: string;
  readonly answer: Answer;
}

function Changed({ since, answer, onExplain }: ChangedProps) {
  const { zone } = useWorkspace();
  const printing = usePrintSettings();
  const moment = timeText(since, zone);
  const { records, totals } = answer.result;
  if (records === 0) return texts.nothing(moment);
  const explain = (measure: string) => onExplain({ measure, row: [] });
  const view = { ...emptyView, period: ALL_TIME, filterGroups: filterChangedSince(since) };
  return (
    <>
      <span>
        <FigureButton label={overviewTexts.explain(texts.records)} onExplain={() => explain('records')}>
          {texts.count(count(records))}
        </FigureButton>{' '}
        {texts.since(moment)}
      </span>
      <span className="quiet">
        <FigureButton label={overviewTexts.explain(texts.hours)} onExplain={() => explain('logged_hours')}>
          {formatWithUnit('logged_hours', totals['logged_hours'], printing)}
        </FigureButton>
      </span>
      <Link href={toAddress(paths.records, view)} className={tables.link}>
        {texts.show}
      </Link>
    </>
  );
}
