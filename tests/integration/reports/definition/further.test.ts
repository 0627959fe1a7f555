/** Several comparisons in one report are each what the report says when it is compared with that period alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSample } from '#service/sample.ts';
import { compareWithFurther } from '#domain/reports/print/further.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { reportSchema, type ReportInput, type ReportResult } from '#domain/reports/definition/report.ts';
import { printMeasure } from '#domain/reports/print/printed.ts';
import { defaultSettings } from '#domain/settings.ts';
import { openAppWorld, type AppWorld } from '#tests/support/worlds/app-world.ts';

let world: AppWorld;

beforeAll(async () => {
  const sample = createSample({ seed: 21, asOf: '2026-11-20', records: 1500, months: 15 });
  world = await openAppWorld(sample.records);
  await world.call('names.keep', {
    owners: {},
    objects: Object.fromEntries(
      Object.entries(sample.names.objects).map(([key, object], index) => [
        key,
        { ...object, currency: index % 3 === 0 ? 'USD' : null },
      ]),
    ),
  });
});
afterAll(() => world.dispose());

const run = (report: ReportInput) => world.call('report.run', reportSchema.parse(report));
const base = { measures: ['billable_value', 'logged_hours', 'billable_share'], period: '2026-10' };

/** Lines by their keys; those of neither of its two periods are in an answer with a third one only. */
const linesOf = ({ rows, subtotals, total, breakdowns = [] }: ReportResult) =>
  new Map(
    [...rows, ...subtotals, ...breakdowns.flatMap((each) => each.rows), { ...total, key: {} }].flatMap((line) => {
      const { further: _, ...own } = line;
      return own.records > 0 || (own.before ?? null) !== null ? [[JSON.stringify(line.key), own] as const] : [];
    }),
  );

test.each([
  [{ groupBy: ['client'] }],
  [{ groupBy: ['a552213_service_name', 'month'] }],
  [{ groupBy: [], columns: 'a552213_toggle' }],
  [{ groupBy: ['team'], breakdowns: [{ line: [{ group: 'team', key: null }], by: 'client' }] }],
] satisfies [Partial<ReportInput>][])('%j', async (asked) => {
  const both = await run({ ...base, ...asked, compare: 'previous', further: ['last-year'] });
  const before = await run({ ...base, ...asked, compare: 'previous' });
  const yearAgo = await run({ ...base, ...asked, compare: 'last-year' });
  expect(both.further?.map(({ kind, refused }) => ({ kind, refused }))).toEqual([{ kind: 'last-year', refused: null }]);
  expect(linesOf(both)).toEqual(linesOf(before));
  expect(linesOf(compareWithFurther(both, 0))).toEqual(linesOf(yearAgo));
  expect(compareWithFurther(both, 0).comparison).toEqual(yearAgo.comparison);
  for (const id of base.measures) {
    const measure = findMeasure(id);
    if (!measure) throw new Error(id);
    expect(printMeasure(measure, compareWithFurther(both, 0), defaultSettings).total).toEqual(
      printMeasure(measure, yearAgo, defaultSettings).total,
    );
  }
});

test('one that is not here is refused alone, and the other stands', async () => {
  const report = await run({
    ...base,
    period: '2026-W41',
    groupBy: ['client'],
    compare: 'last-year',
    further: ['previous'],
  });
  expect(report.comparison?.refused).toBeNull();
  const running = await run({
    ...base,
    period: '2026-11',
    groupBy: ['client'],
    compare: 'previous',
    further: ['last-year'],
  });
  expect(running.further?.[0]?.elapsedDays).toBe(running.comparison?.elapsedDays);
  expect(running.further?.[0]?.elapsedDays).toBeGreaterThan(0);
});
