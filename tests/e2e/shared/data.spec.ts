import { mkdtempSync, openSync, readdirSync, rmSync, writeSync, closeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import type { Output } from '../../../src/contract/api.ts';
import { startServiceProcess, type ServiceProcess } from '../../support/hosts/service-process.ts';
import { goTo, look, ofThePage, themes, wear } from '../support/look.ts';
import { ownWorkspace, SAMPLE_AS_OF } from '../support/places.ts';
import { expect, test, type RunningHost } from '../support/test.ts';

interface World {
  readonly service: ServiceProcess;
  readonly folder: string;
  readonly dataDirectory: string;
}

/** A service of one's own, slow enough to be looked at while it answers. */
async function within(
  options: { readonly records: number; readonly latency?: number; readonly dailyQuota?: number },
  work: (world: World) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'timelog-data-'));
  const service = await startServiceProcess({
    records: options.records,
    seed: 7,
    asOf: SAMPLE_AS_OF,
    faults: { latencyMilliseconds: options.latency ?? 0 },
    ...(options.dailyQuota !== undefined && { dailyQuota: options.dailyQuota }),
  });
  try {
    await work({ service, folder, dataDirectory: join(folder, 'data') });
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

async function connect(host: RunningHost, { url, key }: ServiceProcess): Promise<void> {
  const { page } = host;
  const connected = await host.call('workspace.connect', { name: 'default', baseUrl: url, key });
  expect(connected.ok).toBe(true);
  await page.reload();
  await goTo(page, '#/data');
  await expect(page.getByRole('heading', { level: 1, name: 'Data' })).toBeVisible();
}

async function answer<T>(host: RunningHost, method: string, input: unknown = {}): Promise<T> {
  const result = await host.call(method, input);
  if (!result.ok) throw new Error(`${method}: ${result.error.code}`);
  return result.value as T;
}
const statusOf = (host: RunningHost) => answer<Output<'data.status'>>(host, 'data.status');

/** Both themes: a picture of each, and no fault of accessibility. */
async function lookInBoth(page: Page, name: string): Promise<void> {
  // A tooltip under the pointer would cover what is looked at.
  await page.mouse.move(0, 0);
  for (const theme of themes) {
    await wear(page, theme);
    await look(page, `${name}-${theme}`, { isSettled: false });
  }
}

test('a download is priced, paused without a wasted request, resumed, and complete', async ({ start }, { project }) => {
  // Thirty requests of this length are under way for longer than it takes to look at them in both themes.
  await within({ records: 6000, latency: 1500 }, async ({ service, dataDirectory }) => {
    const host = await start({ dataDirectory, args: ownWorkspace });
    await connect(host, service);
    const { page } = host;
    const state = page.getByTestId('run-state');
    // The request that tested the key has told how many there are.
    await expect(page.getByTestId('go-on')).toHaveText(/Download · 30 to \d+ requests/);
    await lookInBoth(page, `${project.name}-data-empty`);
    await page.getByTestId('go-on').click();
    await expect(state).toHaveAttribute('data-kind', 'running');
    await expect(page.getByTestId('sync-progress')).toHaveText(/of 6,000 records · about \d+ (s|min) left/);
    await lookInBoth(page, `${project.name}-data-running`);
    await state.getByRole('button', { name: 'Pause' }).click();
    await expect(state).toHaveAttribute('data-kind', 'paused');
    const paused = await statusOf(host);
    expect(paused.records).toBeGreaterThan(0);
    expect(paused.complete).toBe(false);
    // The first page and every other one were stored: nothing that was asked for was given up, and one request tested the key.
    const { last } = await answer<Output<'sync.state'>>(host, 'sync.state');
    expect(last?.recordsReceived).toBeGreaterThanOrEqual((last?.requestsUsed ?? 0) * 200 - 400);
    await lookInBoth(page, `${project.name}-data-paused`);
    await service.control.planFaults({});
    // A request that comes after whatever was still under way: the only one that was spent since.
    await answer(host, 'key.test');
    expect((await statusOf(host)).quota.used).toBe(paused.quota.used + 1);

    await page.getByTestId('go-on').click();
    await expect(page.getByTestId('seal')).toHaveText(/Complete as of/);
    expect(await statusOf(host)).toMatchObject({ records: 6000, complete: true });
    await expect(page.getByTestId('actions').locator('tr[data-action]')).toHaveCount(6);
    await lookInBoth(page, `${project.name}-data-complete`);
  });
});

test(
  'a month of the strip tells its state, is fetched before its turn with the keyboard, and compared',
  ofThePage,
  async ({ start }, { project }) => {
    await within({ records: 6000 }, async ({ service, dataDirectory }) => {
      const host = await start({ dataDirectory, args: ownWorkspace });
      await connect(host, service);
      const { page } = host;
      await answer(host, 'sync.run', { maxRequests: 3 });
      const strip = page.getByTestId('coverage-strip');
      await expect(strip.locator('li')).toHaveCount(24);
      const month = strip.locator('li[data-month="2025-03-01"]');
      await expect(month).toHaveAttribute('data-state', 'missing');
      // One stop of the tab key; arrows from the newest month to the one wanted.
      await strip.locator('button[tabindex="0"]').focus();
      for (let back = 0; back < 20; back++) await page.keyboard.press('ArrowLeft');
      await expect(month.getByRole('button')).toBeFocused();
      await page.keyboard.press('Enter');
      const details = page.getByTestId('month-details');
      await expect(details).toHaveAttribute('data-reading', 'missing');
      await expect(details).toContainText('Not here yet.');
      await lookInBoth(page, `${project.name}-data-month`);
      await expect(details.getByTestId('fetch-month')).toHaveText(/Fetch Mar 2025 · at most \d\d requests/);
      // One request narrows the bound from everything unread to the month's own pages.
      const truth = await service.control.truth('2025-03', []);
      await details.getByRole('button', { name: 'Ask how many it has · 1 request' }).click();
      await expect(details).toContainText(`The service has ${truth.count} records of it.`);
      const most = Math.ceil(truth.count / 200) + 1;
      await expect(details.getByTestId('fetch-month')).toHaveText(`Fetch Mar 2025 · at most ${most} requests`);
      const before = await statusOf(host);
      await details.getByTestId('fetch-month').click();
      await expect(month).toHaveAttribute('data-state', 'soFar');
      await expect.poll(() => answer<Output<'sync.state'>>(host, 'sync.state')).toMatchObject({ running: false });
      const after = await statusOf(host);
      expect(after.quota.used - before.quota.used).toBeLessThanOrEqual(most);
      expect(after.partitions).toContainEqual(
        expect.objectContaining({ from: '2025-03', to: '2025-03', sealed: true }),
      );
      expect(after.partitions.find(({ from }) => from === '2025-03')?.held).toBe(truth.count);

      await month.getByRole('button').press('Enter');
      await expect(details).toHaveAttribute('data-reading', 'read');
      await details.getByRole('button', { name: 'Compare the count · 1 request' }).click();
      await expect(page.getByTestId('month-compared')).toContainText('They agree.');
      await page.keyboard.press('Escape');
      await expect(month.getByRole('button')).toBeFocused();

      expect(await answer(host, 'sync.run')).toMatchObject({ status: 'complete', records: 6000 });
      await expect(month).toHaveAttribute('data-state', 'complete');
    });
  },
);

test(
  'a used-up quota says what used it, when the download resumes, and how to prevent that',
  ofThePage,
  async ({ start }, { project }) => {
    await within({ records: 6000, dailyQuota: 12 }, async ({ service, dataDirectory }) => {
      const host = await start({ dataDirectory, args: ownWorkspace });
      await connect(host, service);
      const { page } = host;
      await answer(host, 'sync.run');
      await expect(page.getByTestId('quota-notice')).toContainText('someone else uses this key, or it was given fewer');
      const state = page.getByTestId('run-state');
      await expect(state).toHaveAttribute('data-kind', 'resumes');
      await expect(state).toContainText(/Continues by itself at .*\d\d:\d\d/);
      await expect(page.getByTestId('data-quota')).toContainText('none left');
      await expect(page.getByTestId('refresh')).toBeDisabled();
      await lookInBoth(page, `${project.name}-data-quota`);
      await state.getByRole('button', { name: 'Not by itself' }).click();
      await expect(state).toHaveAttribute('data-kind', 'begun');
      expect(await answer(host, 'sync.state')).toMatchObject({ resumesAt: null });
    });
  },
);

test(
  'reading by list asks first, says what it costs, and then reads everything',
  ofThePage,
  async ({ start }, { project }) => {
    await within({ records: 500 }, async ({ service, dataDirectory }) => {
      const host = await start({ dataDirectory, args: ownWorkspace });
      await connect(host, service);
      await answer(host, 'sync.run');
      const { page } = host;
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
    });
  },
);

test(
  'a damaged file is set aside only when asked, with the price, and downloaded again',
  ofThePage,
  async ({ start }, { project }) => {
    await within({ records: 500 }, async ({ service, dataDirectory }) => {
      const first = await start({ dataDirectory, args: ownWorkspace });
      await connect(first, service);
      await answer(first, 'sync.run');
      await first.stop();
      const folder = join(dataDirectory, 'workspaces/default');
      const file = openSync(join(folder, 'snapshot.duckdb'), 'r+');
      writeSync(file, Buffer.alloc(16_384, 7), 0, 16_384, 0);
      closeSync(file);

      const host = await start({ dataDirectory, args: ownWorkspace });
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
        await answer(host, 'workspace.connect', { name: 'default', baseUrl: service.url, key: service.key }),
      ).toBeTruthy();
      expect(await answer(host, 'sync.run')).toMatchObject({ status: 'complete', records: 500 });
      await expect(page.getByTestId('data-records')).toContainText('500');
    });
  },
);

test('a saved workspace opens under another name, for no request, and without its key', async ({ start }) => {
  await within({ records: 500 }, async ({ service, folder, dataDirectory }) => {
    const host = await start({ dataDirectory, args: ownWorkspace });
    await connect(host, service);
    await answer(host, 'sync.run');
    const { page, electron } = host;
    const saved = join(folder, 'saved.timelog');
    // The desktop asks with the system's own dialogs, which need a person: this one means the same file.
    await electron?.evaluate(({ dialog }, path) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path });
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
    }, saved);
    const coming = electron ? undefined : page.waitForEvent('download');
    await page.getByTestId('save-workspace').click();
    await (await coming)?.saveAs(saved);
    await expect(page.getByText(/^Saved /)).toBeVisible();

    const { used } = (await statusOf(host)).quota;
    await page.getByTestId('load-workspace').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Name here')).toHaveValue('saved');
    await dialog.getByLabel('Name here').fill('default');
    await expect(dialog).toContainText('A workspace with this name already exists.');
    await dialog.getByLabel('Name here').fill('from-file');
    if (!electron) {
      const chooser = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: /File/ }).click();
      await (await chooser).setFiles(saved);
    }
    await dialog.getByRole('button', { name: electron ? 'Choose and open…' : 'Open', exact: true }).click();
    await expect(page.getByText('500 records opened, complete. No request was spent.')).toBeVisible();
    expect(await answer(host, 'workspace.state')).toMatchObject({ name: 'from-file', kind: 'service' });
    expect(await statusOf(host)).toMatchObject({ records: 500, complete: true });
    expect((await statusOf(host)).quota.used).toBe(used);
    if (!electron) expect(readdirSync(join(dataDirectory, 'uploads'))).toEqual([]);
    const { workspaces } = await answer<Output<'workspace.list'>>(host, 'workspace.list');
    expect(workspaces.map(({ name }) => name)).toEqual(expect.arrayContaining(['default', 'from-file']));
  });
});

test(
  'the first ten requests of a slow service show the newest month, marked “so far”',
  ofThePage,
  async ({ start }, { project }) => {
    await within({ records: 24_000, latency: 400 }, async ({ service, dataDirectory }) => {
      const host = await start({ dataDirectory, args: ownWorkspace });
      const { page } = host;
      await goTo(page, '#/connect');
      await page.getByLabel('Address').fill(service.url);
      await page.getByLabel('API key').fill(service.key);
      await page.getByRole('button', { name: /Connect/ }).click();
      await expect(page.getByTestId('first-download')).toHaveText(/Download\s*· 120 to \d+ requests/);
      // With the one that tested the key: ten.
      await answer(host, 'sync.run', { maxRequests: 9 });
      await expect(page.getByTestId('refresh')).toHaveText(/Continue/);
      expect((await statusOf(host)).quota.used).toBe(10);
      await expect(page.getByTestId('seal')).toHaveText(/So far/);
      const report = await answer<Output<'report.run'>>(host, 'report.run', {
        measures: ['records', 'billable_value'],
        period: 'last-month',
      });
      expect(Number(report.totals['billable_value'])).toBeGreaterThan(0);
      await lookInBoth(page, `${project.name}-first-run`);
    });
  },
);
