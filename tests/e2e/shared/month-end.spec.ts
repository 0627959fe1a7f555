/** A month-end on a service that moves: closed at once, sent at once, what changed since decided with a reason. */
import { ask, connectTo } from '#tests/e2e/support/host-calls.ts';
import { lookAround, openView } from '#tests/e2e/support/look.ts';
import { ownWorkspace } from '#tests/e2e/support/places.ts';
import { statusLine } from '#tests/e2e/support/screens/shell.ts';
import { settled } from '#tests/e2e/support/settled.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { chooseSize } from '#tests/support/tier.ts';

const CLIENTS = chooseSize(12, 40);
const MONTH = '2026-10';

test('a month is closed, sent, and accounted for afterwards', async ({ start, emptyDirectory, serve }) => {
  test.slow();
  const service = await serve({ records: 1_500, months: 3 });
  const host = await start({ dataDirectory: emptyDirectory, args: ownWorkspace });
  const { page } = host;
  await openView(page, '/month-end', { period: MONTH });
  await connectTo(host, service);
  const { ids } = await ask(host, 'names.recorded', {});
  const objects = ids.filter(({ kind }) => kind !== 'person');
  await service.control.move({ kind: 'shift', count: 400, to: MONTH });
  await ask(host, 'sync.run', { full: true });
  const named = objects.map(({ kind, id }, at) => {
    const number = String((at % CLIENTS) + 1).padStart(3, '0');
    return [`${kind}:${id}`, { name: `Project ${at}`, client: `Client ${number}`, currency: at % 5 ? 'EUR' : 'CHF' }];
  });
  await ask(host, 'names.keep', { owners: {}, objects: Object.fromEntries(named) as Record<string, never> });
  await page.reload();
  await settled(page);
  const table = page.getByTestId('month-end');
  await lookAround(page, 'month-end-open', [800]);

  // Closed: every client at once, with what is accepted.
  const { lines } = await ask(host, 'closings.month', { period: MONTH });
  const clients = lines.filter(({ client }) => client !== null).length;
  await page.getByTestId('close-all').click();
  const isAsked = page.getByRole('dialog', { name: 'Close all the same?' });
  const closed = table.getByRole('row').filter({ hasText: /no\. \d/ });
  await expect(isAsked.or(closed.first())).toBeVisible();
  if (await isAsked.isVisible()) {
    await page.keyboard.type('As agreed with finance');
    await page.keyboard.press('Enter');
  }
  await expect.poll(() => closed.count()).toBeGreaterThanOrEqual(clients);
  await settled(page);

  // Sent: a pack that bills, which the register links with each closing.
  await page.getByRole('button', { name: /^Send \d+ clients…$/ }).click();
  await page.getByTestId('export-start').click();
  const exported = page.getByRole('dialog', { name: 'Exported' });
  // A file for each client takes about a second on a busy machine.
  await expect(exported).toBeVisible({ timeout: 150_000 });
  await exported.getByRole('button', { name: 'Close' }).last().click();
  await expect(exported).toHaveCount(0);
  await expect(table.getByText('done')).toHaveCount(clients);

  const { files } = await ask(host, 'sent.list', {});
  expect(files.every(({ bills, audience }) => bills && audience === 'client')).toBe(true);

  // The world moves on, and the screen says what to do.
  const page1 = { period: MONTH, columns: ['title'], offset: 0, limit: 4 };
  const { rows } = await ask(host, 'records.page', page1);
  await service.control.move({ kind: 'edit', ids: rows.map(({ id }) => id).slice(0, 2) });
  await service.control.move({ kind: 'shift', ids: rows.map(({ id }) => id).slice(2), to: '2026-11' });
  await ask(host, 'sync.run', { full: true });
  const drifted = table.getByRole('button', { name: /^Decide… / });
  await expect(drifted.first()).toBeVisible();
  await lookAround(page, 'month-end-drift');
  for (let left = await drifted.count(); left > 0; left -= 1) {
    await drifted.first().click();
    const closing = page.getByTestId('closing');
    await expect(closing.getByTestId('equation')).toBeVisible();
    await expect(closing).toContainText('The parts add up to today, to the last digit.');
    if (left === 1) await lookAround(page, 'month-end-closing');
    await closing.getByRole('form', { name: 'Changed since' }).getByLabel('Reason').fill('Agreed on the phone');
    await expect(closing.getByRole('button', { name: /^Decide \d+ records?$/ })).toBeEnabled();
    await page.keyboard.press('Enter');
    await expect(closing).toContainText('Nothing is another than it was closed.');
    await expect(closing).toContainText('The parts add up to today, to the last digit.');
    if (left === 1) await lookAround(page, 'month-end-decided');
    await page.keyboard.press('Escape');
    await expect(drifted).toHaveCount(left - 1);
  }
  const { sums } = await ask(host, 'closings.states', { period: MONTH });
  expect(sums.map(({ state }) => state)).toContain('adjusted');
});

test('an empty month and one without records say what to do', async ({ host }) => {
  const { page } = host;
  await openView(page, '/month-end', { period: '2019-01' });
  await expect(page.getByText('Nothing was billable in this period')).toBeVisible();
  await lookAround(page, 'month-end-empty');
  await openView(page, '/month-end', { period: MONTH });
  await expect(page.getByTestId('month-end').getByRole('row').nth(1)).toBeVisible();
  await lookAround(page, 'month-end-sample');
  // What is closed is today's: while the past is shown nothing is.
  await statusLine(page).seal.click();
  await page
    .getByRole('list', { name: 'Refreshes' })
    .getByRole('button', { name: /Complete here/ })
    .click();
  await expect(page.getByText('Month-end is about today')).toBeVisible();
  await expect(page.getByTestId('close-all')).toHaveCount(0);
  await lookAround(page, 'month-end-past');
  await page.getByRole('button', { name: 'Show today' }).click();
  await expect(page.getByTestId('month-end').getByRole('row').nth(1)).toBeVisible();
});
