/** The large jobs of a manager's week, in the order in which they come. Each reads its answer from the screen. */
import type { Locator, Page } from 'playwright';
import type { Sample } from '#service/sample.ts';
import { settled } from '../e2e/support/settled.ts';
import type { NearService } from '../support/hosts/proving-service.ts';
import type { Person } from './person.ts';

export interface Surroundings {
  readonly page: Page;
  readonly service: NearService;
  readonly names: Sample['names'];
  /** That the host printed, with its token. */
  readonly address: string;
}

export interface JobToDo {
  readonly name: string;
  /** Clicks and keys before people and clients had pages of their own: by `--build`, or counted by hand where the way was another one. */
  readonly before: string;
  /** @returns the answer, as the screen has it. */
  readonly run: (person: Person, surroundings: Surroundings) => Promise<string>;
}

export const screen = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name });
export const grid = (page: Page) => page.getByTestId('report-grid');
const tableOf = (page: Page) => page.getByTestId('records-table');
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

export async function read(target: Locator): Promise<string> {
  return (await target.innerText()).replaceAll(/\s+/g, ' ').trim();
}

export async function openCommand(person: Person, words: string): Promise<void> {
  await person.press('Control+k', 'commands');
  await person.page.locator('[data-palette] input:focus').waitFor();
  await person.type(words);
  await person.press('Enter');
}

export const jobs: readonly JobToDo[] = [
  { name: 'Connect the company’s service from the mail that brought the key', before: '4 + 9', run: connect },
  { name: 'Name the people and the clients', before: '9 + 41', run: name },
  { name: 'Who is short of hours, and why?', before: '2 + 0', run: findShort },
  { name: 'Which client became less profitable, and why?', before: '6 + 9', run: findLess },
  { name: 'What is to be fixed before billing? Fixed, and checked again', before: '4 + 0', run: fix },
  { name: 'Client × month, the top 15, compared, saved and shared', before: '12 + 26, by hand', run: pivot },
  { name: 'A record by two words from two of its fields', before: '2 + 12', run: search },
  { name: 'Two clients of a category, exported', before: '12 + 1, by hand', run: exportTwo },
  { name: 'Sixty ids from a mail', before: '1 + 1', run: lookUp },
  { name: 'What happened since the last visit?', before: '7 + 0', run: visit },
  { name: 'Print it for the boss', before: '0 + 19', run: print },
];

async function connect(person: Person, { page, service }: Surroundings): Promise<string> {
  await person.click(button(page, /^Workspace/), 'the workspace');
  await person.click(page.getByRole('menuitem', { name: 'Add a service…' }), '“Add a service…”');
  const mail = `Hello Anna,\n\nyour access to the time logs is ready.\nAddress: ${service.url}/service/v1/timelogs\nKey: ${service.key}\n\nBest, Tom`;
  await person.paste(page.getByTestId('paste-mail'), mail, 'the whole mail');
  await person.click(page.getByLabel('Name', { exact: true }), '“Name”');
  await page.keyboard.press('Control+a');
  await person.type('company');
  await person.press('Enter');
  await person.click(page.getByTestId('first-download'), '“Download”');
  const seal = page.getByTestId('seal').filter({ hasText: /^Complete as of/ });
  await seal.waitFor({ timeout: 300_000 });
  return `${await read(seal)}, ${await read(page.getByTestId('quota'))}.`;
}

async function name(person: Person, { page, names }: Surroundings): Promise<string> {
  const share = page.getByTestId('names-share');
  const first = page.locator('tr[data-index="0"] [data-column="name"]');
  await person.click(page.getByRole('link', { name: 'Name people' }), '“Name people”');
  const ids = await page.getByTestId('names-table').locator('tbody th').allInnerTexts();
  await person.click(first, 'the first name');
  for (const id of ids.slice(0, 3)) {
    await person.type(names.owners[id.trim()]?.name ?? '');
    await person.press('Enter');
  }
  const owners = Object.entries(names.owners).map(([id, { name: own, team, weeklyHours }]) =>
    [id, own, team ?? '', weeklyHours ?? ''].join(','),
  );
  await importList(person, ['id,name,team,weekly hours', ...owners], 'the list of people');
  const objects = Object.entries(names.objects).map(([key, { name: own, client, currency }]) =>
    [...key.split(':'), `"${own}"`, client ?? '', currency ?? ''].join(','),
  );
  await importList(person, ['type,id,name,client,currency', ...objects], 'the list of objects');
  await person.click(screen(page, 'Settings'), '“Settings”');
  await person.click(page.getByLabel('Currency', { exact: true }), '“Currency”');
  await person.type('EUR');
  await person.press('Enter');
  await person.click(screen(page, 'People & clients'), '“People & clients”');
  await settled(page);
  return `${await read(share)}.`;
}

async function importList(person: Person, lines: readonly string[], what: string): Promise<void> {
  const { page } = person;
  await person.click(page.getByTestId('names-import'), '“Import”');
  await person.paste(page.getByTestId('names-pasted'), lines.join('\n'), what);
  await page.getByTestId('names-plan').waitFor();
  await person.click(page.getByTestId('names-save'), '“Save”');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function findShort(person: Person, { page }: Surroundings): Promise<string> {
  await person.click(screen(page, 'Overview'), '“Overview”');
  await settled(page);
  const line = page.getByTestId('overview-people').locator('tbody tr').first();
  // The order is that of the gaps, which come after the names.
  await line
    .getByText(/^\d+\.\d\d$/)
    .nth(1)
    .waitFor();
  await settled(page);
  const who = await read(line.getByRole('rowheader'));
  await person.click(line.locator('[data-figure]').nth(2), `the gap of ${who}`);
  const panel = page.getByTestId('explain');
  await panel.getByTestId('explain-figure').waitFor();
  await settled(page);
  return `${who}: gap ${await read(panel.getByTestId('explain-figure'))}; formula and records beside it.`;
}

async function findLess(person: Person, { page }: Surroundings): Promise<string> {
  await openCommand(person, 'Margin');
  await page.getByRole('heading', { level: 2, name: 'Margin' }).waitFor();
  await settled(page);
  await person.click(button(page, /^Compare/), '“Compare”');
  await person.click(page.getByRole('option', { name: /^Period before/ }), '“Period before”');
  await settled(page);
  const change = grid(page).getByRole('columnheader', { name: 'Margin % Change' });
  await person.click(change.getByRole('button').or(change).first(), 'the head “Change” of “Margin %”');
  await settled(page);
  if ((await change.getAttribute('aria-sort')) !== 'ascending') {
    await person.click(change.getByRole('button').or(change).first(), 'it again, for the largest fall');
    await settled(page);
  }
  const line = grid(page).locator('[data-row="0"]').first();
  const whole = await read(line);
  // Its button comes with the pointer.
  await line.getByRole('rowheader').hover();
  await person.click(line.locator('[data-break-down]'), '“Break down by …” on the first line');
  await person.click(page.getByRole('option', { name: /^Service/ }), '“Service”');
  await settled(page);
  return `${whole}; its services stand below it.`;
}

async function fix(person: Person, { page, service }: Surroundings): Promise<string> {
  await person.click(screen(page, 'To check'), '“To check”');
  await person.click(page.locator('[data-check="without-category"]'), '“No category”');
  const lines = page.getByTestId('findings').locator('tbody tr[data-record]');
  await lines.first().waitFor();
  await settled(page);
  const before = await lines.count();
  const id = Number(await lines.first().getAttribute('data-record'));
  // In the CRM, by whoever can.
  const slot = service.world.findSlot(id);
  if (slot === undefined) throw new Error(`The service has no record ${id}`);
  const found = service.world.at(slot);
  service.world.replace({
    ...found,
    updatedAt: service.now(),
    properties: { ...found.properties, a552213_category_text: 'Advisory' },
  });
  await person.click(page.getByTestId('recheck'), '“Re-check these”');
  await page.getByTestId('recheck-answer').waitFor();
  await settled(page);
  const said = await read(page.getByTestId('recheck-answer'));
  await person.click(page.getByTestId('refresh'), '“Refresh”');
  await page
    .locator('[data-check="without-category"]')
    .filter({ hasText: String(before - 1) })
    .waitFor();
  await lines.nth(before - 1).waitFor({ state: 'detached' });
  await settled(page);
  return `${before} without a category. ${said}. After a refresh: ${await lines.count()}.`;
}

async function pivot(person: Person, { page }: Surroundings): Promise<string> {
  await person.click(screen(page, 'Reports'), '“Reports”');
  await settled(page);
  await person.click(button(page, 'Reports').last(), 'the list of reports');
  await person.click(
    page.getByRole('navigation', { name: 'Reports', exact: true }).getByRole('link', { name: /^Clients/ }),
    '“Clients”',
  );
  await page.getByRole('heading', { level: 2, name: 'Clients' }).waitFor();
  await settled(page);
  await person.click(page.getByTestId('period'), 'the period');
  await person.click(page.getByRole('dialog').getByRole('button', { name: /^Last quarter/ }), '“Last quarter”');
  await settled(page);
  await person.click(button(page, /^Options/), '“Options”');
  await person.click(button(page, 'Columns'), '“Columns”');
  await page.getByRole('combobox', { name: 'Find a group' }).waitFor();
  await person.type('month');
  await person.press('Enter');
  await settled(page);
  if (!(await read(button(page, /^Compare/))).includes('Period before')) {
    await person.click(button(page, /^Compare/), '“Compare”');
    await person.click(page.getByRole('option', { name: /^Period before/ }), '“Period before”');
    await settled(page);
  }
  await person.click(button(page, /^Top/), '“Top”');
  await person.click(page.getByRole('dialog').getByRole('textbox'), 'the number');
  await page.keyboard.press('Control+a');
  await person.type('15');
  await person.press('Enter');
  await settled(page);
  await person.click(page.getByTestId('report-save'), '“Save as…”');
  await person.type('Clients by month');
  await person.press('Enter');
  await page.getByRole('heading', { level: 2, name: 'Clients by month' }).waitFor();
  await person.click(page.getByTestId('share'), '“Share”');
  const saved = page.waitForEvent('download');
  await person.click(page.getByTestId('share-report'), '“Saved report file”');
  return `${(await saved).suggestedFilename()} is what a colleague opens; ${await read(page.getByTestId('report-total'))}`;
}

async function search(person: Person, { page }: Surroundings): Promise<string> {
  await person.click(screen(page, 'Records'), '“Records”');
  await person.click(page.getByPlaceholder('Search everything'), '“Search everything”');
  await person.type('dubois audit');
  await settled(page);
  return `${await read(page.getByTestId('records-range'))}: ${await read(tableOf(page).locator('tbody tr[data-record]').first())}`;
}

async function exportTwo(person: Person, { page }: Surroundings): Promise<string> {
  await person.click(screen(page, 'Records'), '“Records”');
  const searched = page.getByPlaceholder('Search everything');
  if ((await searched.inputValue()) !== '')
    await person.click(searched.locator('xpath=../..').getByRole('button'), 'the × of the search');
  await settled(page);
  await person.click(button(page, /^Client any/), 'the chip “Client”');
  for (const client of ['Brightwater GmbH', 'Hafen Logistik']) {
    await person.click(page.getByRole('dialog').getByRole('checkbox', { name: client, exact: false }).first(), client);
  }
  await person.click(button(page, /^Category any/), 'the chip “Category”');
  const categories = page.getByRole('dialog', { name: 'Category' });
  await person.click(categories.getByRole('checkbox').first(), 'the first category');
  await person.press('Escape');
  await page.getByTestId('filter-words').waitFor();
  await settled(page);
  const words = await read(page.getByTestId('filter-words'));
  await person.click(page.getByTestId('share'), '“Share”');
  await person.click(page.getByTestId('share-xlsx'), '“Excel workbook…”');
  const written = page.waitForEvent('download');
  await person.click(page.getByTestId('export-start'), '“Export”');
  const file = (await written).suggestedFilename();
  await page.getByRole('alert').filter({ hasText: 'Exported' }).waitFor();
  return `${words}: ${await read(page.getByTestId('records-range'))} in ${file}.`;
}

async function lookUp(person: Person, { page, service }: Surroundings): Promise<string> {
  const some = (await service.control.liveRecords()).filter((_, at) => at % 400 === 0).slice(0, 60);
  const mail = `Hi, can you check these for us?\n${some.map(({ id }, at) => `${at + 1}. #${id},`).join('\n')}\nThanks, Ben`;
  await person.click(screen(page, 'Lookup'), '“Lookup”');
  await person.paste(page.getByTestId('lookup-ids'), mail, 'the mail');
  await page.getByTestId('lookup-sum').waitFor();
  return read(page.getByTestId('lookup-sum'));
}

async function visit(person: Person, { page, service }: Surroundings): Promise<string> {
  // The night between: others went on working.
  await service.control.move({ kind: 'edit', count: 7 });
  await service.control.move({ kind: 'insert', count: 5 });
  for (const item of ['Sample firm', 'company']) {
    await person.click(button(page, /^Workspace/), 'the workspace');
    await person.click(page.getByRole('menuitem', { name: item }), `“${item}”`);
    await button(page, new RegExp(`^Workspace ?${item}`)).waitFor();
    await settled(page);
  }
  await person.click(screen(page, 'Overview'), '“Overview”');
  await person.click(page.getByTestId('refresh'), '“Refresh”');
  const changed = page.getByTestId('overview-changed');
  await changed.getByText('new or changed since').waitFor();
  // The refresh goes on: with the last of its answers the line is drawn anew, and its link moves from under a press.
  await changed.getByText('so far').waitFor({ state: 'detached' });
  await page.getByTestId('refresh').getByText('Refresh').waitFor();
  await settled(page);
  await person.click(changed.getByRole('link').first(), '“Show them”');
  await settled(page);
  return `${await read(page.getByTestId('records-range'))} new or changed, as a list.`;
}

async function print(person: Person, { page }: Surroundings): Promise<string> {
  await openCommand(person, 'Clients by month');
  await page.getByRole('heading', { level: 2, name: 'Clients by month' }).waitFor();
  await settled(page);
  const coming = page.context().waitForEvent('request', (each) => each.url().includes('/api/download/'));
  await person.press('Control+p', 'print');
  const answer = await page.request.get((await coming).url());
  return `${(await answer.body()).length} bytes of PDF.`;
}
