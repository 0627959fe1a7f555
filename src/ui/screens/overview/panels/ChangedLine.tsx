/** What is new or different since the app was last opened here. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { FilterGroups } from '../../../../domain/filter/model.ts';
import { reportSchema } from '../../../../domain/reports/definition/report.ts';
import { overviewTexts } from '#texts/screens/overview.ts';
import { Pending } from '../../../components/states/Pending.tsx';
import { FigureButton } from '../../../explain/FigureTable.tsx';
import { count } from '../../../format/figures.ts';
import { measuredWithUnit } from '../../../format/measured.ts';
import { timeText } from '../../../format/times.ts';
import { usePrinting } from '../../../format/use-printing.ts';
import { ALL_TIME } from '../../../period/view-period.ts';
import { reportAnswer, visit } from '../../../data/queries.ts';
import { useWorkspace } from '../../../data/open-workspace.ts';
import type { CellPlace } from '../../../routing/report-view.ts';
import { paths } from '../../../routing/paths.ts';
import { toAddress } from '../../../routing/view.ts';
import { emptyView } from '../../../routing/view-state.ts';
import type { Answer } from '../figures/explained-figure.ts';
import { propertyNames } from '../../../../domain/property-names.ts';
import tables from '../../../components/values/tables.module.css';
import classes from '../OverviewScreen.module.css';

const texts = overviewTexts.changed;

export interface Changes {
  /** Undefined while loading; null: this is the first visit. */
  readonly since: string | null | undefined;
  readonly answer: Answer | undefined;
}

/** What is new or different since the visit before. */
export function useChanges(): Changes {
  const { data } = useQuery(visit);
  const since = data?.previous;
  const filterGroups = changedSince(since ?? '');
  const { data: answer } = useQuery({
    ...reportAnswer(reportSchema.parse({ measures: ['records', 'logged_hours', 'billable_value'], filterGroups })),
    enabled: typeof since === 'string',
  });
  return { since, answer };
}

const changedSince = (since: string): FilterGroups => [
  { filters: [{ propertyName: propertyNames.modified, operator: 'GT', value: since }] },
];

export interface ChangedLineProps extends Changes {
  readonly onExplain: (cell: CellPlace) => void;
}

export function ChangedLine({ since, answer, onExplain }: ChangedLineProps) {
  if (since === undefined) return null;
  return (
    <p className={classes.changed} data-testid="overview-changed">
      <span className={classes.changedTitle}>{texts.title}</span>
      {since === null ? (
        texts.first
      ) : answer ? (
        <Changed since={since} {...{ answer, onExplain }} />
      ) : (
        <Pending width="220px" />
      )}
    </p>
  );
}

interface ChangedProps extends Omit<ChangedLineProps, 'since' | 'answer'> {
  readonly since: string;
  readonly answer: Answer;
}

function Changed({ since, answer, onExplain }: ChangedProps) {
  const { zone } = useWorkspace();
  const printing = usePrinting();
  const moment = timeText(since, zone);
  const { records, totals } = answer.result;
  if (records === 0) return texts.nothing(moment);
  const explain = (measure: string) => onExplain({ measure, row: [] });
  const view = { ...emptyView, period: ALL_TIME, filterGroups: changedSince(since) };
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
          {measuredWithUnit('logged_hours', totals['logged_hours'], printing)}
        </FigureButton>
      </span>
      <Link href={toAddress(paths.records, view)} className={tables.link}>
        {texts.show}
      </Link>
    </>
  );
}
