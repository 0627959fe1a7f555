/** Who is listed with a gap, who is left out and how that is said: nobody with a known gap is in none of the counts. */
import { describe, expect, it } from 'vitest';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import { findPeopleWithGaps, type LoggedByOwner } from '#domain/people-with-gaps.ts';
import type { Directory } from '#domain/people/directory.ts';

const WEEK = { from: '2026-11-09', to: '2026-11-15' };
const person = (weeklyHours: string | null, dates: { activeFrom?: string; activeTo?: string } = {}) => ({
  name: 'Ann',
  team: null,
  weeklyHours,
  activeFrom: dates.activeFrom ?? null,
  activeTo: dates.activeTo ?? null,
});
const logged = (ownerId: string, hours: string, records = 1, recently = records): LoggedByOwner => ({
  ownerId,
  minutes: toUnits(hours) * 60n,
  records,
  recently,
  last: null,
});

function find(owners: Directory['owners'], all: readonly LoggedByOwner[], least = '4') {
  const { people, smaller, beyond, known } = findPeopleWithGaps({ owners, objects: {} }, all, WEEK, toUnits(least));
  return {
    people: people.map(({ ownerId, gap, why }) => `${ownerId} ${gap === null ? '?' : formatUnits(gap)} ${why}`),
    smaller: `${smaller.people}: ${formatUnits(smaller.hours)}`,
    beyond: `${beyond.people}: ${formatUnits(beyond.hours)}`,
    known,
  };
}

describe('people with gaps', () => {
  it('are those short by the least gap and more, largest first, and those of whom nothing is expected known last', () => {
    const owners = { 1: person('40'), 2: person('40'), 3: person(null), 4: person('40') };
    const all = [logged('1', '36'), logged('2', '10'), logged('3', '5'), logged('4', '36.01'), logged('5', '1')];
    expect(find(owners, all)).toEqual({
      people: ['2 30 short', '1 4 short', '3 ? unknown', '5 ? unknown'],
      smaller: '1: 3.99',
      beyond: '0: 0',
      known: 3,
    });
  });

  it('are also those who logged nothing, however little was expected, unless they are away', () => {
    const owners = {
      1: person('2'),
      2: person('40'),
      3: person('40', { activeTo: '2026-10-31' }),
      4: person('40', { activeFrom: '2026-11-13' }),
      6: person('30'),
      7: person(null),
    };
    // The sixth and the seventh logged long ago; the third, who left, logged an hour.
    const all = [
      logged('1', '0', 0, 3),
      logged('3', '1'),
      logged('5', '0', 0, 1),
      logged('6', '0', 0, 0),
      logged('7', '0', 0, 0),
      logged('8', '0', 0, 0),
    ];
    expect(find(owners, all)).toEqual({
      people: ['2 40 never', '6 30 stopped', '4 8 never', '1 2 stopped', '5 ? stopped', '7 ? stopped'],
      smaller: '0: 0',
      beyond: '1: 1',
      known: 5,
    });
  });

  it('are not those who logged beyond what was expected: their hours are summed beside', () => {
    expect(find({ 1: person('40'), 2: person('20') }, [logged('1', '41.5'), logged('2', '20.25')])).toEqual({
      people: [],
      smaller: '0: 0',
      beyond: '2: 1.75',
      known: 2,
    });
  });

  it('are told by minutes exactly: a third of an hour is rounded once', () => {
    const third: LoggedByOwner = { ownerId: '1', minutes: toUnits('20'), records: 1, recently: 1, last: null };
    expect(find({ 1: person('40') }, [third]).people).toEqual(['1 39.66666667 short']);
  });
});
