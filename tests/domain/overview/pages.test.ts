/** The Overview's pages: in the order of the screen, without what is not known or hidden. */
import { expect, it } from 'vitest';
import { toOverviewPages } from '#domain/overview/pages.ts';
import { toOverviewReports } from '#domain/overview/reports.ts';

const question = { filterGroups: [], query: '', today: '2026-11-20', weeksBegin: 'monday' } as const;
const { window, ...reports } = toOverviewReports({ ...question, period: undefined });
const shown = { reports, unit: window.unit, showsMoney: true };

it('are the panels as they are read, those of the checks without a report', () => {
  const pages = toOverviewPages(shown);
  expect(pages.map(({ title, chart }) => [title, chart])).toEqual([
    ['Figures', 'none'],
    ['Expected hours', 'none'],
    ['People', 'bars'],
    ['Needs attention', 'none'],
    [expect.stringContaining('month'), 'trend-bars'],
    ['Clients', 'bars'],
  ]);
  expect(pages.filter(({ report }) => report === undefined).map(({ title }) => title)).toEqual(['Needs attention']);
});

it('leave out what is not known, and are none without the figures', () => {
  const { expected: _, ...known } = reports;
  expect(toOverviewPages({ ...shown, reports: known }).map(({ title }) => title)).not.toContain('Expected hours');
  expect(toOverviewPages({ ...shown, reports: { ...reports, figures: undefined } })).toEqual([]);
});

it.each([
  ['2026-11', ['Figures', undefined], ['Figures to yesterday, compared', 'previous']],
  ['2026-10', ['Figures', 'previous'], ['Expected hours', 'previous']],
])('have the changes of a running period on a page of their own: %s', (month, ...first) => {
  const period = { text: month, from: `${month}-01`, to: `${month}-30`, calendar: 'recorded-month' } as const;
  const { window: _, ...asked } = toOverviewReports({ ...question, period });
  const pages = toOverviewPages({ ...shown, reports: asked });
  expect(pages.slice(0, 2).map(({ title, report }) => [title, report?.compare])).toEqual(first);
});

it('have no cost and margin where money is hidden', () => {
  const measures = (showsMoney: boolean) =>
    toOverviewPages({ ...shown, showsMoney }).flatMap(({ report }) => report?.measures ?? []);
  expect(measures(true)).toContain('margin');
  expect(measures(false).filter((each) => /cost|margin/.test(each))).toEqual([]);
});
