/** Which months are whole: a strip of months, and under it the parts the download was cut into. */
import { Tooltip } from '@mantine/core';
import type { DataStatus, WorkspaceState } from '../../../contract/api.ts';
import { uiTexts } from '../../../texts/en/ui.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { Pending } from '../../components/Pending.tsx';
import { count } from '../../format/figures.ts';
import { monthText, shortMonth } from '../../format/times.ts';
import { useHeldMonths } from '../../coverage/use-held-months.ts';
import { coveredMonths, type CoveredMonth } from './coverage-months.ts';
import { PartitionsTable } from './PartitionsTable.tsx';
import classes from './CoveragePanel.module.css';

const texts = uiTexts.data;
const states = ['complete', 'soFar', 'missing'] as const;

export interface CoveragePanelProps {
  readonly status: DataStatus | undefined;
  readonly workspace: WorkspaceState;
}

export function CoveragePanel({ status }: CoveragePanelProps) {
  const held = useHeldMonths({ enabled: true });
  const months = status && held ? coveredMonths(held, status) : undefined;
  return (
    <Panel
      title={texts.coverage}
      sub={texts.coverageSub}
      controls={
        <div className={classes.legend}>
          {states.map((state) => (
            <span key={state}>
              <i data-state={state} />
              {uiTexts.monthStates[state]}
            </span>
          ))}
        </div>
      }
    >
      {months?.length === 0 ? (
        <EmptyState title={uiTexts.seal.empty} />
      ) : (
        <ol className={classes.strip} data-testid="coverage-strip">
          {months ? (
            months.map((month) => <Month key={month.month ?? ''} {...month} most={mostOf(months)} />)
          ) : (
            <Pending width="100%" height="72px" />
          )}
        </ol>
      )}
      {status && status.partitions.length > 0 && <PartitionsTable status={status} />}
    </Panel>
  );
}

function mostOf(months: readonly CoveredMonth[]): number {
  return Math.max(1, ...months.map(({ records }) => records));
}

/** As tall as it has records: a thin month stands out. */
function Month({ month, records, state, most }: CoveredMonth & { readonly most: number }) {
  const name = month === null ? texts.noMonth : monthText(month);
  const label = texts.monthDetailOpen(name, count(records), uiTexts.monthStates[state]);
  return (
    <Tooltip label={label} openDelay={80}>
      <li className={classes.month} data-month={month ?? ''} data-state={state}>
        <span className="visually-hidden">{label}</span>
        <span className={classes.column} aria-hidden>
          <span
            className={classes.fill}
            data-state={state}
            style={{ height: `${Math.max(4, (records / most) * 100)}%` }}
          />
        </span>
        <span className={classes.name} aria-hidden>
          {month === null ? '–' : shortMonth(month).slice(0, 1)}
        </span>
        <span className={classes.year} aria-hidden>
          {month?.slice(5, 7) === '01' ? month.slice(0, 4) : ''}
        </span>
      </li>
    </Tooltip>
  );
}
