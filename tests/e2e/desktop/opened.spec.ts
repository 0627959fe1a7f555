/** What the system hands over to the program, and what its menu does beside Electron's own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { MenuItem } from 'electron';
import type { ElectronApplication } from 'playwright/test';
import { executable, programArguments } from '../support/desktop-app.ts';
import { screenTitle } from '../support/screens/shell.ts';
import { expect, test } from '../support/test.ts';
import { long } from '../support/tier.ts';

/** Starts the program once more, as the system does for a link or a file, until it has handed that over. */
async function handOver(dataDirectory: string, what: string): Promise<void> {
  const args = [...programArguments, '--data-dir', dataDirectory, what];
  expect(await once(spawn(executable, args, { stdio: 'ignore' }), 'exit')).toEqual([0, null]);
}

/** Presses an item of the menu by its label. */
const press = (electron: ElectronApplication | undefined, label: string) =>
  electron?.evaluate(({ Menu }, label) => {
    const items = (Menu.getApplicationMenu()?.items ?? []).flatMap((item) => {
      const { submenu = [] } = item as { submenu?: { items: MenuItem[] } | MenuItem[] };
      return 'items' in submenu ? submenu.items : submenu;
    });
    const item = items.find((each) => each.label === label);
    if (!item) throw new Error(`No ${label} among ${items.map((each) => each.label).join(', ')}`);
    item.click();
  }, label);

test('a link opens its screen, at the start and in the window that is open', long, async ({ start, dataDirectory }) => {
  const { page } = await start({ dataDirectory, args: ['timelog-reports:people'] });
  await expect(screenTitle(page, 'People & clients')).toBeVisible();
  await handOver(dataDirectory, 'timelog-reports://reports?report=people');
  await expect(screenTitle(page, 'Reports')).toBeVisible();
  await handOver(dataDirectory, 'timelog-reports:javascript:alert(1)');
  await expect(screenTitle(page, 'Reports')).toBeVisible();
});

test(
  'a saved workspace is asked for and opened without a dialog, once',
  long,
  async ({ host, dataDirectory, serve }) => {
    const { page, electron } = host;
    const service = await serve({ records: 40 });
    const file = join(dataDirectory, 'saved here.timelog');
    expect(
      await host.call('workspace.connect', { name: 'other', baseUrl: service.url, key: service.key }),
    ).toMatchObject({ ok: true });
    await electron?.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
    }, file);
    expect(await host.call('workspace.save', { sign: false })).toMatchObject({ ok: true });

    await handOver(dataDirectory, file);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    // It was not taken, and is not offered to what asks for a file next.
    await electron?.evaluate(({ dialog }) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] });
    });
    expect(await host.call('workspace.load', { name: 'taken' })).toEqual({ ok: true, value: null });

    await handOver(dataDirectory, file);
    await dialog.locator('button[type=submit]').click();
    await expect(dialog).toBeHidden();
    expect(await host.call('workspace.state', {})).toMatchObject({ value: { baseUrl: service.url } });
  },
);

test(
  '“About” tells the version and where the data is, and opens that folder',
  long,
  async ({ host, dataDirectory }) => {
    const { electron } = host;
    await electron?.evaluate(({ dialog, shell }) => {
      const seen: unknown[] = [];
      Object.assign(globalThis, { seen });
      dialog.showMessageBox = (options: unknown) => {
        seen.push(options);
        const { buttons } = options as { buttons: string[] };
        return Promise.resolve({ response: buttons.indexOf('Open the data folder'), checkboxChecked: false });
      };
      shell.openPath = (path) => {
        seen.push(path);
        return Promise.resolve('');
      };
    });
    await press(electron, 'About Timelog Reports');
    const seen = () => electron?.evaluate(() => (globalThis as unknown as { seen: unknown[] }).seen);
    await expect.poll(async () => (await seen())?.length).toBe(2);
    const info = await host.call('app.info', {});
    const { version } = (info as { value: { version: string } }).value;
    const [about, opened] = (await seen()) ?? [];
    expect(about).toMatchObject({
      message: expect.stringContaining(version),
      detail: expect.stringContaining(dataDirectory),
    });
    expect(opened).toBe(dataDirectory);
  },
);
