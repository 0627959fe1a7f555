/** What is said when the service does not serve, and while not everything is here: what holds now, and never that all is well. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Output } from '../../../../src/contract/api.ts';
import { startServiceProcess } from '../../../support/hosts/service-process.ts';
import { goTo, look, ofThePage, themes, wear } from '../../support/look.ts';
import { ownWorkspace, SAMPLE_AS_OF } from '../../support/places.ts';
import { expect, test } from '../../support/test.ts';

const sample = { records: 400, seed: 7, asOf: SAMPLE_AS_OF };
let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'timelog-trouble-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));

test(
  'every screen says that the key is no longer accepted, and leads to its field',
  ofThePage,
  async ({ start }, { project }) => {
    const first = await startServiceProcess(sample);
    const { url } = first;
    const host = await start({ dataDirectory: join(folder, 'data'), args: ownWorkspace });
    const { page } = host;
    expect(await host.call('workspace.connect', { name: 'default', baseUrl: url, key: first.key })).toMatchObject({
      ok: true,
    });
    expect(await host.call('sync.run', {})).toMatchObject({ ok: true });
    await first.stop();
    await page.reload();
    await goTo(page, '#/data');
    const refresh = page.getByTestId('refresh');
    await refresh.click();
    const failure = page.getByTestId('last-failure');
    await expect(failure).toContainText('Nothing listens at this address.');

    const key = 'another-key-than-the-one-that-is-kept';
    const second = await startServiceProcess({ ...sample, key, port: Number(new URL(url).port) });
    try {
      await refresh.click();
      await expect(failure).toContainText('The service does not accept this key.');
      await expect(failure).not.toContainText('cannot be reached');
      // A tooltip of the button that was pressed would cover what is looked at.
      await page.getByRole('heading', { level: 1 }).click();
      await expect(page.getByRole('tooltip')).toHaveCount(0);
      for (const theme of themes) {
        await wear(page, theme);
        await look(page, `${project.name}-key-rejected-${theme}`);
      }
      await goTo(page, '#/');
      await expect(page.getByTestId('trouble')).toHaveText('Key not accepted');
      await page.getByTestId('trouble').click();
      await failure.getByRole('button', { name: 'Enter another key' }).click();
      const field = page.getByRole('textbox', { name: 'New key' });
      await expect(field).toBeFocused();
      await page.keyboard.type(key);
      await page.keyboard.press('Enter');
      await expect(failure).toHaveCount(0);
      await expect(page.getByTestId('trouble')).toHaveCount(0);
      await expect(field).toHaveCount(0);
    } finally {
      await second.stop();
    }
  },
);

test(
  'while a first download runs, findings come in, and nothing is said to be in order',
  ofThePage,
  async ({ start }, { project }) => {
    const service = await startServiceProcess({ ...sample, records: 3000, faults: { latencyMilliseconds: 1000 } });
    const host = await start({ dataDirectory: join(folder, 'data'), args: ownWorkspace });
    const { page } = host;
    try {
      await host.call('workspace.connect', { name: 'default', baseUrl: service.url, key: service.key });
      await page.reload();
      await goTo(page, '#/check');
      await page.getByTestId('refresh').click();
      await expect(page.getByTestId('pause')).toBeVisible();
      const open = page.locator('[data-check="without-category"]');
      await expect(open).toContainText(/[1-9]/);
      // Of a check that found nothing so far that is all that is said.
      await page.getByTestId('clear-checks').click();
      await page.locator('[data-check="enormous-amount"]').click();
      const main = page.getByRole('main');
      await expect(main).toContainText('Nothing found so far');
      await expect(main).toContainText('Not everything is here yet.');
      await expect(page.getByTestId('pause')).toBeVisible();
      for (const theme of themes) {
        await wear(page, theme);
        await look(page, `${project.name}-check-so-far-${theme}`, { isSettled: false });
      }
      await expect(page.getByTestId('seal')).toHaveText(/Complete as of/);
      await expect(main).toContainText('none differs');
      await expect(main).not.toContainText('so far');
      const run = await host.call('checks.run', {});
      if (!run.ok) throw new Error(run.error.code);
      const { checks } = run.value as Output<'checks.run'>;
      const found = checks.find(({ id }) => id === 'without-category')?.open ?? -1;
      await expect(open).toContainText(String(found));
    } finally {
      await service.stop();
    }
  },
);
