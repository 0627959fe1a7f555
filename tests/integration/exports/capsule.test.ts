/** Capsules in the real browser, from disk with the network off. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealedFrame, findFrame } from '../../../electron/exports/formats/capsule/frame.ts';
import { readCapsule } from '../../../electron/exports/verify/capsule-file.ts';
import { splitSeal, toTail } from '../../../src/domain/exports/capsule.ts';
import { formatUnits, toUnits } from '../../../src/domain/decimal.ts';
import type { Line, OutlineRow } from '../../../src/domain/exports/model.ts';
import { flip, openCapsuleBrowser, type CapsuleBrowser } from '../../support/exports/capsule-browser.ts';
import { column, makeLines, toDocument, writeCapsule } from '../../support/exports/capsule-documents.ts';
import { seeded } from '../../support/worlds/seeded.ts';

const lines = makeLines(11, 300);
let folder: string;
let browser: CapsuleBrowser;
let file: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'capsules-'));
  browser = await openCapsuleBrowser();
  file = await writeCapsule(toDocument({ lines }));
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (content: string | Uint8Array = file) => browser.open(join(folder, 'capsule.html'), content);
const bodyRows = () => browser.page.locator('.lines tbody tr:not(.space)');
const cellsAt = (at: number) => browser.page.locator(`.lines tbody tr:not(.space) td:nth-child(${at + 1})`);
const sumOf = (at: number, of: readonly Line[]) =>
  formatUnits(of.reduce((sum, line) => sum + toUnits(line[at] ?? '0'), 0n));
const digits = (text: string) => text.replaceAll(',', '').replace('\u2212', '-').replace(/0+$/, '').replace(/\.$/, '');

it('opens from disk, asks the network for nothing, is untouched and adds up by currency', async () => {
  await open();
  expect(await browser.state()).toBe('untouched');
  expect(browser.asked).toEqual([]);
  expect(await browser.page.title()).toContain('Zeiten <Q4> & mehr');
  const rows = await browser.page.locator('.totals tbody tr').allInnerTexts();
  const stated = rows.map((row) => row.split('\t').map((cell) => cell.trim()));
  for (const currency of ['EUR', 'CHF']) {
    const row = stated.find(([name, of]) => name === 'Amount' && of === currency) ?? [];
    const truth = sumOf(
      6,
      lines.filter((line) => line[8] === currency),
    );
    expect([digits(row[2] ?? ''), digits(row[3] ?? ''), row[4]]).toEqual([truth, truth, '✓ equal']);
  }
  const hours = stated.find(([name]) => name === 'Hours') ?? [];
  expect(digits(hours[3] ?? '')).toBe(sumOf(4, lines));
});

it('shows every id whole, on screen and on paper, however narrow the window is', async () => {
  const ids = [column('object', 'id'), ...Array.from({ length: 6 }, (_, at) => column(`text ${at}`, 'text'))];
  const own = [17304423983n, 17308080808n].map((id) => [String(id), ...Array<string>(6).fill('some words of a title')]);
  await open(await writeCapsule(toDocument({ columns: ids, lines: own, currencyAt: undefined })));
  const cut = () =>
    cellsAt(0).evaluateAll((cells) =>
      cells.map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return cell.scrollWidth > cell.clientWidth || range.getClientRects().length > 1;
      }),
    );
  const { page } = browser;
  const before = page.viewportSize();
  for (const width of [1280, 600]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await cut()).toEqual([false, false]);
  }
  await page.emulateMedia({ media: 'print' });
  expect(await cut()).toEqual([false, false]);
  await page.emulateMedia({ media: null });
  if (before) await page.setViewportSize(before);
});

it('shows text as it is, never as markup', async () => {
  await open();
  await browser.page.getByLabel('Filter by Title').fill('alert');
  expect(new Set(await cellsAt(1).allInnerTexts())).toEqual(new Set(['</script><script>alert(1)</script>']));
  await browser.page.getByLabel('Filter by Title').fill('surrogate');
  await expect.poll(() => bodyRows().count()).toBeGreaterThan(0);
});

it('sorts by the keyboard and keeps empty cells last in both directions', async () => {
  await open();
  await browser.page.locator('.lines thead button', { hasText: 'Hours' }).focus();
  await browser.page.keyboard.press('Enter');
  const least = lines
    .map((line) => line[4])
    .filter((cell) => cell != null)
    .toSorted((a, b) => Number(toUnits(a) - toUnits(b)));
  await expect.poll(async () => digits((await cellsAt(4).allInnerTexts())[0] ?? '')).toBe(digits(least[0] ?? ''));
  expect(await browser.page.locator('.lines th[aria-sort=ascending]').innerText()).toContain('Hours');
  await browser.page.keyboard.press('Enter');
  await expect.poll(async () => digits((await cellsAt(4).allInnerTexts())[0] ?? '')).toBe(digits(least.at(-1) ?? ''));
  await browser.page.locator('.lines').evaluate((scroller) => void (scroller.scrollTop = scroller.scrollHeight));
  await expect.poll(async () => (await cellsAt(4).allInnerTexts()).at(-1)).toBe('');
});

it('filters by column and in all of them, and adds up what is shown', async () => {
  await open();
  await browser.page.getByLabel('Filter by Amount').fill('>1000');
  await browser.page.getByLabel('Search all columns').fill('EUR');
  const fitting = lines.filter((line) => line[8] === 'EUR' && line[6] != null && toUnits(line[6]) > toUnits('1000'));
  await expect.poll(() => browser.page.locator('.shown').innerText()).toBe(`${fitting.length} of 300 lines`);
  expect(digits(await browser.page.locator('.lines tfoot td').nth(6).innerText())).toBe(sumOf(6, fitting));
  await browser.page.getByText('Show everything').click();
  await expect.poll(() => browser.page.locator('.shown').innerText()).toBe('300 of 300 lines');
});

it('is light or dark as the reader’s system is', async () => {
  await open();
  const ground = () => browser.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await browser.page.emulateMedia({ colorScheme: 'light' });
  const light = await ground();
  await browser.page.emulateMedia({ colorScheme: 'dark' });
  expect([light, await ground()]).toEqual(['rgb(246, 246, 244)', 'rgb(20, 22, 24)']);
  await browser.page.emulateMedia({ colorScheme: null });
});

it('puts every line on paper', async () => {
  await open();
  expect(await bodyRows().count()).toBeLessThan(lines.length);
  await browser.page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  expect(await bodyRows().count()).toBe(lines.length);
});

it('shows a report as it is read, and its lines alone once they are sorted', async () => {
  const columns = [column('client', 'text'), column('person', 'text'), column('hours', 'hours', { adds: true })];
  const outline: OutlineRow[] = [
    { level: 'subtotal', depth: 0, cells: ['Acme', null, '3'] },
    { level: 'line', depth: 1, cells: [null, 'Anna', '1'] },
    { level: 'line', depth: 1, cells: [null, 'Ben', '2'] },
    { level: 'total', depth: 0, cells: ['Total', null, '3'] },
  ];
  const flat: Line[] = [
    ['Acme', 'Anna', '1'],
    ['Acme', 'Ben', '2'],
  ];
  await open(await writeCapsule(toDocument({ columns, lines: flat, outline, currencyAt: undefined })));
  expect(await browser.state()).toBe('untouched');
  expect(await cellsAt(0).allInnerTexts()).toEqual(['Acme', '', '', 'Total']);
  await browser.page.locator('.lines thead button', { hasText: 'Hours' }).dblclick();
  await expect.poll(() => cellsAt(1).allInnerTexts()).toEqual(['Ben', 'Anna']);
});

it('turns red over a sum that is not its lines’, even where the file was sealed anew', async () => {
  const at = file.indexOf('"all":{"hours":"') + '"all":{"hours":"'.length;
  const forged = reseal(`${file.slice(0, at)}1${file.slice(at)}`);
  writeFileSync(join(folder, 'forged.html'), forged);
  expect((await readCapsule(join(folder, 'forged.html'))).isSealed).toBe(true);
  await open(forged);
  expect([await browser.state(), await browser.isRed()]).toEqual(['changed', true]);
  expect(await browser.page.locator('.totals [data-good=false]').innerText()).toContain('differs by');
});

it('turns red where the end of it is cut off', async () => {
  await open(file.slice(0, -3000));
  expect(await browser.isRed()).toBe(true);
});

it('turns red over any one byte', async () => {
  const bytes = Buffer.from(file, 'latin1');
  const random = seeded(2026);
  for (let run = 0; run < 30; run += 1) {
    // Every third in the page's own markup, script or style, which are the smaller part of a long file.
    const start = run % 3 === 0 ? 0 : bytes.indexOf('application/json');
    const end = run % 3 === 0 ? bytes.indexOf('application/json') : bytes.length;
    const at = random.between(start, end - 1);
    const mask = random.between(1, 255);
    await open(flip(bytes, at, mask));
    expect({ at, mask, red: await browser.isRed(), state: await browser.state() }).toMatchObject({
      at,
      mask,
      red: true,
    });
    expect(await browser.state()).not.toBe('untouched');
  }
});

it('is red from the start where scripts are switched off', async () => {
  const without = await openCapsuleBrowser({ javaScriptEnabled: false });
  try {
    await without.page.goto(`file://${join(folder, 'capsule.html')}`);
    expect(await without.page.locator('main').innerText()).toContain('Not verified');
  } finally {
    await without.close();
  }
});

/** What a forger could do who knows how a capsule is sealed. */
function reseal(text: string): string {
  const frame = findFrame(text);
  if (!frame) throw new Error('This is no capsule.');
  const held = text.slice(frame.before.length, text.length - frame.after.length);
  const body = splitSeal(held)?.body ?? '';
  const seal = createHash('sha256').update(sealedFrame(frame)).update(body).digest('hex');
  return frame.before + body + toTail(seal) + frame.after;
}
