/** What stands beside the period: the mean before it, who went quiet, what needs attention. */
import { describe, expect, it } from 'vitest';
import { gapTexts } from '#texts/reports/gaps.ts';
import type { CheckSummary } from '#contract/checks.ts';
import { toUnits } from '#domain/decimal.ts';
import type { ReportColumn, ReportRow } from '#domain/reports/definition/report.ts';
import { findMinGap } from '#domain/checks/check.ts';
import { defaultSettings } from '#domain/settings.ts';
import { checkFilterGroups } from '#domain/filter/check.ts';
import { printGaps } from '#ui/format/measured.ts';
import { listOpenChecks, summarizeGaps, findQuietClients, narrowToValue } from '#ui/screens/overview/panel-figures.ts';
import { computeMeanBefore } from '#ui/screens/overview/tile-figures.ts';

const week = (key: string | null, hours: string | null): ReportRow => ({
  key: { week: key },
  values: { billable_logged_hours: hours },
  records: 1,
});

describe('the four-week mean', () => {
  it('is of the four weeks before the last, whatever order they come in', () => {
    const weeks = ['2026-10-12', '2026-10-19', '2026-10-26', '2026-11-02', '2026-11-09'];
    const rows = weeks.map((key, at) => week(key, String(10 * (at + 1) + 0.25))).toReversed();
    expect(computeMeanBefore([...rows, week(null, '99')], 'billable_logged_hours')).toBe('25.25');
  });

  it('says nothing where one of them is not known', () => {
    const rows = [week('2026-10-19', '1'), week('2026-10-26', null), week('2026-11-02', '1'), week('2026-11-09', '1')];
    expect(computeMeanBefore(rows, 'billable_logged_hours')).toBeUndefined();
  });
});

const columns = Array.from({ length: 6 }, (_, at): ReportColumn => ({
  key: `2026-10-${String(at + 10)}`,
  from: null,
  to: null,
  cut: false,
  complete: true,
  values: {},
  records: 1,
}));
const client = (name: string | null, cells: (string | null)[]): ReportRow => ({
  key: { client: name },
  values: {},
  records: 1,
  cells: { billable_logged_hours: cells },
});

describe('clients gone quiet', () => {
  it('had billable hours, and none in the last four weeks; the latest first', () => {
    const rows = [
      client('Busy', ['1', '1', '1', '1', '1', '1']),
      client('Pausing', ['1', '1', '1', null, null, '0']),
      client('Gone', ['1', '1', null, null, '0', null]),
      client('Long gone', ['2', null, null, null, null, null]),
      client('Never billable', [null, '0', null, null, null, null]),
      client(null, ['1', null, null, null, null, null]),
    ];
    expect(findQuietClients({ rows, columns })).toEqual([
      { name: 'Gone', weeks: 4 },
      { name: 'Long gone', weeks: 5 },
    ]);
  });
});

const person = (owner: string | null, gap: string | null, logged: string | null = '30'): ReportRow => ({
  key: { platform_owner_id: owner },
  values: { gap_hours: gap, logged_hours: logged },
  records: 1,
});
const check = (id: string, open: number, value: string | null, kind: CheckSummary['kind'] = 'list'): CheckSummary => ({
  id,
  open,
  reviewed: 0,
  value,
  minutes: '60',
  kind,
  examined: 100,
  everywhere: { examined: 100, found: open },
});

describe('what needs attention', () => {
  it('names the three people with the largest gaps from the threshold on, and none whose hours are not known', () => {
    const rows = [
      person('a', '3.99'),
      person('b', '25'),
      person('c', null),
      person('d', '37.5', null),
      person(null, '40'),
    ];
    expect(summarizeGaps({ rows }, toUnits('4')).widest).toEqual([
      { owner: 'd', gap: '37.5', logged: null },
      { owner: 'b', gap: '25', logged: '30' },
    ]);
  });

  it('sums the gaps below the threshold and what was logged beyond, so that they make the figure beside', () => {
    const rows = [person('a', '3.99'), person('b', '3.5'), person('c', '-2.25'), person('d', null), person('e', '0')];
    const gaps = summarizeGaps({ rows: [...rows, person(null, '40')] }, toUnits('4'));
    expect(gaps).toEqual({
      widest: [],
      least: '4',
      smaller: { people: 2, hours: '7.49' },
      beyond: { people: 1, hours: '2.25' },
      known: 4,
    });
    expect(gapTexts.none(printGaps(gaps, defaultSettings))).toBe(
      'No gap reaches 4.00 h; smaller ones: 2 people, 7.49 h together. 1 person logged 2.25 h more than expected.',
    );
    // The threshold is the workspace's: with a smaller one the same gaps are named.
    expect(summarizeGaps({ rows }, findMinGap({ short_hours: '3.6' })).widest.map(({ owner }) => owner)).toEqual(['a']);
  });

  it('never says that no gap is there where none is known', () => {
    const gaps = summarizeGaps({ rows: [person('a', null)] }, findMinGap({}));
    expect(gapTexts.none(printGaps(gaps, defaultSettings))).toBe(
      'No weekly hours are known, so gaps are not known either.',
    );
    const none = summarizeGaps({ rows: [person('a', '0')] }, findMinGap({}));
    expect(gapTexts.none(printGaps(none, defaultSettings))).toBe(
      'No gap reaches 4.00 h; there is no smaller one either.',
    );
  });

  it('lists open checks as the queue has them, by money and then by hours at stake, and leaves notices about the data out', () => {
    const checks = [
      check('short', 9, '0'),
      { ...check('long', 2, null), minutes: '600' },
      check('minus', 1, '-500'),
      check('plus', 1, '20'),
      check('done', 0, '900'),
      check('notice', 50, '9000', 'notice'),
    ];
    expect(listOpenChecks(checks).map(({ id }) => id)).toEqual(['minus', 'plus', 'long', 'short']);
  });
});

describe('the records behind a figure', () => {
  it('of a person are those with that person, of no person those without one', () => {
    expect(narrowToValue([], 'platform_owner_id', '7')).toEqual([
      { filters: [{ propertyName: 'platform_owner_id', operator: 'IN', values: ['7'] }] },
    ]);
    expect(narrowToValue([], 'platform_owner_id', null)[0]?.filters[0]?.operator).toBe('NOT_HAS_PROPERTY');
  });

  it('of a client are told by the directory’s own name, within the filter that made the figure', () => {
    const service = { propertyName: 'a552213_service_name', operator: 'IN' as const, values: ['Audit'] };
    const groups = narrowToValue([{ filters: [service] }], 'client', 'Brightwater');
    expect(groups).toEqual([
      { filters: [service, { propertyName: 'client', operator: 'IN', values: ['Brightwater'] }] },
    ]);
    expect(checkFilterGroups(groups).ok).toBe(true);
  });
});
