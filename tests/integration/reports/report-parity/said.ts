/** What must be said beside the figures of a report: how many records, hours and how much money they take otherwise or leave out. */
import type { TimeLogRecord } from '#domain/record.ts';
import type { Setting } from './calendar.ts';
import type { Content } from './figures.ts';
import { textOf } from './fraction.ts';
import { currencyOf } from './labels.ts';
import { amountOf, billable, logged, sumOf, where, type Read } from './times.ts';

const P = 'a552213_';

export interface Said {
  readonly kind: string;
  readonly records: number | null;
  readonly minutes: string | null;
  readonly amounts?: readonly { readonly currency: string | null; readonly amount: string | null }[] | undefined;
}

const standIns = ['no-minutes', 'no-billable-minutes'];
/** What figures leave out. */
export const leftOut = ['no-billable', 'no-logged', 'no-billable-expected', 'no-rate', 'no-cost', 'no-value'];

/** What is said of a compared period too: what its figures leave out, or count without its other side. */
export const oneSided = [...leftOut, 'cost-alone', 'hours-alone'];

/** Of the notes of a report those that are said here, in no order. */
export const kinds = [...standIns, ...oneSided, 'unreadable', 'no-expected-hours', 'no-owner'];

const isNot = (records: readonly TimeLogRecord[], read: Read) => records.filter((record) => read(record) === null);
const isUnreadable = (record: TimeLogRecord, name: string) => record.anomalies.has(`${P}${name}`);

/** @param content all of the report's period and filter */
export function saidOf({ records, known, unknown }: Content, setting: Setting): Said[] {
  const { asked } = setting;
  const measures = new Set(asked.report.measures);
  const has = (...ids: readonly string[]) => ids.some((id) => measures.has(id));
  const [value, cost] = [amountOf('billable', setting), amountOf('cost', setting)];
  const ofExpected = records.filter((record) => known.has(record));
  const usesLogged = has('logged_hours', 'nonbillable_hours', 'billable_share', 'working_days', 'gap_hours');
  const usesBillable = has(
    'billable_logged_hours',
    'nonbillable_hours',
    'billable_share',
    'effective_rate',
    'utilisation',
  );
  const note = (kind: string, all: readonly TimeLogRecord[], minutes?: Read, money?: Read): Said[] => {
    if (all.length === 0) return [];
    const amounts = money ? byLabel(all, money, setting) : [];
    return [
      {
        kind,
        records: all.length,
        minutes: minutes ? textOf(sumOf(all, minutes)) : null,
        ...(amounts.length > 0 ? { amounts } : {}),
      },
    ];
  };
  const withHoursOnly = (kind: 'total' | 'billable', read: Read) =>
    records.filter((record) => !record.values.has(`${P}${kind}_minutes`) && read(record) !== null);
  return [
    ...(usesLogged ? note('no-minutes', withHoursOnly('total', logged), logged) : []),
    ...(usesBillable ? note('no-billable-minutes', withHoursOnly('billable', billable), billable) : []),
    ...note(
      'unreadable',
      records.filter((record) => hasUnreadable(record, setting)),
    ),
    ...(has('nonbillable_hours', 'billable_share')
      ? [
          ...note('no-billable', isNot(records, billable), logged),
          ...note('no-logged', isNot(where(records, billable), logged), billable),
        ]
      : []),
    ...(has('utilisation') ? note('no-billable-expected', isNot(ofExpected, billable), logged) : []),
    ...(has('effective_rate')
      ? note(
          'no-rate',
          records.filter((record) => billable(record) === null || value(record) === null),
          billable,
          value,
        )
      : has('billable_value')
        ? note(
            'hours-alone',
            isNot(records, value).filter((record) => !['', '0'].includes(textOf(sumOf([record], billable)) ?? '')),
            billable,
          )
        : []),
    ...(has('recorded_cost', 'margin', 'margin_percent') ? note('no-cost', isNot(records, cost), logged, value) : []),
    ...(has('margin', 'margin_percent')
      ? [
          ...note(
            'no-value',
            isNot(where(records, cost), value).filter((record) => isAmountUnreadable(record, 'billable', setting)),
            undefined,
            cost,
          ),
          ...note(
            'cost-alone',
            isNot(where(records, cost), value).filter(
              (record) => !isAmountUnreadable(record, 'billable', setting) && textOf(sumOf([record], cost)) !== '0',
            ),
            undefined,
            cost,
          ),
        ]
      : []),
    ...(has('expected_hours', 'utilisation', 'gap_hours') && unknown.size > 0
      ? [
          {
            kind: 'no-expected-hours',
            records: unknown.size,
            minutes: textOf(
              sumOf(
                records.filter((record) => record.values.has('platform_owner_id') && !known.has(record)),
                logged,
              ),
            ),
          },
        ]
      : []),
    ...(has('expected_hours', 'utilisation', 'gap_hours')
      ? note(
          'no-owner',
          records.filter(({ values }) => !values.has('platform_owner_id')),
          logged,
        )
      : []),
  ];
}

/** Money by its label, without those of which there is nothing; the unlabelled last. */
function byLabel(records: readonly TimeLogRecord[], money: Read, { asked }: Setting): NonNullable<Said['amounts']> {
  const labelOf = (record: TimeLogRecord) =>
    (asked.withCurrencies ? currencyOf(record) : null) ?? asked.settings.currency;
  const labels = [...new Set(records.map(labelOf))];
  return labels.flatMap((currency) => {
    const amount = sumOf(
      records.filter((record) => labelOf(record) === currency),
      money,
    );
    return amount === null || amount.n === 0n ? [] : [{ currency, amount: textOf(amount) }];
  });
}

function isAmountUnreadable(record: TimeLogRecord, kind: 'billable' | 'cost', { asked }: Setting): boolean {
  const { amounts } = asked.settings;
  const [recorded, auto] = [`${kind}_amount`, `${kind}_amount_auto`];
  if (amounts === 'auto') return isUnreadable(record, auto);
  if (isUnreadable(record, recorded)) return true;
  return amounts === 'recorded-else-auto' && !record.values.has(`${P}${recorded}`) && isUnreadable(record, auto);
}

/** Whether a value that its figures or its groups are read from could not be read; hours are read only in the place of minutes. */
function hasUnreadable(record: TimeLogRecord, setting: Setting): boolean {
  const { measures, groupBy = [], columns } = setting.asked.report;
  const time = (kind: 'total' | 'billable') =>
    isUnreadable(record, `${kind}_minutes`) ||
    (!record.values.has(`${P}${kind}_minutes`) && isUnreadable(record, `${kind}_hours`));
  const amount = (kind: 'billable' | 'cost') => isAmountUnreadable(record, kind, setting);
  const owner = () => record.anomalies.has('platform_owner_id');
  const readIn: Readonly<Record<string, () => boolean>> = {
    records: () => false,
    owners: owner,
    logged_hours: () => time('total'),
    working_days: () => time('total'),
    billable_logged_hours: () => time('billable'),
    nonbillable_hours: () => time('total') || time('billable'),
    billable_share: () => time('total') || time('billable'),
    effective_rate: () => time('billable') || amount('billable'),
    billable_value: () => amount('billable'),
    recorded_cost: () => amount('cost'),
    margin: () => amount('billable') || amount('cost'),
    margin_percent: () => amount('billable') || amount('cost'),
    expected_hours: owner,
    utilisation: () => owner() || time('billable'),
    gap_hours: () => owner() || time('total'),
  };
  const ofGroup = (name: string) => {
    if (name === 'team' || name === 'platform_owner_id') return owner();
    if (name === 'client' || name === 'object')
      return isUnreadable(record, 'assoc_obj_type') || isUnreadable(record, 'assoc_record_id');
    return record.anomalies.has(name);
  };
  const groups = columns === undefined ? groupBy : [...groupBy, columns];
  return measures.some((id) => readIn[id]?.() ?? record.anomalies.has(id.split(':')[0] ?? '')) || groups.some(ofGroup);
}
