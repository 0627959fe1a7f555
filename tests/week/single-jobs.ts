/** What a manager does in between, each in a few steps; the answer is read from the screen, or from the file that came of it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { presets } from '#domain/reports/definition/presets.ts';
import { paths } from '#ui/routing/paths.ts';
import { findEnglishForms } from '../e2e/support/english-forms.ts';
import { readPage, type Said } from '../e2e/support/plain-words.ts';
import { settled } from '../e2e/support/settled.ts';
import { button, grid, openCommand, read, screen, type JobToDo, type Surroundings } from './jobs.ts';
import type { Person } from './person.ts';

export const singleJobs: readonly JobToDo[] = [
  { name: 'Who did not log, and since when?', before: 'not answered', run: findSince },
  { name: 'Why did the rate move?', before: '3 + 0, by hand: three percentages', run: findWhy },
  { name: 'The invoice list for one client', before: '10 + 0, by hand', run: listForClient },
  { name: 'A wrong rate, and the message to who entered it', before: '4 + 0', run: findWrongRate },
  { name: 'The quarter against last year, by service', before: '4 + 10', run: compareQuarter },
  { name: 'Dictated words, one of them misspelt', before: 'nothing found', run: searchMisspelt },
  { name: 'A figure for a mail to the boss', before: '3 + 0, by hand', run: copyFigure },
  { name: 'The same, without the mouse', before: '0 + 25, by hand', run: useKeys },
  { name: 'In dark', before: '0 + 16, by hand', run: darken },
  { name: 'At 1280 × 720', before: '0 + 8', run: shrink },
  { name: 'At 2560 × 1440', before: '0 + 9', run: enlarge },
  {
    name: 'In German numbers and dates, on every screen and in every file',
    before: '4 + 0, by hand; files in English forms',
    run: speakGerman,
  },
  { name: 'The address in a second window', before: '0 + 0: a sentence of tokens', run: openSecond },
  { name: 'The service is down', before: '2 + 0', run: loseService },
];

const toast = (page: Page, text: RegExp) => page.getByRole('alert').filter({ hasText: text }).last();

async function findSince(person: Person, { page }: Surroundings): Promise<string> {
  await person.click(screen(page, 'Overview'), '“Overview”');
  const line = page.getByTestId('overview-people').locator('tbody tr').first();
  // The order is that of the gaps, which come after the names.
  await line
    .getByText(/^\d+\.\d\d$/)
    .nth(1)
    .waitFor();
  await settled(page);
  const who = await read(line.getByRole('rowheader'));
  await person.click(line.getByRole('rowheader').getByRole('link'), who);
  await page.getByTestId('subject-weeks').waitFor();
  await settled(page);
  const facts = await read(page.locator('main dl').first());
  return `${who}: ${facts}.`;
}

async function findWhy(person: Person, { page }: Surroundings): Promise<string> {
  await person.click(screen(page, 'Overview'), '“Overview”');
  await settled(page);
  await person.click(page.getByTestId('tile-effective_rate').locator('[data-change]'), 'the change of the rate');
  const sentence = page.getByTestId('bridge-sentence');
  await sentence.waitFor();
  await settled(page);
  return read(sentence);
}

async function listForClient(person: Person, { page }: Surroundings): Promise<string> {
  await openCommand(person, 'export last month of brightwater');
  await page.getByTestId('export-audience-client').waitFor();
  await settled(page);
  await person.click(page.getByTestId('export-audience-client'), '“For the client”');
  const written = page.waitForEvent('download', (file) => !file.suggestedFilename().endsWith('.json'));
  await person.click(page.getByTestId('export-start'), '“Export”');
  const file = await written;
  const lines = readFileSync(await file.path(), 'utf8').split('\n');
  return `${file.suggestedFilename()}: ${lines[0]?.replace('\uFEFF', '').trim() ?? ''}.`;
}

async function findWrongRate(person: Person, { page }: Surroundings): Promise<string> {
  await person.click(screen(page, 'To check'), '“To check”');
  await person.click(page.locator('[data-check="amount-differs"]'), '“Value differs from hours × rate”');
  const line = page.getByTestId('findings').locator('tbody tr[data-record]').first();
  await line.waitFor();
  await settled(page);
  const found = await read(line);
  await person.click(page.getByTestId('message'), '“Copy message”');
  await person.click(page.getByRole('menuitem').first(), 'the first person');
  await toast(page, /copied/i).waitFor();
  return `${found}; ${await read(toast(page, /copied/i))}.`;
}

async function compareQuarter(person: Person, { page }: Surroundings): Promise<string> {
  await openCommand(person, 'Services');
  await page.getByRole('heading', { level: 2, name: 'Services' }).waitFor();
  await settled(page);
  await person.click(page.getByTestId('period'), 'the period');
  await person.click(page.getByRole('dialog').getByRole('button', { name: /^Last quarter/ }), '“Last quarter”');
  await settled(page);
  await person.click(button(page, /^Compare/), '“Compare”');
  await person.click(page.getByRole('option', { name: /last year|year before/i }).first(), '“Last year”');
  await settled(page);
  return read(grid(page).locator('[data-row="0"]').first());
}

async function searchMisspelt(person: Person, { page }: Surroundings): Promise<string> {
  await person.click(screen(page, 'Records'), '“Records”');
  await settled(page);
  await person.click(page.getByPlaceholder('Search everything'), '“Search everything”');
  await page.keyboard.press('Control+a');
  await person.type('dubios annual audit');
  await settled(page);
  const rows = page.getByTestId('records-table').locator('tbody tr[data-record]');
  await rows.first().waitFor();
  return `${await read(page.getByTestId('records-range'))}: ${await read(rows.first())}`;
}

async function copyFigure(person: Person, { page }: Surroundings): Promise<string> {
  await person.click(screen(page, 'Overview'), '“Overview”');
  await settled(page);
  await person.click(page.getByTestId('share'), '“Share”');
  await person.click(page.getByTestId('share-figure'), '“Copy figure”');
  const said = toast(page, /^Copied/);
  await said.waitFor();
  return read(said);
}

/** Everything by keys, as is found in “Keys”. */
async function useKeys(person: Person, { page }: Surroundings): Promise<string> {
  await openCommand(person, 'overview');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await settled(page);
  await openCommand(person, 'copy');
  const said = toast(page, /^Copied/);
  await said.waitFor();
  await settled(page);
  await person.press('t', 'the table');
  await person.press('ArrowRight', 'its first figure');
  await person.press('Enter', 'how it comes about');
  const figure = page.getByTestId('explain-figure');
  await figure.waitFor();
  return `${await read(said)}; explained: ${await read(figure)}.`;
}

async function darken(person: Person, { page }: Surroundings): Promise<string> {
  await openCommand(person, 'dark');
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  await openCommand(person, 'Clients');
  await page.getByRole('heading', { level: 2, name: 'Clients' }).waitFor();
  await settled(page);
  return `The ground is ${await page.evaluate(() => getComputedStyle(document.body).backgroundColor)}.`;
}

/** What a report shows in a window of a size, without anything being done. */
async function countLines(page: Page): Promise<string> {
  const box = (await grid(page).boundingBox()) ?? { width: 0, height: 0 };
  const lines = await grid(page).evaluate((table) => {
    const foot = table.querySelector('tfoot')?.getBoundingClientRect().top ?? innerHeight;
    const rows = [...table.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect());
    return { whole: rows.filter(({ bottom, height }) => height > 0 && bottom <= foot + 1).length, all: rows.length };
  });
  return `${lines.whole} lines in sight, none of them cut, in a table ${Math.round(box.width)} pixels wide`;
}

async function shrink(person: Person, { page }: Surroundings): Promise<string> {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openCommand(person, 'People');
  await page.getByRole('heading', { level: 2, name: 'People' }).waitFor();
  await settled(page);
  return `${await countLines(page)}.`;
}

async function enlarge(person: Person, { page }: Surroundings): Promise<string> {
  await page.setViewportSize({ width: 2560, height: 1440 });
  await openCommand(person, 'Clients');
  await page.getByRole('heading', { level: 2, name: 'Clients' }).waitFor();
  await settled(page);
  return `${await countLines(page)}; its chart beside it.`;
}

/** Formats of files in which people read figures; a spreadsheet formats the numbers of a workbook itself. */
const readFiles = ['html', 'pdf', 'csv'] as const;

async function speakGerman(person: Person, { page }: Surroundings): Promise<string> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await person.click(screen(page, 'Settings'), '“Settings”');
  await person.click(page.getByRole('combobox', { name: 'Written as in' }), '“Written as in”');
  await person.click(page.getByRole('option', { name: /^German \(Germany\)/ }), '“German (Germany)”');
  await page.getByText(/^Numbers and dates are now written/).waitFor();
  const addresses = [
    ...Object.values(paths).filter((path) => path !== paths.connect),
    ...presets.map(({ id }) => `${paths.reports}?preset=${id}`),
  ];
  const said: Said[] = [];
  // A look at everything is not counted: no one does it.
  for (const address of addresses) {
    await page.evaluate((to) => void (location.hash = to), `#${address}`);
    await settled(page);
    said.push(...(await readPage(page, address)));
  }
  await page.evaluate((to) => void (location.hash = to), `#${paths.records}?period=last-month`);
  await settled(page);
  for (const format of readFiles) {
    await page.getByTestId('share').click();
    await page.getByTestId(`share-${format}`).click();
    const written = page.waitForEvent('download', (file) => !file.suggestedFilename().endsWith('.json'));
    await page.getByTestId('export-start').click();
    const path = await (await written).path();
    const text =
      format === 'pdf' ? execFileSync('pdftotext', ['-layout', path, '-']).toString() : readFileSync(path, 'utf8');
    // A file for other programs has their form of numbers.
    if (format !== 'csv') said.push(...toLines(text).map((line) => ({ where: `a ${format}`, typed: '', text: line })));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  const found = findEnglishForms(said, []);
  if (found.length > 0) throw new Error(`English forms: ${found.slice(0, 5).join('; ')}`);
  const german = said.filter(({ text }) => /\d,\d\d\b/.test(text)).length;
  return `${german} texts with German figures on ${addresses.length} screens and in files, none in English form.`;
}

const toLines = (text: string) =>
  text
    .replaceAll(/<(?:style|script)[\s\S]*?<\/(?:style|script)>|<[^>]+>/g, '\n')
    .split('\n')
    .filter((line) => line.trim() !== '');

async function openSecond(person: Person, { page, address }: Surroundings): Promise<string> {
  const second = await page.context().newPage();
  person.note('open the address once more');
  await second.goto(address);
  await second.getByRole('heading').first().waitFor();
  const said = await read(second.locator('main').or(second.locator('#root')).first());
  await second.close();
  return said;
}

async function loseService(person: Person, { page, service }: Surroundings): Promise<string> {
  await service.stop();
  await person.click(screen(page, 'Overview'), '“Overview”');
  await settled(page);
  await person.click(page.getByTestId('refresh'), '“Refresh”');
  const said = page.getByRole('alert').or(page.getByTestId('sync-problem')).last();
  await said.waitFor({ timeout: 60_000 });
  await settled(page);
  const figure = await read(page.getByTestId('tile-billable_value'));
  return `${await read(said)} The figures stay: ${figure}.`;
}
