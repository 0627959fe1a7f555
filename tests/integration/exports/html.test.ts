/** HTML pages of real exports in the real browser, from disk, without a network and with scripts switched off. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Manifest } from '#contract/exports.ts';
import { openExportWorld, type ExportWorld } from '#tests/exports/world.ts';
import { openPageBrowser, type PageBrowser } from '#tests/support/exports/page-browser.ts';
import { readPages, readWords } from '#tests/support/exports/pdf-reader.ts';

let world: ExportWorld;
let browser: PageBrowser;
beforeAll(async () => {
  world = await openExportWorld(11);
  browser = await openPageBrowser();
});
afterAll(async () => {
  await browser.close();
  await world.dispose();
});

async function write(name: string, run: () => Promise<Manifest | null>) {
  const path = join(world.folder, name);
  world.writeTo(path);
  const manifest = await run();
  if (!manifest) throw new Error('Nothing was written');
  return { path, manifest };
}

test('opens offline and without scripts: every line, the totals, the notes and what the manifest says', async () => {
  const { path, manifest } = await write('records.html', () => world.call('export.run', { format: 'html' }));
  await browser.open(path);
  const { page, asked } = browser;
  expect(manifest).toMatchObject({ format: 'html', paper: true });
  expect(await page.locator('tbody tr:not([class])').count()).toBe(manifest.lines);
  expect(await page.locator('thead th').allInnerTexts()).toEqual(manifest.heads);
  expect(await page.locator('.totals dd').count()).toBeGreaterThan(1);
  const notes = (await page.locator('body > ul > li').allInnerTexts()).join('\n');
  for (const { text } of manifest.notes) expect(notes).toContain(text);
  const held = JSON.parse((await page.locator('#manifest').textContent()) ?? '') as object;
  const { file: _file, sha256: _sha256, guarded: _guarded, ...facts } = manifest;
  expect(held).toEqual(JSON.parse(JSON.stringify(facts)));
  expect(await page.locator('a, img, link, iframe, object, form, script:not([type="application/json"])').count()).toBe(
    0,
  );
  expect(asked).toEqual([]);
  const aligned = await page.evaluate(() =>
    [...document.querySelectorAll('thead th')].map((head, at) => [
      head.getAttribute('align') === 'right',
      getComputedStyle(document.querySelector(`tbody tr td:nth-child(${at + 1})`) ?? head).textAlign === 'right',
    ]),
  );
  expect(aligned.some(([isFigure]) => isFigure)).toBe(true);
  for (const [isFigure, isRight] of aligned) expect(isRight).toBe(isFigure);
});

test('a page whose policy is tried: a script that is put into it does not run', async () => {
  const { path } = await write('tried.html', () => world.call('export.run', { format: 'html' }));
  const scripted = await browser.openAnother({ javaScriptEnabled: true });
  const put = '<script>document.title="ran"</script><img src="https://evil.example/x"></body>';
  writeFileSync(path, readFileSync(path, 'utf8').replace('</body>', put));
  const refused: unknown[] = [];
  scripted.page.on('requestfailed', (request) => refused.push([request.url(), request.failure()?.errorText]));
  await scripted.open(path);
  expect(await scripted.page.locator('img').count()).toBe(1);
  expect(await scripted.page.title()).not.toBe('ran');
  expect(refused).toEqual([['https://evil.example/x', 'csp']]);
});

test('a report with its chart, light and dark, and printed with its heads on every page', async () => {
  const report = { measures: ['logged_hours', 'billable_value'], groupBy: ['object', 'month'] };
  const { path, manifest } = await write('report.html', () =>
    world.call('export.report', { format: 'html', report, chart: 'bars' }),
  );
  await browser.open(path);
  const { page } = browser;
  expect(await page.locator('figure svg rect').count()).toBeGreaterThan(2);
  const ground = () => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  const light = await ground();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await ground()).not.toBe(light);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const pages = readPages(pdf);
  expect(pages.length).toBeGreaterThan(1);
  const listed = pages.filter((each) => /\d\.\d\d/.test(each));
  for (const each of listed.slice(0, -1)) expect(each).toContain(manifest.heads.at(-1));
  expect(readWords(pdf)).toContain('About this file');
});

test('beyond 50 lines the body of its mail stands beside it, and goes with the file', async () => {
  const long = await write('long.html', () => world.call('export.run', { format: 'html' }));
  const body = `${long.path}.mail.html`;
  expect(existsSync(body)).toBe(long.manifest.lines > 50);
  await browser.open(body);
  expect(await browser.page.locator('table').count()).toBe(0);
  expect(await browser.page.locator('body').innerText()).toContain('are in the attached file long.html.');
  const short = await write('long.html', () =>
    world.call('export.run', { format: 'html', period: '2026-10-05..2026-10-06' }),
  );
  expect(short.manifest.lines).toBeLessThanOrEqual(50);
  expect(existsSync(body)).toBe(false);
});
