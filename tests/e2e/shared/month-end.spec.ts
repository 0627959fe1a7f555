/** A month-end on a service that moves: closed at once, sent at once, what changed since decided with a reason, steps and seconds counted. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright/test';
import { problemKinds } from '#domain/closing-steps.ts';
import { propertyNames } from '#domain/properties.ts';
import { answerDialogs, ask, connectTo } from '#tests/e2e/support/host-calls.ts';
import { lookAround, lookAroundAgain, openView } from '#tests/e2e/support/look.ts';
import { Played } from '#tests/e2e/support/played.ts';
import { statusLine } from '#tests/e2e/support/screens/shell.ts';
import { settled } from '#tests/e2e/support/settled.ts';
import { expect, test, type HostInUse, type Serve } from '#tests/e2e/support/test.ts';
import { long, runsAll } from '#tests/e2e/support/tier.ts';
import type { ProvingService } from '#tests/support/hosts/proving-service.ts';
import { chooseSize } from '#tests/support/tier.ts';
import { toClients } from '#tests/support/worlds/billable.ts';

/** `npm run campaign -- month-end` plays it with 40 and with 200, in both hosts. */
const CLIENTS = Number(process.env['CLIENTS'] ?? chooseSize(2, 40));
const MONTH = '2026-10';
/** So many entries are changed after the files have left. */
const CHANGED = Math.max(chooseSize(2, 4), CLIENTS / 10);
const SECOND = 1_000;
const SUFFIX = process.env['CLIENTS'] === undefined ? '' : `-${CLIENTS}`;

interface MonthEnd {
  readonly service: ProvingService;
  readonly table: Locator;
  /** Of each of them something is billable. */
  readonly clients: readonly string[];
  /** Where the next file is saved on the desktop. */
  readonly placeFile: (name: string) => Promise<void>;
}

/** The screen over a month in which each client has something billable. */
async function openMonthEnd(host: HostInUse, serve: Serve): Promise<MonthEnd> {
  test.setTimeout((300 + 15 * CLIENTS) * SECOND);
  const service = await serve({ records: chooseSize(300, 1_100) + 10 * CLIENTS, months: 3 });
  await service.control.move({ kind: 'shift', count: 10 * CLIENTS, to: MONTH });
  const { page } = host;
  await connectTo(host, service);
  const named = toClients(await service.control.liveRecords(), MONTH, CLIENTS);
  const { ids } = await ask(host, 'names.recorded', {});
  const objects = ids.flatMap(({ kind, id }) => {
    const entry = named.get(`${kind}:${id}`);
    return entry ? [[`${kind}:${id}`, entry] as const] : [];
  });
  await ask(host, 'names.keep', { objects: Object.fromEntries(objects) });
  await openView(page, '/month-end', { period: MONTH });
  await settled(page);
  const { lines } = await ask(host, 'closings.month', { period: MONTH });
  const folder = test.info().outputDir;
  mkdirSync(folder, { recursive: true });
  return {
    service,
    table: page.getByTestId('month-end'),
    clients: lines.flatMap(({ client }) => client ?? []),
    placeFile: (name) => answerDialogs(host, join(folder, name), folder),
  };
}

test('a month is closed for every client at once, and sent in a pack that bills', async ({
  changing: host,
  serve,
  hostKind,
}) => {
  const { table, clients, placeFile } = await openMonthEnd(host, serve);
  const { page } = host;
  const person = new Played(page);
  await lookAround(page, `month-end-open${SUFFIX}`, [800]);
  const closed = table.getByRole('row').filter({ hasText: /no\. \d/ });
  await person.part('close', async () => {
    await person.click(page.getByTestId('close-all'));
    const isAsked = page.getByRole('dialog', { name: 'Close all the same?' });
    await expect(isAsked.or(closed.first())).toBeVisible();
    if (await isAsked.isVisible()) {
      await person.type('As agreed with finance');
      await person.press('Enter');
    }
    await expect.poll(() => closed.count()).toBeGreaterThanOrEqual(clients.length);
    await settled(page);
  });
  await person.part('send', async () => {
    await person.click(page.getByRole('button', { name: /^Send \d+ clients…$/ }));
    await person.aside(() => placeFile('pack.zip'));
    await person.click(page.getByTestId('export-start'));
    // A file for each client takes about a second on a busy machine.
    const exported = page.getByRole('alert').filter({ hasText: 'Exported' });
    await expect(exported).toBeVisible({ timeout: (60 + 8 * CLIENTS) * SECOND });
    await expect(table.getByText('done')).toHaveCount(clients.length);
  });
  // The register links it with each closing.
  const { files } = await ask(host, 'sent.list', {});
  expect(files.every(({ bills, audience }) => bills && audience === 'client')).toBe(true);
  person.write(`${hostKind} · ${clients.length} clients`);
});

/** Closes the month and sends it, as a person does on the screen. */
async function closeAndSend(host: HostInUse, { table, clients, placeFile }: MonthEnd): Promise<void> {
  await ask(host, 'closings.create', { period: MONTH, accept: [...problemKinds], reason: 'As agreed with finance' });
  await placeFile('pack.zip');
  const filterGroups = [{ filters: [{ propertyName: 'client', operator: 'IN' as const, values: [...clients] }] }];
  await ask(host, 'export.pack', { period: MONTH, filterGroups, columns: ['title'], audience: 'client', bills: true });
  await expect(table.getByText('done')).toHaveCount(clients.length);
}

/** Lets some billable records change, and others leave the month: in the first tier those of one client. @returns one that is as it was */
async function moveOn(host: HostInUse, { service, clients }: MonthEnd): Promise<string> {
  const filters = [
    { propertyName: propertyNames.billableHours, operator: 'GT' as const, value: '0' },
    { propertyName: 'client', operator: 'IN' as const, values: clients.slice(0, chooseSize(1, CLIENTS)) },
  ];
  const billable = { period: MONTH, filterGroups: [{ filters }], columns: ['title'], limit: CHANGED + 1 };
  const { rows } = await ask(host, 'records.page', billable);
  const [late = '', ...changed] = rows.map(({ id }) => id);
  await service.control.move({ kind: 'edit', ids: changed.slice(0, CHANGED / 2) });
  await service.control.move({ kind: 'shift', ids: changed.slice(CHANGED / 2), to: '2026-11' });
  await ask(host, 'sync.run', { full: true });
  return late;
}

/** In the panel of a closing that has drifted. */
async function decide(
  person: Played,
  closing: Locator,
  look: (name: 'closing' | 'decided') => Promise<void>,
): Promise<void> {
  await expect(closing.getByTestId('equation')).toBeVisible();
  await expect(closing).toContainText('The parts add up to today, to the last digit.');
  await person.aside(() => look('closing'));
  await person.type('Agreed on the phone', closing.getByRole('form', { name: 'Changed since' }).getByLabel('Reason'));
  await expect(closing.getByRole('button', { name: /^Decide \d+ records?$/ })).toBeEnabled();
  await person.press('Enter');
  await expect(closing).toContainText('Nothing has changed since it was closed.');
  await expect(closing).toContainText('The parts add up to today, to the last digit.');
  await person.aside(() => look('decided'));
  await person.press('Escape');
}

test(
  'what changed after a month was sent is decided with a reason, and saved as adjustments',
  long,
  async ({ changing: host, serve, hostKind }) => {
    const monthEnd = await openMonthEnd(host, serve);
    const { service, table, clients, placeFile } = monthEnd;
    const { page } = host;
    const person = new Played(page);
    await closeAndSend(host, monthEnd);
    const late = await moveOn(host, monthEnd);
    const closing = page.getByTestId('closing');
    const drifted = table.getByRole('button', { name: /^Decide… / });
    await expect(drifted.first()).toBeVisible();
    await lookAround(page, `month-end-drift${SUFFIX}`);
    let decided = 0;
    for (let left = await drifted.count(); left > 0; left = await drifted.count()) {
      await person.part('decide', async () => {
        await person.click(drifted.first());
        await decide(person, closing, async (name) => {
          if (left === 1) await lookAroundAgain(page, `month-end-${name}${SUFFIX}`);
        });
        await expect(drifted).toHaveCount(left - 1);
      });
      decided += 1;
      // In the second tier it moves while one works: a refresh brings a line that was not there.
      if (decided > 1 || !runsAll) continue;
      await service.control.move({ kind: 'edit', ids: [late] });
      await ask(host, 'sync.run', { full: true });
      const { lines: now } = await ask(host, 'closings.month', { period: MONTH });
      await expect(drifted).toHaveCount(now.filter(({ next }) => next === 'decide').length);
    }

    // What was decided now is a table of its own for each client.
    const unsaved = table.getByRole('button', { name: /^Save lines… / });
    for (let left = await unsaved.count(); left > 0; left -= 1)
      await person.part('save adjustments', async () => {
        await person.click(unsaved.first());
        await person.aside(() => placeFile(`adjustments-${left}.csv`));
        await person.click(closing.getByRole('button', { name: 'Save adjustments…' }));
        await expect(closing.getByRole('button', { name: 'Save adjustments again…' })).toBeVisible();
        await person.press('Escape');
        await expect(unsaved).toHaveCount(left - 1);
      });
    await expect(table.getByText('done')).toHaveCount(clients.length);
    const { sums } = await ask(host, 'closings.states', { period: MONTH });
    expect(sums.map(({ state }) => state)).toContain('adjusted');
    person.write(`${hostKind} · ${clients.length} clients, ${decided} of them changed`);
  },
);

test('an empty month and one without records say what to do', long, async ({ reading: { page } }) => {
  await openView(page, '/month-end', { period: '2019-01' });
  await expect(page.getByText('Nothing was billable in this period')).toBeVisible();
  await lookAroundAgain(page, 'month-end-empty');
  await openView(page, '/month-end', { period: MONTH });
  await expect(page.getByTestId('month-end').getByRole('row').nth(1)).toBeVisible();
  await lookAroundAgain(page, 'month-end-sample');
  // What is closed is today's: while the past is shown nothing is.
  await statusLine(page).seal.click();
  await page
    .getByRole('list', { name: 'Refreshes' })
    .getByRole('button', { name: /Complete here/ })
    .click();
  await expect(page.getByText('Month-end is about today')).toBeVisible();
  await expect(page.getByTestId('close-all')).toHaveCount(0);
  await lookAroundAgain(page, 'month-end-past');
  await page.getByRole('button', { name: 'Show today' }).click();
  await expect(page.getByTestId('month-end').getByRole('row').nth(1)).toBeVisible();
});
