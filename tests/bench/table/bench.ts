/** Scrolls all records in the real Records screen, measures every frame, and jumps to the last row at each scale of the display. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { openSnapshot } from '#electron/snapshot/snapshot.ts';
import { propertyNames as names } from '#domain/properties.ts';
import { printFrames, scrollBox, threadMilliseconds } from '../frames.ts';
import { withHost, type HostJob } from '../page/host.ts';
import { count, percentile } from '../printing.ts';
import { snapshotPath } from '../query/data.ts';

export interface TableBench extends HostJob {
  readonly rounds: number;
}

const SCALES = [1, 1.5, 2];
const ways = { down: { x: 0, y: 130 }, leaps: { x: 0, y: 2400 }, flights: { x: 0, y: 150_000 } } as const;
const SHOWN_MS = 30_000;
/** Two properties, so that an order with ties and texts is held too. */
const SORT = 'a552213_service_name:asc,a552213_total_minutes:desc';

interface Last {
  readonly total: number;
  readonly id: string;
}

/** The store's own answer, asked by place instead of by scrolling. */
async function readLast(folder: string): Promise<Last> {
  const snapshot = await openSnapshot(snapshotPath(folder));
  const sort = [
    { propertyName: names.service, direction: 'ASCENDING' as const },
    { propertyName: names.totalMinutes, direction: 'DESCENDING' as const },
  ];
  const question = { filterGroups: [], query: '', zone: 'UTC', columns: [names.service], sort };
  try {
    const { total } = await snapshot.page({ ...question, offset: 0, limit: 1 });
    const { rows } = await snapshot.page({ ...question, offset: total - 1, limit: 1 });
    return { total, id: rows[0]?.id ?? '' };
  } finally {
    await snapshot.close();
  }
}

/** Each scale has a host of its own: the address of one opens a single page. */
export async function benchTable(options: TableBench): Promise<void> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'bench-table-'));
  try {
    for (const scale of SCALES) {
      await withHost<Last>(
        { ...options, folder },
        ({ host, browser }, last) => measureScale(browser, host.address, scale, last, options.rounds),
        readLast,
      );
    }
  } finally {
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function measureScale(
  browser: Browser,
  address: string,
  scale: number,
  last: Last,
  rounds: number,
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, deviceScaleFactor: scale });
  try {
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate((hash) => (location.hash = hash), `#/records?period=all&sort=${encodeURIComponent(SORT)}`);
    const table = page.getByTestId('records-table');
    await table.locator('tbody tr[data-record]').first().waitFor({ timeout: SHOWN_MS });
    const box = table.locator('..');
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    for (const [name, step] of Object.entries(ways)) {
      const frames: number[] = [];
      const before = await threadMilliseconds(cdp);
      for (let round = 0; round < rounds; round += 1) frames.push(...(await scrollBox(box, step)));
      printFrames(`${Math.round(scale * 100)} %, ${name}`, frames, (await threadMilliseconds(cdp)) - before);
    }
    const jumps: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      jumps.push(await jump(page, last, () => box.evaluate((each) => each.scrollTo(0, each.scrollHeight))));
      await box.evaluate((each) => each.scrollTo(0, 0));
      await table.locator('tr[data-row="0"][data-record]').waitFor({ timeout: SHOWN_MS });
      await table.focus();
      jumps.push(await jump(page, last, () => page.keyboard.press('Control+End')));
      await page.keyboard.press('Control+Home');
      await table.locator('tr[data-row="0"][data-record]').waitFor({ timeout: SHOWN_MS });
    }
    console.log(
      `${Math.round(scale * 100)} %, to the last of ${count(last.total)} rows, by bar and by keys: median ${percentile(jumps, 0.5).toFixed(0)} ms, worst ${Math.max(...jumps).toFixed(0)} ms`,
    );
  } finally {
    await page.close();
  }
}

/** @returns milliseconds until the last row is shown. @throws where it is another record, or out of sight */
async function jump(page: Page, { total, id }: Last, act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  const row = page.locator(`tr[data-row="${total - 1}"][data-record]`);
  await row.waitFor({ timeout: SHOWN_MS });
  const took = performance.now() - started;
  const shown = await row.getAttribute('data-record');
  if (shown !== id) throw new Error(`The last row is record ${shown}, the store’s is ${id}`);
  const isSeen = await row.evaluate((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    const found = document.elementFromPoint(innerWidth / 2, (top + bottom) / 2);
    return found !== null && each.contains(found);
  });
  if (!isSeen) throw new Error('The last row is drawn, but out of sight');
  return took;
}
