/** A walk over the screens with whatever JSON allows in the records: half emoji, NUL, 1e400, a title of a megabyte. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { errorText } from '../../../src/contract/error-text.ts';
import { startOddService } from '../../oddities/service.ts';
import { oddWorld } from '../../oddities/world.ts';
import { openView } from '../support/look.ts';
import { ownWorkspace } from '../support/places.ts';
import { settled } from '../support/settled.ts';
import { expect, test } from '../support/test.ts';

/** Twelve records, one of them with a megabyte of title. */
const SEED = 525;

async function expectCalm(page: Page): Promise<void> {
  await settled(page);
  const unexpected = errorText({ code: 'unexpected' });
  for (const said of [unexpected.title, unexpected.sentence]) await expect(page.getByText(said)).toHaveCount(0);
}

test('every screen shows records of any text and number', async ({ start }) => {
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), 'timelog-odd-'));
  const world = oddWorld(SEED);
  const ids = world.records.map(({ id }) => String(id));
  const service = await startOddService(world);
  try {
    const host = await start({ dataDirectory: join(folder, 'data'), args: ownWorkspace });
    const { page } = host;
    const faults: string[] = [];
    page.on('pageerror', (fault) => faults.push(fault.message));
    const at = { name: 'default', baseUrl: service.url, key: service.key };
    expect(await host.call('workspace.connect', at)).toMatchObject({ ok: true });
    expect(await host.call('sync.run', {})).toMatchObject({
      ok: true,
      value: { status: 'complete', records: ids.length },
    });
    await page.reload();

    await openView(page, '/', { period: '2026-10' });
    await expectCalm(page);
    for (const check of ['unreadable', 'rounded']) {
      await openView(page, '/check', { check });
      await expect(
        page
          .getByRole('row')
          .filter({ hasText: /received|“/ })
          .first(),
      ).toBeVisible();
      await expectCalm(page);
    }
    for (const rows of ['title', 'client,category_text', 'platform_owner_id']) {
      await openView(page, '/reports', { preset: 'services', rows, period: '2026-09-01..2026-10-31' });
      await expectCalm(page);
    }
    await openView(page, '/records', { period: 'all' });
    await expect(page.getByTestId('records-table').locator('tr[data-record]')).toHaveCount(ids.length);
    await expectCalm(page);
    for (const record of ids.slice(0, 3)) {
      await openView(page, '/records', { period: 'all', record });
      await expect(page.getByTestId('record-details')).toBeVisible();
      await expectCalm(page);
    }
    await openView(page, '/lookup');
    await page.getByTestId('lookup-ids').fill([...ids, '99'].join('\n'));
    await expect(page.getByTestId('lookup-found').locator('tr[data-record]')).toHaveCount(ids.length);
    await page.getByTestId('lookup-run').click();
    await expect(page.getByTestId('lookup-sum')).toContainText('1 missing');
    await expectCalm(page);
    await openView(page, '/people');
    await expect(page.getByTestId('names-table')).toBeVisible();
    await expectCalm(page);
    await openView(page, '/data');
    await expect(page.getByTestId('data-anomalies')).toContainText(/\d/);
    await expectCalm(page);
    expect(faults).toEqual([]);
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
});
