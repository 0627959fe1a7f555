/** The chart's table twin: the same months, every figure exact in `data-value`. */
import { Link } from 'wouter';
import type { ReportResult } from '../../../domain/reports/report.ts';
import { uiTexts } from '../../../texts/en/ui.ts';
import { Tag } from '../../components/Tag.tsx';
import { measured } from '../../format/measured.ts';
import { monthText } from '../../format/times.ts';
import { monthMeasures, type MonthMeasure, type MonthRow } from './month-rows.ts';
import tables from '../../components/tables.module.css';

export interface MonthsTableProps {
  readonly rows: readonly MonthRow[];
  readonly totals: ReportResult['totals'];
  readonly showsMoney: boolean;
  readonly addressOf: (month: string) => string;
  /** False: it is there for screen readers only, and its links are not stops for the keyboard. */
  readonly isShown: boolean;
}

const texts = uiTexts.overview.months;
const heads: Readonly<Record<MonthMeasure, string>> = {
  logged_hours: texts.hours,
  billable_logged_hours: texts.billableHours,
  billable_value: texts.billable,
  recorded_cost: texts.cost,
  margin: texts.margin,
  margin_percent: texts.marginPercent,
};
const moneyOnly: readonly MonthMeasure[] = ['recorded_cost', 'margin', 'margin_percent'];

export function MonthsTable({ rows, totals, showsMoney, addressOf, isShown }: MonthsTableProps) {
  const shown = monthMeasures.filter((measure) => showsMoney || !moneyOnly.includes(measure));
  return (
    <table className={tables.table} data-testid="overview-months-table">
      <caption className="visually-hidden">{texts.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.month}</th>
          {shown.map((measure) => (
            <th key={measure} scope="col" className={tables.number} data-measure={measure}>
              {heads[measure]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.month} data-month={row.month}>
            <th scope="row">
              <Link href={addressOf(row.month)} className={tables.link} tabIndex={isShown ? 0 : -1}>
                {monthText(row.month)}
              </Link>{' '}
              {row.state !== 'complete' && (
                <Tag tone={row.state === 'soFar' ? 'warn' : 'quiet'}>{uiTexts.monthStates[row.state]}</Tag>
              )}
            </th>
            {shown.map((measure) => (
              <Figure key={measure} measure={measure} value={row.values[measure]} />
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            {texts.total(
              rows.length,
              rows.some(({ state }) => state !== 'complete'),
            )}
          </th>
          {shown.map((measure) => (
            <Figure key={measure} measure={measure} value={totals[measure]} />
          ))}
        </tr>
      </tfoot>
    </table>
  );
}

function Figure({ measure, value }: { readonly measure: MonthMeasure; readonly value: string | null | undefined }) {
  return (
    <td className={tables.number} data-measure={measure} data-value={value ?? ''}>
      {measured(measure, value, 'table')}
    </td>
  );
}
