import { openSync, readdirSync, writeSync, closeSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import type { ProvingService } from '#tests/support/hosts/proving-service.ts';
import { ask, connectTo, openEmpty, saveFile } from '../support/host-calls.ts';
import { goTo, lookAround, lookAroundAgain, lookOnce, ofThePage } from '../support/look.ts';
import { ownWorkspace } from '../support/places.ts';
import { screenTitle, statusLine } from '../support/screens/shell.ts';
import { long, longOfThePage } from '../support/tier.ts';
import { expect, test, type HostInUse } from '../support/test.ts';
import { chooseSize } from '#tests/support/tier.ts';

async function openData(host: HostInUse, service: ProvingService): Promise<void> {
  await connectTo(host, service, { isDownloaded: false });
  await goTo(host.page, '#/data');
  await expect(screenTitle(host.page, 'Data')).toBeVisible();
}

const statusOf = (host: HostInUse) => ask(host, 'data.status', {});

/** While it runs a download is busy for as long as it takes. */
const lookInBoth = (page: Page, name: string) => lookAround(page, name, [], { isSettled: false });
const lookInBothAgain = (page: Page, name: string) => lookAroundAgain(page, name, [], { isSettled: false });

/** With the keyboard: the strip is one stop of the tab key; arrows lead from the newest month to the one wanted. */
async function openMonth(page: Page, name: string): Promise<{ readonly month: Locator; readonly details: Locator }> {
  const strip = page.getByTestId('coverage-strip');
  const month = strip.locator(`li[data-month="${name}-01"]`);
  await strip.locator('button[tabindex="0"]').focus();
  const isFocused = () => month.getByRole('button').evaluate((button) => button === document.activeElement);
  for (let back = 0; back < 30 && !(await isFocused()); back++) await page.keyboard.press('ArrowLeft');
  await expect(month.getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  return { month, details: page.getByTestId('month-details') };
}

test(
  'a download says what it costs before it begins, and that all is here at its end',
  longOfThePage,
  async ({ changing: host, serve }, { project }) => {
    const service = await serve({ records: 600 });
    await openData(host, service);
    const { page } = host;
    // The request that tested the key has told how many there are.
    await expect(page.getByTestId('go-on')).toHaveText(/Download · 3 to \d+ requests/);
    await lookInBothAgain(page, `${project.name}-data-empty`);
    await page.getByTestId('go-on').click();
    await expect(statusLine(page).seal).toHaveText(/Complete as of/);
    expect(await statusOf(host)).toMatchObject({ records: 600, complete: true });
    await expect(page.getByTestId('actions')).toHaveCount(0);
    await page.getByTestId('advanced').click();
    await expect(page.getByTestId('actions').locator('tr[data-action]')).toHaveCount(6);
    await lookInBothAgain(page, `${project.name}-data-complete`);
  },
);

test('a paused download has wasted no request, and resumes', async ({ changing: host, serve }, { project }) => {
  // So many requests of this length are under way for longer than it takes to look at them, in the second tier in both themes.
  const records = chooseSize(1600, 4000);
  const service = await serve({ records, faults: { latencyMilliseconds: chooseSize(750, 1500) } });
  await openData(host, service);
  const { page } = host;
  const state = page.getByTestId('run-state');
  // The request that tested the key has told how many there are.
  await expect(page.getByTestId('go-on')).toHaveText(new RegExp(`Download · ${records / 200} to \\d+ requests`));
  await page.getByTestId('go-on').click();
  await expect(state).toHaveAttribute('data-kind', 'running');
  await expect(page.getByTestId('sync-progress')).toHaveText(/of [14],[06]00 records · about \d+ (s|min) left/);
  await lookInBothAgain(page, `${project.name}-data-running`);
  await state.getByRole('button', { name: 'Pause' }).click();
  await expect(state).toHaveAttribute('data-kind', 'paused');
  const paused = await statusOf(host);
  expect(paused.records).toBeGreaterThan(0);
  expect(paused.complete).toBe(false);
  // The first page and every other one were stored: nothing that was asked for was given up, and one request tested the key.
  const { last } = await ask(host, 'sync.state', {});
  expect(last?.recordsReceived).toBeGreaterThanOrEqual((last?.requestsUsed ?? 0) * 200 - 400);
  await lookInBothAgain(page, `${project.name}-data-paused`);
  await service.control.planFaults({});
  // A request that comes after whatever was still under way: the only one that was spent since.
  await ask(host, 'key.test', {});
  expect((await statusOf(host)).quota.used).toBe(paused.quota.used + 1);
  await page.getByTestId('go-on').click();
  await expect(statusLine(page).seal).toHaveText(/Complete as of/);
  expect(await statusOf(host)).toMatchObject({ records, complete: true });
});

test(
  'a month of the strip is fetched before its turn, for no more requests than it says',
  longOfThePage,
  async ({ changing: host, serve }, { project }) => {
    const service = await serve({ records: 6000 });
    await openData(host, service);
    const { page } = host;
    await ask(host, 'sync.run', { maxRequests: 3 });
    const { month, details } = await openMonth(page, '2025-03');
    await expect(month).toHaveAttribute('data-state', 'missing');
    await expect(details).toHaveAttribute('data-reading', 'missing');
    await expect(details).toContainText('Not here yet.');
    await lookInBoth(page, `${project.name}-data-month`);
    const fetchMonth = details.getByTestId('fetch-month');
    await expect(fetchMonth).toHaveText(/Fetch Mar 2025 · at most \d\d requests/);
    // One request narrows the bound from everything unread to the month's own pages.
    const truth = await service.control.truth('2025-03', []);
    await details.getByRole('button', { name: 'Ask how many it has · 1 request' }).click();
    await expect(details).toContainText(`The service has ${truth.count} records of it.`);
    const most = Math.ceil(truth.count / 200) + 1;
    await expect(fetchMonth).toHaveText(`Fetch Mar 2025 · at most ${most} requests`);
    const before = await statusOf(host);
    await fetchMonth.click();
    await expect(month).toHaveAttribute('data-state', 'soFar');
    await expect.poll(() => ask(host, 'sync.state', {})).toMatchObject({ running: false });
    const after = await statusOf(host);
    expect(after.quota.used - before.quota.used).toBeLessThanOrEqual(most);
    expect(after.partitions).toContainEqual(
      expect.objectContaining({ from: '2025-03', to: '2025-03', sealed: true, held: truth.count }),
    );
    await month.getByRole('button').press('Enter');
    await expect(details).toHaveAttribute('data-reading', 'read');
    expect(await ask(host, 'sync.run', {})).toMatchObject({ status: 'complete', records: 6000 });
    await expect(month).toHaveAttribute('data-state', 'complete');
  },
);

test(
  'the count of a month that is here is compared with the service’s, and its panel gives the focus back',
  ofThePage,
  async ({ changing: host, serve }) => {
    const { page } = host;
    await connectTo(host, await serve({ records: 100, months: 4 }));
    await goTo(page, '#/data');
    await lookOnce(page, 'data');
    const { month, details } = await openMonth(page, '2026-10');
    await expect(details).toHaveAttribute('data-reading', 'complete');
    await details.getByRole('button', { name: 'Compare the count · 1 request' }).click();
    await expect(page.getByTestId('month-compared')).toContainText('They agree.');
    await page.keyboard.press('Escape');
    await expect(month.getByRole('button')).toBeFocused();
  },
);

test(
  'a used-up quota says what used it, when the download resumes, and how to prevent that',
  longOfThePage,
  async ({ start, serve, emptyDirectory }, { project }) => {
    const service = await serve({ records: 6000, dailyQuota: 12 });
    // That it goes on is kept beside the workspaces.
    const host = await start({ dataDirectory: emptyDirectory, args: ownWorkspace });
    await openData(host, service);
    const { page } = host;
    await ask(host, 'sync.run', {});
    await expect(page.getByTestId('quota-notice')).toContainText('someone else uses this key, or it was given fewer');
    const state = page.getByTestId('run-state');
    await expect(state).toHaveAttribute('data-kind', 'resumes');
    await expect(state).toContainText(/Continues by itself at .*\d\d:\d\d/);
    await expect(page.getByTestId('data-quota')).toContainText('none left');
    await expect(statusLine(page).refresh).toBeDisabled();
    await lookInBoth(page, `${project.name}-data-quota`);
    await state.getByRole('button', { name: 'Not by itself' }).click();
    await expect(state).toHaveAttribute('data-kind', 'begun');
    expect(await ask(host, 'sync.state', {})).toMatchObject({ resumesAt: null });
  },
);

test(
  'reading by list asks first, says what it costs, and then reads everything',
  longOfThePage,
  async ({ changing: host, serve }, { project }) => {
    const service = await serve({ records: 500 });
    await openData(host, service);
    await ask(host, 'sync.run', {});
    const { page } = host;
    // It is open until the page knows that all is complete.
    await expect(page.getByTestId('advanced')).toHaveAttribute('aria-expanded', 'false');
    await page.getByTestId('advanced').click();
    await page.getByTestId('run-list').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('It costs 5 to 7 requests, this time and each time.');
    await lookInBoth(page, `${project.name}-data-list`);
    const { used } = (await statusOf(host)).quota;
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await statusOf(host)).quota.used).toBe(used);
    await page.getByTestId('run-list').click();
    await page.getByTestId('list-confirmed').click();
    await expect.poll(async () => (await statusOf(host)).quota.used).toBeGreaterThanOrEqual(used + 5);
  },
);

test(
  'a damaged file is set aside only when asked, with the price, and downloaded again',
  longOfThePage,
  async ({ start, serve, emptyDirectory }, { project }) => {
    const service = await serve({ records: 500 });
    const first = await start({ dataDirectory: emptyDirectory, args: ownWorkspace });
    await openData(first, service);
    await ask(first, 'sync.run', {});
    await first.stop();
    const folder = join(emptyDirectory, 'workspaces/default');
    const file = openSync(join(folder, 'snapshot.duckdb'), 'r+');
    writeSync(file, Buffer.alloc(16_384, 7), 0, 16_384, 0);
    closeSync(file);

    const host = await start({ dataDirectory: emptyDirectory, args: ownWorkspace });
    const { page } = host;
    await goTo(page, '#/');
    await page.getByRole('button', { name: 'Repair it on the Data screen' }).first().click();
    await page.getByTestId('mend-store').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(/Downloading 500 records again costs 3 to \d+ requests/);
    await lookInBoth(page, `${project.name}-data-damaged`);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(readdirSync(folder).filter((name) => name.includes('set-aside'))).toEqual([]);
    await page.getByTestId('mend-store').click();
    await dialog.getByRole('button', { name: 'Set aside only' }).click();
    await expect(page.getByTestId('mend-store')).toHaveCount(0);
    await expect.poll(() => readdirSync(folder).some((name) => name.includes('set-aside'))).toBe(true);
    expect(
      await ask(host, 'workspace.connect', { name: 'default', baseUrl: service.url, key: service.key }),
    ).toBeTruthy();
    expect(await ask(host, 'sync.run', {})).toMatchObject({ status: 'complete', records: 500 });
    await expect(page.getByTestId('data-records')).toContainText('500');
  },
);

test(
  'a saved workspace opens under another name, for no request, and without its key',
  long,
  async ({ start, serve, emptyDirectory }) => {
    const service = await serve({ records: 500 });
    const host = await start({ dataDirectory: emptyDirectory, args: ownWorkspace });
    await openData(host, service);
    await ask(host, 'sync.run', {});
    const { page, electron } = host;
    const saved = join(emptyDirectory, '../saved.timelog');
    await saveFile(host, saved, () => page.getByTestId('save-workspace').click());
    await expect(page.getByText(/^Saved /)).toBeVisible();

    const { used } = (await statusOf(host)).quota;
    await page.getByTestId('load-workspace').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Name here')).toHaveValue('saved');
    await dialog.getByLabel('Name here').fill('default');
    await expect(dialog).toContainText('There is a workspace of that name.');
    await dialog.getByLabel('Name here').fill('from-file');
    if (!electron) {
      const chooser = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: /File/ }).click();
      await (await chooser).setFiles(saved);
    }
    await dialog.getByRole('button', { name: electron ? 'Choose and open…' : 'Open', exact: true }).click();
    await expect(
      page.getByText('500 records opened, complete as the file has it. No request was spent.'),
    ).toBeVisible();
    expect(await ask(host, 'workspace.state', {})).toMatchObject({ name: 'from-file', kind: 'service' });
    expect(await statusOf(host)).toMatchObject({ records: 500, complete: true, unreadFromFile: 500 });
    await expect(page.getByTestId('seal')).toHaveText(/^From a file of .*, not yet read from the service$/);
    await goTo(page, '#/data');
    await expect(page.getByTestId('run-state')).toContainText('500 records were not read from the service since');
    expect((await statusOf(host)).quota.used).toBe(used);
    if (!electron) expect(readdirSync(join(emptyDirectory, 'uploads'))).toEqual([]);
    const { workspaces } = await ask(host, 'workspace.list', {});
    expect(workspaces.map(({ name }) => name)).toEqual(expect.arrayContaining(['default', 'from-file']));
  },
);

test(
  'the first ten requests of a slow service show the newest month, marked “so far”',
  longOfThePage,
  async ({ changing: host, serve }, { project }) => {
    const service = await serve({ records: 24_000, faults: { latencyMilliseconds: 400 } });
    const { page } = host;
    await openEmpty(host);
    await goTo(page, '#/connect');
    await page.getByLabel('Address').fill(service.url);
    await page.getByLabel('API key').fill(service.key);
    await page.getByRole('button', { name: /Connect/ }).click();
    await expect(page.getByTestId('first-download')).toHaveText(/Download\s*· 120 to \d+ requests/);
    // With the one that tested the key: ten.
    await ask(host, 'sync.run', { maxRequests: 9 });
    await expect(statusLine(page).refresh).toHaveText(/Continue/);
    expect((await statusOf(host)).quota.used).toBe(10);
    await expect(statusLine(page).seal).toHaveText(/So far/);
    const report = await ask(host, 'report.run', {
      measures: ['records', 'billable_value'],
      period: 'last-month',
    });
    expect(Number(report.totals['billable_value'])).toBeGreaterThan(0);
    await lookInBoth(page, `${project.name}-first-run`);
  },
);
