/** Which currencies the money of a figure is in: each figure by the amounts that it is made of, whatever stands beside it. */
import type { TimeLogRecord } from '#domain/record.ts';
import type { Setting } from './calendar.ts';
import { billable } from './times.ts';
import { objectKeyOf, typed } from './world.ts';

const P = 'a552213_';

/** Which money a figure reads. */
export function moneyIn(...ids: readonly string[]): string[] {
  return ids.flatMap((id) => {
    if (id === 'billable_value' || id === 'effective_rate') return ['billable'];
    if (id === 'recorded_cost') return ['cost'];
    if (id.startsWith('margin')) return ['billable', 'cost'];
    const name = id.replace(P, '').split(':')[0] ?? '';
    return ['billable_amount', 'billable_rate'].includes(name) ? [name] : [];
  });
}

/** Three letters are one code in any case. */
export function currencyOf(record: TimeLogRecord): string | null {
  const own = typed.objects[objectKeyOf(record) ?? '']?.currency?.trim() ?? null;
  return own !== null && /^[a-z]{3}$/i.test(own) ? own.toUpperCase() : own;
}

/** An empty one for money without a label. */
export function labelOf(record: TimeLogRecord, { asked }: Setting): string {
  return currencyOf(record) ?? asked.settings.currency ?? '';
}

/** Labels of the money that these figures are made of. */
export function labelsIn(records: readonly TimeLogRecord[], setting: Setting, ids: readonly string[]): string[] {
  const paid = records.filter((record) => ids.some((id) => isPaid(record, id, setting)));
  return [...new Set(paid.map((record) => labelOf(record, setting)))];
}

/** Whether a figure counts any money of a record. */
export function isPaid(record: TimeLogRecord, id: string, { asked }: Setting): boolean {
  const amount = (name: string): 'known' | 'unset' | 'unreadable' => {
    const [recorded, auto] = [`${P}${name}_amount`, `${P}${name}_amount_auto`];
    const at = (property: string) =>
      record.values.has(property) ? 'known' : record.anomalies.has(property) ? 'unreadable' : 'unset';
    if (asked.settings.amounts === 'auto') return at(auto);
    const own = at(recorded);
    return own === 'unset' && asked.settings.amounts === 'recorded-else-auto' ? at(auto) : own;
  };
  if (id === 'billable_value') return amount('billable') === 'known';
  // A rate is of the records whose hours are known, too.
  if (id === 'effective_rate') return amount('billable') === 'known' && billable(record) !== null;
  if (id === 'recorded_cost') return amount('cost') === 'known';
  // A margin is of records whose cost is known, but for those whose value was received and cannot be read.
  if (id.startsWith('margin')) return amount('cost') === 'known' && amount('billable') !== 'unreadable';
  return moneyIn(id).some((name) => record.values.has(`${P}${name}`));
}
