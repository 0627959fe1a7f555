/** Expected hours against a reading of their own, day by day, and who is missing. */
import { Temporal } from 'temporal-polyfill';
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import type { OwnerEntry } from '#domain/people/directory.ts';
import {
  findElapsedSpan,
  createExpectations,
  computeExpectedHours,
  computeExpectedInSpans,
  isActive,
  listAdmittedPeople,
  listPeopleWithHours,
  type DaySpan,
} from '#domain/expected.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';
import { chooseSize } from '#tests/support/tier.ts';

const person = (weeklyHours: string | null, activeFrom: string | null = null, activeTo: string | null = null) => ({
  name: 'Ann',
  team: null,
  weeklyHours,
  activeFrom,
  activeTo,
});
const hours = (owner: OwnerEntry, from: string, to: string) => {
  const units = computeExpectedHours(owner, { from, to });
  return units === null ? null : formatUnits(units);
};

const START = Temporal.PlainDate.from('2023-12-01');
const day = fc.integer({ min: 0, max: 900 }).map((days) => START.add({ days }).toString());
const span: fc.Arbitrary<DaySpan> = fc
  .tuple(day, day)
  .map(([a, b]) => (a <= b ? { from: a, to: b } : { from: b, to: a }));
const weekly = fc.integer({ min: 0, max: 1_680_000_000 }).map((ten) => formatUnits(BigInt(ten) * 10n));
/** One for always, and more from a day on. */
const dated = fc
  .tuple(fc.option(weekly), fc.uniqueArray(fc.tuple(weekly, day), { maxLength: 3, selector: ([, from]) => from }))
  .map(([always, later]) => [...(always === null ? [] : [always]), ...later.map(([of, from]) => `${of} from ${from}`)])
  .map((lines) => (lines.length === 0 ? null : lines.join('; ')));
const away = fc.array(span, { minLength: 1, maxLength: 4 });
const people: fc.Arbitrary<OwnerEntry> = fc
  .tuple(dated, fc.option(day), fc.option(day), fc.option(away))
  .map(([week, from, to, absences]) => ({
    ...person(week, from, to),
    ...(absences && { absences: absences.map((each) => `${each.from}..${each.to} away`).join('; ') }),
  }));

/** Written from the definition: every day looked at, the sum taken in fifths. */
function dayByDay(owner: OwnerEntry, { from, to }: DaySpan): bigint | null {
  if (owner.weeklyHours === null) return null;
  let fifths = 0n;
  for (let date = Temporal.PlainDate.from(from); date.toString() <= to; date = date.add({ days: 1 })) {
    const here =
      (owner.activeFrom === null || date.toString() >= owner.activeFrom) &&
      (owner.activeTo === null || date.toString() <= owner.activeTo);
    const isAway = (owner.absences ?? '').split('; ').some((range) => {
      const [first = '', last = ''] = range.replace(' away', '').split('..');
      return first !== '' && date.toString() >= first && date.toString() <= last;
    });
    if (!here || isAway || date.dayOfWeek > 5) continue;
    const held = owner.weeklyHours
      .split('; ')
      .map((line) => line.split(' from '))
      .filter(([, since = '']) => since <= date.toString())
      .toSorted(([, a = ''], [, b = '']) => (a < b ? 1 : -1));
    if (held[0] === undefined) return null;
    fifths += toUnits(held[0][0] ?? '');
  }
  return fifths / 5n;
}

describe('expected hours', () => {
  it('are a fifth of the weekly hours for each weekday', () => {
    expect(hours(person('40'), '2026-11-16', '2026-11-22')).toBe('40');
    expect(hours(person('32.5'), '2026-11-16', '2026-11-16')).toBe('6.5');
    expect(hours(person('40'), '2026-11-21', '2026-11-22')).toBe('0');
  });

  it('begin and end with the active dates, both inclusive', () => {
    expect(hours(person('40', '2026-11-18'), '2026-11-16', '2026-11-22')).toBe('24');
    expect(hours(person('40', null, '2026-11-17'), '2026-11-16', '2026-11-22')).toBe('16');
    expect(hours(person('40', '2026-11-17', '2026-11-17'), '2026-11-16', '2026-11-22')).toBe('8');
    expect(hours(person('40', '2027-01-01'), '2026-11-16', '2026-11-22')).toBe('0');
  });

  it('leave out days away, each once', () => {
    const owner = { ...person('40'), absences: '2026-11-16..2026-11-17 holiday; 2026-11-17 sick; 2026-11-21 away' };
    expect(hours(owner, '2026-11-16', '2026-11-22')).toBe('24');
    expect(hours(owner, '2026-11-17', '2026-11-17')).toBe('0');
  });

  it('change with the day from which other weekly hours hold, in the middle of a week too', () => {
    const owner = person('40; 20 from 2026-10-01');
    expect(hours(owner, '2026-09-01', '2026-09-30')).toBe('176');
    expect(hours(owner, '2026-10-01', '2026-10-31')).toBe('88');
    // Three days of 8 hours, two of 4: 1 October 2026 is a Thursday.
    expect(hours(owner, '2026-09-28', '2026-10-04')).toBe('32');
    expect(hours({ ...owner, absences: '2026-10-01 sick' }, '2026-09-28', '2026-10-04')).toBe('28');
  });

  it('are not known before the first day from which hours are known', () => {
    const owner = person('20 from 2026-10-01');
    expect(hours(owner, '2026-10-01', '2026-10-02')).toBe('8');
    expect(hours(owner, '2026-09-28', '2026-10-04')).toBeNull();
    // Of a person who joined then, and on a weekend, nothing is lacking.
    expect(hours({ ...owner, activeFrom: '2026-10-01' }, '2026-09-28', '2026-10-04')).toBe('8');
    expect(hours(person('20 from 2026-10-05'), '2026-10-03', '2026-10-09')).toBe('20');
    const directory = { owners: { 1: owner, 2: person('40'), 3: person(null) }, objects: {} };
    expect(listPeopleWithHours(directory, { from: '2026-10-01', to: '2026-10-31' })).toEqual(['1', '2']);
    expect(listPeopleWithHours(directory, { from: '2026-09-01', to: '2026-10-31' })).toEqual(['2']);
  });

  it('are not known, and not 0, without weekly hours', () => {
    expect(hours(person(null), '2026-11-16', '2026-11-22')).toBeNull();
    expect(hours(person('0'), '2026-11-16', '2026-11-22')).toBe('0');
  });

  test('are what counting day by day gives, to the last digit', () => {
    fc.assert(
      fc.property(people, span, (owner, asked) => {
        expect(computeExpectedHours(owner, asked)).toBe(dayByDay(owner, asked));
      }),
      { numRuns: chooseSize(30, 400) },
    );
  });

  test('of spans that cover a period without sharing a day add up to the period’s', () => {
    fc.assert(
      fc.property(people, fc.uniqueArray(day, { minLength: 2, maxLength: 8 }), (owner, cuts) => {
        const [first = '', ...rest] = cuts.toSorted();
        const next = (date: string) => Temporal.PlainDate.from(date).add({ days: 1 }).toString();
        const spans = rest.map((to, index) => ({ from: next(cuts.toSorted()[index] ?? first), to }));
        const whole = computeExpectedHours(owner, { from: next(first), to: rest.at(-1) ?? first });
        const parts = computeExpectedInSpans(owner, spans);
        if (owner.weeklyHours === null) expect(parts).toEqual(spans.map(() => null));
        else if (whole !== null) expect(parts.reduce<bigint>((sum, part) => sum + (part ?? 0n), 0n)).toBe(whole);
        expect(createExpectations(spans)(owner)).toEqual(parts);
      }),
    );
  });

  test('of a period that goes on end with yesterday: nobody is short of today before it is over', () => {
    const week = { from: '2026-11-16', to: '2026-11-22' };
    expect(findElapsedSpan(week, '2026-11-18')).toEqual({ from: '2026-11-16', to: '2026-11-17' });
    expect(findElapsedSpan(week, '2026-11-16')).toBeUndefined();
    expect(findElapsedSpan(week, '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-21' });
    expect(findElapsedSpan(week, '2026-11-23')).toEqual(week);
    expect(findElapsedSpan({ from: '2026-02-01', to: '2026-03-31' }, '2026-03-01')).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
    });
  });
});

describe('expected hours of several', () => {
  const directory = directoryOf({
    owners: {
      '1': { name: 'Full', team: 'Tax', weeklyHours: '40' },
      '2': { name: 'Half', team: 'Tax', weeklyHours: '20.25' },
      '3': { name: 'Unknown', team: 'Audit' },
      '4': { name: 'Left', team: 'Audit', activeTo: '2026-01-31' },
      '5': { name: 'Alone', weeklyHours: '10' },
    },
  });
  const week = { from: '2026-11-16', to: '2026-11-22' };

  it('are of nobody who is known to be away, with or without weekly hours', () => {
    expect(isActive(person(null, null, '2026-11-16'), week)).toBe(true);
    expect(isActive(person(null, '2026-11-23'), week)).toBe(false);
  });

  it('belong to the people a filter admits, whatever else it asks', () => {
    const service = { propertyName: 'a552213_service_name', operator: 'EQ', value: 'Audit' } as const;
    const tax = { propertyName: 'team', operator: 'EQ', value: 'tax' } as const;
    const notOne = { propertyName: 'platform_owner_id', operator: 'NEQ', value: '1' } as const;
    expect(listAdmittedPeople(directory, [])).toEqual(['1', '2', '3', '4', '5']);
    expect(listAdmittedPeople(directory, [{ filters: [service] }])).toHaveLength(5);
    expect(listAdmittedPeople(directory, [{ filters: [service, tax, notOne] }])).toEqual(['2']);
    expect(listAdmittedPeople(directory, [{ filters: [tax] }, { filters: [service] }])).toHaveLength(5);
    const noTeam = { propertyName: 'team', operator: 'NOT_HAS_PROPERTY' } as const;
    expect(listAdmittedPeople(directory, [{ filters: [tax, notOne] }, { filters: [noTeam] }])).toEqual(['2', '5']);
  });
});
