/** Figures of the question before, while the answer to the next one is on its way. */
import { openView } from '../support/look.ts';
import { overviewScreen } from '../support/screens/overview.ts';
import { recordsScreen } from '../support/screens/records.ts';
import { settled } from '../support/settled.ts';
import { long } from '../support/tier.ts';
import { expect, test } from '../support/test.ts';

test(
  'the Overview never shows figures of another period as if they were of this one',
  long,
  async ({ reading: { page } }) => {
    await openView(page, '/', { period: '2026-10-05' });
    const value = overviewScreen(page).tile('billable_value');
    const panel = page.locator('section').filter({ has: overviewScreen(page).people });
    await expect(value).toHaveAttribute('data-value', /\d/);
    await settled(page);
    const first = (await value.getAttribute('data-value')) ?? '';

    let isHolding = true;
    const held: (() => void)[] = [];
    await page.route('**/api/call', async (route) => {
      if (isHolding && route.request().postData()?.includes('report.run') === true)
        await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await openView(page, '/', { period: '2026-10-06' });
    await expect(panel).toHaveAttribute('aria-busy', 'true');
    const veil = () => panel.evaluate((section) => getComputedStyle(section, '::after').content);
    await expect.poll(veil).toBe('""');
    await expect(value).toHaveAttribute('data-value', first);
    await expect(page.locator('section[aria-busy="true"]').filter({ has: value })).toHaveCount(1);

    isHolding = false;
    for (const release of held) release();
    await expect(value).not.toHaveAttribute('data-value', first);
    await settled(page);
  },
);

test(
  'all that the Overview shows of another filter is one call, once its checks were measured',
  long,
  async ({ reading: { page } }) => {
    const filtered = (minutes: number) => ({
      period: '2026-10',
      filter: JSON.stringify([
        { filters: [{ propertyName: 'total_minutes', operator: 'GTE', value: String(minutes) }] },
      ]),
    });
    await openView(page, '/', filtered(1));
    const value = overviewScreen(page).tile('billable_value');
    await expect(value).toHaveAttribute('data-value', /\d/);
    await settled(page);
    const before = (await value.getAttribute('data-value')) ?? '';
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/call')) calls.push(request.postData() ?? '');
    });
    await openView(page, '/', filtered(90));
    await expect(value).not.toHaveAttribute('data-value', before);
    await settled(page);
    // Who is absent is asked only where somebody logged nothing.
    const methods = calls.map((call) => (JSON.parse(call) as { method: string }).method);
    expect(methods.filter((method) => method !== 'checks.people')).toEqual(['questions.ask']);
  },
);

test(
  'a search of many records shows its first rows before they are counted, and no count that is not known',
  long,
  async ({ reading: { page } }) => {
    let isHolding = true;
    const held: (() => void)[] = [];
    await page.route('**/api/call', async (route) => {
      const asked = route.request().postData() ?? '';
      if (asked.includes('"data.status"')) {
        // The rows are the sample's; only how many the screen believes to be here is not.
        const response = await route.fetch();
        const text = await response.text();
        return route.fulfill({ response, body: text.replace(/"records":\d+/, '"records":1000000') });
      }
      if (isHolding && asked.includes('"records.page"')) await new Promise<void>((resolve) => held.push(resolve));
      return route.continue();
    });
    // How many records are here is asked as the page loads.
    await page.reload();
    await openView(page, '/records', {
      period: '2026-10',
      filter: JSON.stringify([{ filters: [{ propertyName: 'search', operator: 'FINDS', value: 'review' }] }]),
    });
    const rows = recordsScreen(page).rows;
    await expect(rows.first()).toContainText(/review/i);
    await expect(recordsScreen(page).totals.getByRole('rowheader')).toHaveText('Loading');
    await expect(recordsScreen(page).range).toHaveText('');
    const before = await rows.allTextContents();

    isHolding = false;
    for (const release of held) release();
    await expect(recordsScreen(page).range).toContainText(/^1–\d+ of \d+/);
    await settled(page);
    expect((await rows.allTextContents()).slice(0, 10)).toEqual(before.slice(0, 10));
  },
);

test('Changes says why it does not know from when, and asks again', long, async ({ reading: { page } }) => {
  let isFull = true;
  await page.route('**/api/call', async (route) => {
    if (isFull && route.request().postData()?.includes('memory.merges') === true)
      await route.fulfill({ json: { ok: false, error: { code: 'disk-full' } } });
    else await route.continue();
  });
  await openView(page, '/changes', { period: '2026-10' });
  await expect(page.locator('main').getByText('Disk full')).toBeVisible();
  isFull = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('main').getByText(/^Nothing (has changed|is known)/)).toBeVisible();
});
