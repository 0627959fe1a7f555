/** Built in the pseudo-language, the program says nothing in plain letters but data: every sentence is among the texts of a language. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright/test';
import { checks } from '#domain/checks/checks.ts';
import { exportFormats } from '#domain/export-formats.ts';
import { operators } from '#domain/filter/model.ts';
import { readableProperties } from '#domain/local-properties.ts';
import { builtInDimensions } from '#domain/reports/definition/dimensions.ts';
import { measures } from '#domain/reports/definition/measures.ts';
import { presets } from '#domain/reports/definition/presets.ts';
import { listLocales } from '#ui/locale.ts';
import { paths } from '#ui/routing/paths.ts';
import { findPlainWords, readPage, toVocabulary, type Said } from '../support/plain-words.ts';
import { goTo } from '../support/look.ts';
import { root } from '../support/places.ts';
import { lookupScreen } from '../support/screens/lookup.ts';
import { recordsScreen } from '../support/screens/records.ts';
import { explainPanel, reportScreen } from '../support/screens/reports.ts';
import { settled, still } from '../support/settled.ts';
import { long } from '../support/tier.ts';
import { expect, test } from '../support/test.ts';

const run = promisify(execFile);
const pseudo = join(root, '.build/pseudo/out');

// All of them walk one build: two workers would build it under each other's pages.
test.describe.configure({ mode: 'default' });

test.beforeAll(async () => {
  const env = { ...process.env, TEXTS_LANGUAGE: 'pseudo', NO_COLOR: undefined };
  await run(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--app', '--logLevel', 'error'], {
    cwd: root,
    env,
  });
});

const identifiers = [
  ...readableProperties.map(({ name }) => name),
  ...operators,
  ...measures.map(({ id }) => id),
  ...builtInDimensions.map(({ name }) => name),
  ...presets.map(({ id }) => id),
  ...checks.map(({ id }) => id),
  ...readableProperties.flatMap(({ options = [] }) => options),
];
/** Columns of a file with names. */
const columns = [
  'kind',
  'id',
  'owner_id',
  'name',
  'team',
  'weekly_hours',
  'active_from',
  'active_to',
  'absences',
  'client',
  'currency',
];
/** Words of the interface and of JSON, as they are written in a request, and the contents of the files that are read. */
const written = [
  'value',
  'highValue',
  'values',
  'operator',
  'measures',
  'person',
  'POST',
  'GET',
  'string',
  'number',
  'array',
  'application',
  'json',
  'nope',
  'tree',
  'A',
  'B',
];

/** Languages have their names from `Intl`. */
const languageNames = listLocales(null).map(
  (locale) => new Intl.DisplayNames(['en'], { type: 'language' }).of(locale) ?? locale,
);

/** What an answer or a file of the sample holds is data. */
async function readVocabulary(dataDirectory: string, scratch: string): Promise<ReadonlySet<string>> {
  const cli = (...args: readonly string[]) =>
    run(process.execPath, [join(root, 'out/cli.js'), ...args, '--workspace', 'sample', '--data-dir', dataDirectory]);
  const [records, names] = [join(scratch, 'records.csv'), join(scratch, 'names.csv')];
  await cli('export', '--format', 'csv', '--out', records);
  await cli('names', 'export', '--out', names);
  const rows = readFileSync(records, 'utf8');
  const named = readFileSync(names, 'utf8');
  // The system's user is in the register of sent files; the last words are of Mantine's hidden field, which nobody sees.
  const others = ['sample', ...languageNames, userInfo().username, 'autosize measurement'];
  return toVocabulary([rows.slice(rows.indexOf('\n')), named.slice(named.indexOf('\n')), ...others]);
}

/** What opens by a key or a click of its own, and what a question to the service answers. */
async function readSpecial(page: Page): Promise<Said[]> {
  const said: Said[] = [];
  const read = async (where: string) => {
    await settled(page);
    said.push(...(await readPage(page, where, 'x')));
    await page.keyboard.press('Escape');
    await still(page);
  };
  await goTo(page, `#${paths.records}?period=2026-10`);
  await settled(page);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await read('commands');
  await recordsScreen(page).openExport();
  await expect(page.getByRole('dialog')).toBeVisible();
  await read('export');
  await recordsScreen(page).rows.first().getByRole('button').press('Enter');
  await expect(recordsScreen(page).details).toBeVisible();
  await read('record');
  await goTo(page, `#${paths.reports}?preset=clients`);
  await settled(page);
  await reportScreen(page).grid.focus();
  await page.keyboard.press('ArrowDown');
  // The last column is a change, which opens why it moved; the first figure opens its explanation.
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('bridge')).toBeVisible();
  await read('why it moved');
  await reportScreen(page).grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(explainPanel(page).panel).toBeVisible();
  await read('explained');
  await goTo(page, `#${paths.lookup}`);
  await lookupScreen(page).ids.fill('999999999999\n2 x');
  await lookupScreen(page).run.click();
  await expect(lookupScreen(page).sum).toBeVisible();
  await read('lookup');
  // What was typed is kept for the next visit, where the screens are read anew.
  await lookupScreen(page).ids.fill('');
  await still(page);
  return said;
}

/** Opens what opens over a screen, one after the other, and reads each. Each kind once: a table has a menu in every row. */
async function readOpened(page: Page, where: string): Promise<Said[]> {
  const openers = page.locator('[aria-haspopup]:visible, [aria-expanded="false"]:visible');
  const said: Said[] = [];
  const seen = new Set<string>();
  for (let at = 0; at < (await openers.count()); at += 1) {
    const opener = openers.nth(at);
    const kind = await opener.evaluate(
      (element) => element.className + (element.closest('tr') ? '' : (element.textContent ?? '')),
    );
    if (seen.has(kind) || !(await opener.isEnabled())) continue;
    seen.add(kind);
    said.push(...(await readOpenedBy(page, opener, where)));
  }
  return said;
}

async function readOpenedBy(page: Page, opener: Locator, where: string): Promise<Said[]> {
  const before = page.url();
  const label = await opener.evaluate((element) => element.getAttribute('aria-label') ?? element.textContent ?? '');
  const countElements = () => page.evaluate(() => document.querySelectorAll(':not([role="tooltip"])').length);
  const elements = await countElements();
  await opener.click({ timeout: 5_000 });
  // What opens for the first time may still load its code: until then there is nothing to read, and nothing that Escape closes. The choices
  // of a field, which has no text of its own, are there before.
  if (label !== '') await expect.poll(countElements, { message: `“${label}” opens` }).not.toBe(elements);
  await still(page);
  const said = await readPage(page, `${where}, “${label.slice(0, 40)}” opened`);
  await page.keyboard.press('Escape');
  await still(page);
  if (page.url() !== before) await page.goto(before);
  return said;
}

const addresses = [
  ...Object.values(paths),
  ...presets.map(({ id }) => `${paths.reports}?preset=${id}`),
  `${paths.records}?period=2026-10`,
  `${paths.records}?period=1999`,
  `${paths.records}?filter=broken`,
  `${paths.records}?period=odd`,
  `${paths.reports}?preset=nope`,
  `${paths.reports}?preset=clients&period=2026-10&compare=previous`,
  ...checks.slice(0, 6).map(({ id }) => `${paths.check}?check=${id}`),
  '/nowhere',
];

test('no screen says a word that is not among the texts', long, async ({ dataDirectory, start }, testInfo) => {
  const vocabulary = await readVocabulary(dataDirectory, testInfo.outputPath());
  const { page } = await start({ dataDirectory, out: pseudo });
  const said: Said[] = [];
  for (const address of addresses) {
    await goTo(page, `#${address}`);
    await settled(page);
    said.push(...(await readPage(page, address, address.split('=').at(-1))));
  }
  expect(findPlainWords(said, vocabulary)).toEqual([]);
});

test(
  'nothing that opens over a screen says a word that is not among the texts',
  long,
  async ({ dataDirectory, start }, testInfo) => {
    test.slow();
    const vocabulary = await readVocabulary(dataDirectory, testInfo.outputPath());
    const { page } = await start({ dataDirectory, out: pseudo });
    const said: Said[] = await readSpecial(page);
    for (const path of Object.values(paths)) {
      await goTo(page, `#${path}`);
      await settled(page);
      said.push(...(await readOpened(page, path)));
    }
    // A property's name is the hint of its value.
    expect(findPlainWords(said, toVocabulary([...vocabulary, ...identifiers]))).toEqual([]);
  },
);

test('no screen of an empty workspace says a word that is not among the texts', long, async ({ start }, testInfo) => {
  const { page } = await start({
    dataDirectory: testInfo.outputPath('empty'),
    args: ['--workspace', 'empty'],
    out: pseudo,
  });
  const said: Said[] = [];
  for (const path of Object.values(paths)) {
    await goTo(page, `#${path}`);
    await settled(page);
    said.push(...(await readPage(page, `empty ${path}`)));
  }
  expect(findPlainWords(said, toVocabulary(['empty']))).toEqual([]);
});

test(
  'no command of the terminal and no refusal of the service says a word that is not among the texts',
  long,
  async ({ dataDirectory }, testInfo) => {
    const vocabulary = await readVocabulary(dataDirectory, testInfo.outputPath());
    const program = join(root, 'tests/e2e/support/pseudo-commands.ts');
    const { stdout } = await run(
      process.execPath,
      ['-C', 'pseudo', program, dataDirectory, testInfo.outputPath('files')],
      {
        cwd: root,
        maxBuffer: 2 ** 26,
      },
    );
    const { said, commands } = JSON.parse(stdout) as { said: Said[]; commands: string[] };
    expect(said.length).toBeGreaterThan(500);
    const words = toVocabulary([
      ...vocabulary,
      ...identifiers,
      ...commands,
      // A sentence that begins with a command's name.
      ...commands.map((name) => name.charAt(0).toUpperCase() + name.slice(1)),
      ...exportFormats,
      ...columns,
      ...written,
      'FINDS',
      'default',
    ]);
    expect(findPlainWords(said, words)).toEqual([]);
  },
);
