/** The same filter put to the service: the price first, page by page, and what differs from here, field by field. */
import { startServiceProcess } from '../../../support/hosts/service-process.ts';
import { goTo, look, ofThePage, openView, themes, wear } from '../../support/look.ts';
import { SAMPLE_AS_OF } from '../../support/places.ts';
import { expect, test } from '../../support/test.ts';

test(
  'the service is asked with the filter of the bar, and its records are compared with those here',
  ofThePage,
  async ({ start, dataDirectory }, { project }) => {
    const service = await startServiceProcess({ records: 450, seed: 7, asOf: SAMPLE_AS_OF });
    try {
      const host = await start({ dataDirectory, args: ['--workspace', 'own'] });
      const { page } = host;
      await host.call('workspace.connect', { name: 'own', baseUrl: service.url, key: service.key });
      await host.call('sync.run', {});
      const spent = async () => {
        const status = await host.call('data.status', {});
        return status.ok ? (status.value as { quota: { used: number } }).quota.used : Number.NaN;
      };
      const [edited = ''] = await service.control.move({ kind: 'edit' });
      const [born = ''] = await service.control.move({ kind: 'insert' });
      const [gone = ''] = await service.control.move({ kind: 'remove' });
      const before = await spent();
      await page.reload();
      await openView(page, '/records', { period: 'all' });

      // To open it costs nothing.
      await page.getByTestId('live').click();
      await expect(page.getByTestId('live-ask')).toHaveText('Search · 1 request');
      await look(page, `${project.name}-live-unasked`);
      expect(await spent()).toBe(before);

      await page.getByTestId('live-ask').click();
      const sum = page.getByTestId('live-sum');
      await expect(sum).toContainText('The service has 450; here are 450. 200 records read');
      await expect(page.getByTestId('live-all')).toHaveText('All of them · 2 requests');
      await page.getByTestId('live-next').click();
      await expect(sum).toContainText('400 records read');
      await page.getByTestId('live-next').click();
      await expect(sum).toContainText(
        '450 records read: 448 as here, 1 differ, 1 not here yet, 1 only here · 3 requests spent',
      );
      expect(await spent()).toBe(before + 3);

      // Another question begins without any answer, and asks by itself for nothing.
      const others = (await service.control.liveRecords('0', 40)).map(({ id }) => id);
      const values = [...new Set([edited, born, gone, ...others])];
      const filter = JSON.stringify([{ filters: [{ propertyName: 'sys_object_id', operator: 'IN', values }] }]);
      await openView(page, '/records', { period: 'all', live: 'yes', filter });
      await expect(sum).toHaveCount(0);
      await page.getByTestId('live-ask').click();
      await expect(sum).toContainText('1 differ, 1 not here yet, 1 only here · 1 request spent');
      const rows = page.getByTestId('live-rows');
      const row = (id: string) => rows.locator(`tr[data-record="${id}"]`);
      await expect(row(born)).toContainText('live');
      await expect(row(gone)).toContainText('only here');
      await row(edited)
        .getByRole('button', { name: /show them/ })
        .click();
      const fields = rows.locator('dl');
      await expect(fields).toContainText('Total minutes');
      expect(await fields.locator('ins').count()).toBeGreaterThan(2);
      for (const theme of themes) {
        await wear(page, theme);
        await page.setViewportSize({ width: 1440, height: 900 });
        await look(page, `${project.name}-live-${theme}`);
        await page.setViewportSize({ width: 720, height: 900 });
        await look(page, `${project.name}-live-720-${theme}`);
      }
      await page.setViewportSize({ width: 1440, height: 900 });

      await page.getByText('List everything').click();
      await page.getByTestId('live-ask').click();
      await expect(sum).toContainText('100 records read');
      expect(await spent()).toBe(before + 5);
      await page.getByTestId('live').click();
      await expect(page.getByTestId('live-rows')).toHaveCount(0);

      // A service that is gone says so, and what was read stays.
      await goTo(page, '#/records?period=all&live=yes');
      await service.stop();
      await page.getByTestId('live-ask').click();
      await expect(page.getByRole('alert')).toContainText('Nothing listens at this address');
    } finally {
      await service.stop();
    }
  },
);
