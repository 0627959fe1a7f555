/** Changes filters in the real page over a million records, and measures until the chart of the new answer is drawn. */
import { existsSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import type { BrowserProcess } from '#tests/e2e/support/browser-process.ts';
import type { Filter } from '#domain/filter/model.ts';
import { OWNER_PROPERTY } from '#domain/properties.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { median, percentile, printTable } from '../printing.ts';
import { peopleIn } from './data.ts';
import { withHost, type HostJob } from './host.ts';
import { watchPage, type ChangeTimes } from './watch.ts';

export interface PageBench extends HostJob {
  /** Changes a screen. */
  readonly changes: number;
  readonly only: readonly string[] | undefined;
  /** Prints every call of the slowest change. */
  readonly detail: boolean;
}

/** 95 of 100 changes are to be drawn within it. */
const BOUND_MS = 250;
const PATIENCE_MS = 30_000;
const WARM_UP = 3;
const CHART = 'main [class*="plots"]';
const TABLE = 'main [data-testid="report-grid"]';

interface Scene {
  readonly name: string;
  readonly path: string;
  readonly view: Readonly<Record<string, string>>;
  readonly chart: string;
  /** By people where hours are expected of them: of a part of their records none can be. */
  /** `earlier`: the period before, asked ahead by the pointer on its arrow and answered before the click. */
  readonly filterBy: 'person' | 'minutes' | 'earlier';
}

const report = (preset: string, chart: string, filterBy: Scene['filterBy']): Scene => ({
  name: `Reports: ${preset}`,
  path: '/reports',
  view: { preset },
  chart,
  filterBy,
});
const scenes: readonly Scene[] = [
  report('people', CHART, 'person'),
  report('clients', CHART, 'minutes'),
  report('months', CHART, 'minutes'),
  report('timesheet', TABLE, 'minutes'),
  { name: 'Overview', path: '/', view: {}, chart: CHART, filterBy: 'person' },
  { name: 'Overview asked ahead', path: '/', view: {}, chart: CHART, filterBy: 'earlier' },
  { ...report('clients', CHART, 'earlier'), name: 'Reports: clients asked ahead' },
];

export function benchPage(options: PageBench): Promise<void> {
  return withHost(options, async ({ host, browser, folder }) => {
    const people = peopleIn(folder);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const worked = await workedBy(page, host);
    await page.addInitScript(watchPage);
    await page.goto(host.address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const rows: string[][] = [];
    for (const scene of scenes.filter(({ name }) => options.only?.some((each) => name.includes(each)) ?? true)) {
      let before: Work | undefined;
      const times = await measured(page, scene, { changes: options.changes, people }, async () => {
        before = await worked();
      });
      const after = await worked();
      const perChange = (work: keyof Work) => (after[work] - (before?.[work] ?? Number.NaN)) / times.length;
      rows.push(row(scene, times, { page: perChange('page'), host: perChange('host') }, options));
    }
    printTable([heading, ...rows]);
  });
}

/** Milliseconds of a processor: what a machine that others use changes least. */
interface Work {
  readonly page: number;
  readonly host: number;
}

/** @returns what the page's main thread and the host have worked so far; the host's only where the system tells it. */
async function workedBy(page: Page, host: BrowserProcess): Promise<() => Promise<Work>> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const busy = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    return { page: 1000 * busy, host: processorMilliseconds(host.process.pid) };
  };
}

const TICK_MS = 10;

function processorMilliseconds(pid: number | undefined): number {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return Number.NaN;
  const [, ...fields] = readFileSync(path, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return TICK_MS * (Number(fields[10]) + Number(fields[11]));
}

/**
 * No two changes ask the same: nothing can be answered from what the page remembers.
 * @param begin called after the warm-up: the page opens with other work than its changes have.
 */
async function measured(
  page: Page,
  scene: Scene,
  { changes, people }: { readonly changes: number; readonly people: readonly string[] },
  begin: () => Promise<void>,
): Promise<ChangeTimes[]> {
  const times: ChangeTimes[] = [];
  if (scene.filterBy === 'earlier') return measuredAhead(page, scene, changes, begin);
  for (let number = 0; number < WARM_UP + changes; number += 1) {
    if (number === WARM_UP) await begin();
    const filter = JSON.stringify([{ filters: [filterOf(scene, number, people)] }]);
    const search = new URLSearchParams({ ...scene.view, ...(number > 0 && { filter }) }).toString();
    const hash = `#${scene.path}?${search}`;
    const taken = await page.evaluate(([to, chart, patience]) => window.measureChange(to, chart, patience), [
      hash,
      scene.chart,
      PATIENCE_MS,
    ] as const);
    if (number < WARM_UP) continue;
    if (!taken.isOther) throw new Error(`${scene.name}: ${hash} shows what was there before`);
    times.push(taken);
  }
  return times;
}

async function measuredAhead(
  page: Page,
  { path, view, chart }: Scene,
  changes: number,
  begin: () => Promise<void>,
): Promise<ChangeTimes[]> {
  const times: ChangeTimes[] = [];
  const arrow = `[aria-label="${uiTexts.period.earlier}"]`;
  const measure = (change: string) =>
    page.evaluate(([to, at, patience]) => window.measureChange(to, at, patience), [
      change,
      chart,
      PATIENCE_MS,
    ] as const);
  await measure(`#${path}?${new URLSearchParams({ ...view, period: '2026-10' }).toString()}`);
  for (let number = 0; number < WARM_UP + changes; number += 1) {
    if (number === WARM_UP) await begin();
    // The records reach back two years: after each period before comes the same one again.
    if (number % 12 === 11)
      await measure(
        `#${path}?${new URLSearchParams({ ...view, period: `2026-0${1 + Math.floor(number / 12)}` }).toString()}`,
      );
    await page.mouse.move(0, 0);
    await page.evaluate(() => void (window.benchCalls = []));
    await page.hover(arrow);
    await page
      .waitForFunction(() => window.benchCalls.length > 0 && window.benchRunning === 0, undefined, { timeout: 2000 })
      .catch(() => undefined);
    const taken = await measure(arrow);
    if (number >= WARM_UP) times.push(taken);
  }
  return times;
}

/** In turns nearly everything and a part: all but one person and a group of them, at least some minutes and at most some hours. */
function filterOf({ filterBy }: Scene, number: number, people: readonly string[]): Filter {
  const isWide = number % 2 === 0;
  if (filterBy === 'person') {
    const values = isWide ? people.slice(number, number + 1) : people.slice(number, number + 40);
    return { propertyName: OWNER_PROPERTY, operator: isWide ? 'NOT_IN' : 'IN', values };
  }
  const [operator, value] = isWide ? (['GTE', 15 + number * 2] as const) : (['LTE', 480 - number * 2] as const);
  return { propertyName: 'total_minutes', operator, value: String(value) };
}

const heading = [
  '',
  'changes',
  'painted: median',
  'p95',
  'worst',
  'all settled: median',
  'p95',
  'calls',
  'answered: median',
  'longest call: median',
  'kB',
  'processor: page',
  'host',
];

function row({ name }: Scene, times: readonly ChangeTimes[], worked: Work, { detail }: PageBench): string[] {
  const painted = times.map((each) => each.painted);
  const settled = times.map((each) => each.settled);
  const p95 = percentile(painted, 0.95);
  if (p95 >= BOUND_MS) process.exitCode = 1;
  const slowest = times.toSorted((a, b) => b.painted - a.painted)[Math.floor(times.length / 2)];
  if (detail && slowest) {
    console.log(`${name}, the median change: painted after ${slowest.painted.toFixed(0)} ms`);
    for (const { method, started, ended, bytes } of slowest.calls)
      console.log(
        `  ${method.padEnd(16)} ${started.toFixed(0)}–${ended.toFixed(0)} ms  ${(bytes / 1000).toFixed(0)} kB`,
      );
  }
  const longest = times.map(({ calls }) => Math.max(0, ...calls.map(({ started, ended }) => ended - started)));
  return [
    name,
    String(times.length),
    ...[median(painted), p95, Math.max(...painted), median(settled), percentile(settled, 0.95)].map(whole),
    whole(median(times.map(({ calls }) => calls.length))),
    whole(median(times.map(({ answered }) => answered))),
    whole(median(longest)),
    whole(median(times.map(({ calls }) => calls.reduce((sum, { bytes }) => sum + bytes, 0) / 1000))),
    whole(worked.page),
    whole(worked.host),
  ];
}

const whole = (value: number) => value.toFixed(0);
