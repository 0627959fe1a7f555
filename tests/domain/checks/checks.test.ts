import { describe, expect, test } from 'vitest';
import { behaviours } from '#domain/checks/behaviours.ts';
import { toCheckKind, thresholds, readThresholdUnits } from '#domain/checks/check.ts';
import { checks, chooseRule } from '#domain/checks/checks.ts';
import { costDiffers } from '#domain/checks/money.ts';
import { toSentence, type FactFormat } from '#domain/checks/sentence.ts';
import { toUnits } from '#domain/decimal.ts';
import { findProperty } from '#domain/properties.ts';
import { behaviourSentence, behaviourTexts } from '#texts/screens/check-findings.ts';
import { checkTexts, thresholdTexts } from '#texts/screens/checks.ts';

const plain = (text: string) => text;
const format: FactFormat = {
  money: plain,
  hours: plain,
  number: plain,
  time: plain,
  day: plain,
  span: (start, end) => `${start ?? '?'} – ${end ?? '?'}`,
  objectName: (type, id) => (type === 'deal' && id === '7' ? 'Audit 2026' : undefined),
};

describe('the checks', () => {
  test('each has a name of its own, words for it, and names only properties and thresholds there are', () => {
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
    for (const check of checks) {
      expect(checkTexts[check.id]?.detail).toMatch(/\.$/);
      for (const name of check.properties) expect(findProperty(name)?.name).toBe(name);
      for (const name of check.thresholds) expect(thresholds.some((each) => each.name === name)).toBe(true);
    }
    for (const { id } of behaviours) expect(behaviourTexts[id]).toBeDefined();
    for (const { name } of thresholds) expect(thresholdTexts[name]).toBeDefined();
  });

  test('a behaviour is one sentence: in how many of how many, what it means, what to do', () => {
    expect(behaviourSentence('amount-on-billable', '999,995', '1,000,000', true)).toBe(
      'True of 999,995 of 1,000,000 records whose billable and logged hours differ: the value in reports is time billed at the recorded rate; what differs from it is listed under “Value differs”.',
    );
    // Of the records that do not tell some may depart: “nothing to do” would contradict the check beside it.
    expect(behaviourSentence('amount-on-billable', '8,412', '8,412', true)).toMatch(
      /^True of all 8,412 records whose .*; what differs from it is listed under “Value differs”\.$/,
    );
    expect(behaviourSentence('week-from-monday', '5', '5', true)).toMatch(
      /^True of all 5 records where it can be told: .*; nothing to do\.$/,
    );
    expect(behaviourSentence('amount-on-total', '0', '350', false)).toMatch(
      /^True of none of 350 records .*nothing to do\.$/,
    );
  });

  test('a check that only informs is a notice however few it finds; any other while it finds no more than a fifth a list', () => {
    expect(checks.filter(({ informs }) => informs).map(({ id }) => id)).toEqual(['rounded']);
    for (const check of checks) {
      expect(toCheckKind(check, 1, 1000)).toBe(check.informs ? 'notice' : 'list');
      expect(toCheckKind(check, 300, 1000)).toBe('notice');
    }
  });

  test('what was billed otherwise is said value by value, clients by their names', () => {
    const facts = {
      last: 'october.xlsx',
      'billed a552213_total_hours': '7.5',
      a552213_total_hours: '8',
      'billed a552213_title': 'Audit',
      a552213_title: 'Audit',
      'billed a552213_assoc_obj_type': 'deal',
      a552213_assoc_obj_type: 'deal',
      'billed a552213_assoc_record_id': '7',
      a552213_assoc_record_id: null,
    };
    expect(toSentence('sent-changed', { facts, related: [], others: [] }, format)).toBe(
      'billed in “october.xlsx” · Object Audit 2026, now not set · Total hours 7.5, now 8',
    );
  });

  test('a check that only informs is said by what was received and what counts', () => {
    const facts = { a552213_total_hours: '1.123456785', a552213_cost_amount: '2.5e-9' };
    expect(toSentence('rounded', { facts, related: [], others: [] }, format)).toBe(
      'Total hours: received 1.123456785, counts as 1.12345678 · Cost: received 2.5e-9, counts as 0',
    );
  });

  test('a rule counts by how many records follow it, the usual one where none does', () => {
    const behaviourOf = (total: number, billable: number) =>
      chooseRule(
        costDiffers,
        new Map([
          ['cost-on-total', total],
          ['cost-on-billable', billable],
        ]),
      ).behaviour;
    expect([behaviourOf(0, 0), behaviourOf(5, 5), behaviourOf(5, 6)]).toEqual([
      'cost-on-total',
      'cost-on-total',
      'cost-on-billable',
    ]);
  });

  test('a threshold that cannot be read counts as its standard', () => {
    const kept = readThresholdUnits({ session_hours: '12', amount_tolerance: 'half' });
    expect([kept.get('session_hours'), kept.get('amount_tolerance')]).toEqual([toUnits('12'), toUnits('0.005')]);
  });
});

describe('what was found', () => {
  test.each([
    [
      'amount-differs',
      { recorded: '1,500.00', hours: '7.5', rate: '95.00', computed: '712.50' },
      [],
      '1,500.00 recorded · 7.5 h × 95.00 = 712.50',
    ],
    ['billable-without-rate', { billableHours: '7.5', rate: null }, [], '7.5 h billable · no rate'],
    ['billable-without-rate', { billableHours: '7.5', rate: '0' }, [], '7.5 h billable · rate 0'],
    [
      'billable-without-rate',
      { billableHours: '7.5', rate: null, amount: '712.50' },
      [],
      '7.5 h billable · no rate · value 712.50 recorded all the same',
    ],
    [
      'duplicate',
      { firstStart: '9', minutes: '30' },
      ['2', '3', '4', '5'],
      '9, 30 min · entered again as record 2, 3, 4 and 1 more',
    ],
    [
      'end-before-start',
      { firstStart: '2026-10-02', firstEnd: '2026-10-03', lastStart: '2026-10-05', lastEnd: '2026-10-04' },
      [],
      'starts 2026-10-05 · ends 2026-10-04',
    ],
    [
      'twin-differs',
      { a552213_billable_amount: '100', a552213_billable_amount_auto: '112.5' },
      [],
      'Billable value 100 · auto 112.5',
    ],
    ['unreadable', { a552213_billable_rate: 'n/a' }, [], 'Billable rate: “n/a”'],
    ['without-owner', { platform_owner_id: null }, [], 'no person'],
    ['timer-on', { firstStart: '9', lastEnd: null }, [], 'toggle on · started 9 · no end'],
  ])('%s is told in figures', (check, facts, related, sentence) => {
    expect(toSentence(check, { facts, related, others: [] }, format)).toBe(sentence);
  });

  test('an overlap names what the other entry was for and when, its id last', () => {
    const facts = { firstStart: '9', firstEnd: '11' };
    const other = { id: '2', start: '10', end: '12', objectType: 'deal', object: '7', title: 'Call' };
    const unnamed = { ...other, id: '3', object: '8', end: null, title: null };
    const of = (others: readonly (typeof other | typeof unnamed)[], related: readonly string[]) =>
      toSentence('overlap', { facts, related, others }, format);
    expect(of([other], ['2'])).toBe('9 – 11 · at the same time as Audit 2026, “Call”, 10 – 12 (record 2)');
    expect(of([other, unnamed], ['2', '3', '4'])).toBe(
      '9 – 11 · at the same time as Audit 2026, “Call”, 10 – 12 (record 2); 10 – ? (record 3); and 1 more',
    );
  });

  test('a record ID used twice names the others, and which of the records is taken to stay', () => {
    const facts = { a552213_record_id: '28270412 -- 2026-03-20 04:22:15.536' };
    const other = { id: '2', start: '10', end: '12', objectType: 'deal', object: '7', title: 'Call' };
    const of = (stays: boolean, related: readonly string[]) =>
      toSentence('same-record-id', { facts, related, others: [other], stays }, format);
    expect(of(false, ['2'])).toBe(
      '“28270412 -- 2026-03-20 04:22:15.536” is also the record ID of Audit 2026, “Call”, 10 – 12 (record 2)',
    );
    expect(of(true, ['2', '3'])).toMatch(/\(record 2\); and 1 more · assumed to stay$/);
  });

  test('every check has a sentence even where figures are missing', () => {
    for (const { id } of checks)
      expect(toSentence(id, { facts: {}, related: [], others: [] }, format)).not.toContain('undefined');
  });
});
