/** The parts of the download: which months, how many held of how many, whole or not. */
import type { DataStatus } from '../../../contract/api.ts';
import { uiTexts } from '../../../texts/en/ui.ts';
import { Tag } from '../../components/Tag.tsx';
import { monthState, type MonthState } from '../../coverage/months.ts';
import { count, UNKNOWN } from '../../format/figures.ts';
import { monthText } from '../../format/times.ts';
import tables from '../../components/tables.module.css';

const texts = uiTexts.data;
type Partition = DataStatus['partitions'][number];

export function PartitionsTable({ status }: { readonly status: DataStatus }) {
  return (
    <table className={tables.table} data-testid="partitions">
      <thead>
        <tr>
          <th scope="col">{texts.span}</th>
          <th scope="col" className={tables.number}>
            {texts.held}
          </th>
          <th scope="col" className={tables.number}>
            {texts.total}
          </th>
          <th scope="col">{texts.state}</th>
        </tr>
      </thead>
      <tbody>
        {status.partitions.map((partition) => (
          <tr key={`${partition.from} ${partition.to}`}>
            <th scope="row">{spanOf(partition)}</th>
            <td className={tables.number}>{count(partition.held)}</td>
            <td className={tables.number}>{partition.total === null ? UNKNOWN : count(partition.total)}</td>
            <td>
              <State state={partState(status, partition)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function State({ state }: { readonly state: MonthState }) {
  return (
    <Tag tone={state === 'complete' ? 'good' : state === 'soFar' ? 'warn' : 'quiet'}>{uiTexts.monthStates[state]}</Tag>
  );
}

/** A part has the state of its months: read whole but empty, it is not missing. */
function partState(status: DataStatus, { from, to, held }: Partition): MonthState {
  return monthState(status, from ?? to, held);
}

/** `Oct 2026 and later`, `Jan – Dec 2025`, `Dec 2024 and earlier, or without month`. */
function spanOf({ from, to }: Partition): string {
  if (from === null && to === null) return uiTexts.period.allTime;
  if (from === null) return `${monthText(to ?? '')} ${texts.earlierAnd} ${texts.noMonth}`;
  if (to === null) return `${monthText(from)} ${texts.laterAnd}`;
  return from === to ? monthText(from) : uiTexts.calendar.range(monthText(from), monthText(to));
}
