import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isUnset, readMoment, readNumber } from '#service/upstream/values.ts';
import type { WorldRecord } from '#service/upstream/world.ts';
import { findProperty, properties, requireProperty } from '#domain/properties.ts';
import { makeSample } from '#tests/support/worlds/made-samples.ts';
import { chooseCases } from '#tests/support/tier.ts';

const { records, planted } = makeSample({ seed: 7, asOf: '2026-11-21' });
const live = records.filter((each) => each.archivedAt === undefined);

const value = (record: WorldRecord, name: string) => record.properties[requireProperty(name).name];
const text = (record: WorldRecord, name: string) => String(value(record, name) ?? '');
const units = (record: WorldRecord, name: string) => readNumber(text(record, name));
const moment = (record: WorldRecord, name: string) => readMoment(text(record, name)) ?? Number.NaN;
const set = (record: WorldRecord, name: string) => !isUnset(value(record, name));
const WHOLE = 100_000_000n;

/** Roughly price of minutes at a rate: within a cent. */
function isPrice(record: WorldRecord, amount: string, minutes: string, rate: string): boolean {
  const [given, time, hourly] = [units(record, amount), units(record, minutes), units(record, rate)];
  if (given === undefined || time === undefined || hourly === undefined) return true;
  const difference = given - (time * hourly) / (60n * WHOLE);
  return difference < 1_000_000n && difference > -1_000_000n;
}

function isUnreadable(record: WorldRecord): boolean {
  return Object.entries(record.properties).some(([name, given]) => {
    if (isUnset(given)) return false;
    const type = findProperty(name)?.type;
    if (type === 'number') return readNumber(String(given)) === undefined;
    if (type === 'date' || type === 'datetime') return readMoment(String(given)) === undefined;
    return type === 'boolean' && !['true', 'false'].includes(String(given));
  });
}

const keyOf = (record: WorldRecord) =>
  ['platform_owner_id', 'first_start_date', 'total_minutes', 'assoc_record_id', 'title']
    .map((name) => (name === 'first_start_date' ? moment(record, name) : text(record, name)))
    .join('|');
const seen = Map.groupBy(live, keyOf);

/** How each case is found in the records, with nothing but them. */
const found: Readonly<Record<string, (record: WorldRecord) => boolean>> = {
  'billable-without-rate': (each) => (units(each, 'billable_minutes') ?? 0n) > 0n && !set(each, 'billable_rate'),
  'cost-unknown': (each) => !set(each, 'cost_rate'),
  'no-client': (each) => !set(each, 'assoc_record_id'),
  'no-owner': (each) => !set(each, 'platform_owner_id'),
  'no-category': (each) => !set(each, 'category_text'),
  'twin-differs': (each) =>
    set(each, 'billable_amount') &&
    isPrice(each, 'billable_amount', 'billable_minutes', 'billable_rate') &&
    units(each, 'billable_amount') !== undefined &&
    units(each, 'billable_amount') !== units(each, 'billable_amount_auto'),
  'amount-differs': (each) => !isPrice(each, 'billable_amount', 'billable_minutes', 'billable_rate'),
  'margin-differs': (each) => {
    const [amount, cost, margin] = ['billable_amount', 'cost_amount', 'margin_amount'].map((name) => units(each, name));
    return amount !== undefined && cost !== undefined && margin !== undefined && margin !== amount - cost;
  },
  'end-before-start': (each) => moment(each, 'last_end_date') < moment(each, 'first_start_date'),
  'toggle-on': (each) => text(each, 'toggle') === 'true',
  'no-month': (each) => !set(each, 'month_year'),
  'no-minutes': (each) => !set(each, 'total_minutes'),
  'awkward-text': (each) => /^[=+\-@]|\n|[^\p{Script=Latin}\p{Script=Common}]/u.test(text(each, 'title')),
  'long-decimals': (each) => properties.some(({ name, type }) => type === 'number' && /\.\d{9}/.test(text(each, name))),
  unreadable: isUnreadable,
  'billable-over-total': (each) => {
    const [billable, total] = [units(each, 'billable_minutes'), units(each, 'total_minutes')];
    return billable !== undefined && total !== undefined && billable > total && total > 0n;
  },
  duplicate: (each) => (seen.get(keyOf(each))?.length ?? 0) > 1,
  'twenty-four-hours': (each) => units(each, 'total_minutes') === 1440n * WHOLE,
  'hours-are-minutes': (each) => units(each, 'total_minutes') === units(each, 'total_hours'),
  correction: (each) => (units(each, 'total_minutes') ?? 0n) < 0n,
  'late-evening': (each) => new Date(moment(each, 'first_start_date')).getUTCHours() === 23,
  'late-entry': (each) => each.createdAt - moment(each, 'last_end_date') > 14 * 86_400_000,
};

it.each(chooseCases(12, Object.entries(found)))('%s is planted, and nothing else looks like it', (name, isFound) => {
  const ids = live.filter(isFound).map(({ id }) => String(id));
  expect(ids.length).toBeGreaterThan(0);
  expect(ids).toEqual(planted[name]);
});

it('overlap: single-session entries of one person that overlap are the planted pairs and the duplicates', () => {
  const people = Map.groupBy(
    live.filter((each) => text(each, 'num_sessions') === '1' && set(each, 'platform_owner_id')),
    (each) => text(each, 'platform_owner_id'),
  );
  const overlapping = new Set<string>();
  for (const entries of people.values()) {
    const ordered = entries.toSorted((a, b) => moment(a, 'first_start_date') - moment(b, 'first_start_date'));
    for (let index = 1; index < ordered.length; index += 1) {
      const [before, here] = [ordered[index - 1]!, ordered[index]!];
      if (!(moment(here, 'first_start_date') < moment(before, 'first_end_date'))) continue;
      overlapping.add(String(before.id)).add(String(here.id));
    }
  }
  for (const id of [...(planted['overlap'] ?? []), ...(planted['duplicate'] ?? [])]) expect(overlapping).toContain(id);
});

it('is documented case by case with its ids', () => {
  const text = readFileSync(new URL('../../../docs/sample.md', import.meta.url), 'utf8');
  const documented = [...text.matchAll(/^\| `([a-z-]+)` *\| (\d+) *\|.*\| ([\d, ]+?) *\|$/gm)].map(
    ([, name, count, ids]) => [name, Number(count), ids?.split(', ')],
  );
  const actual = Object.entries(planted).map(([name, ids]) => [name, ids.length, ids]);
  const order = (rows: unknown[][]) => rows.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])));
  expect(order(documented)).toEqual(order(actual));
});
