/** What changed: since a file left, in two clicks from the file and from its client; since another moment; a part at a time. */
import { answerDialogs, ask } from '#tests/e2e/support/host-calls.ts';
import { goTo, look, lookAgain, openView } from '#tests/e2e/support/look.ts';
import { statusLine } from '#tests/e2e/support/screens/shell.ts';
import { settled } from '#tests/e2e/support/settled.ts';
import { expect, test, type HostInUse } from '#tests/e2e/support/test.ts';
import { long, runsAll } from '#tests/e2e/support/tier.ts';

/** Of the sample: a client with at least two objects. */
async function findClient(host: HostInUse) {
  const { objects } = await ask(host, 'names.list', {});
  const clients = Object.groupBy(Object.entries(objects), ([, { client }]) => client ?? '');
  const [client = '', named = []] = Object.entries(clients).find(([name, all]) => name && (all?.length ?? 0) > 1) ?? [];
  const [[key, entry] = []] = named;
  if (key === undefined || !entry) throw new Error('The sample has clients with several objects');
  return { client, key, entry };
}

/** Has a file of a client leave, and an object of the client become another client's. */
async function moveOn(host: HostInUse, path: string) {
  const { client, key, entry } = await findClient(host);
  await answerDialogs(host, path);
  const filterGroups = [{ filters: [{ propertyName: 'client', operator: 'EQ' as const, value: client }] }];
  await ask(host, 'export.run', {
    ...(runsAll ? {} : { period: '2026-10-05..2026-10-11' }),
    filterGroups,
    columns: ['title'],
  });
  const name = (await findSent(host))?.file ?? '';
  await ask(host, 'names.keep', { owners: {}, objects: { [key]: { ...entry, client: 'Another Client' } } });
  return { client, name };
}

const findSent = async (host: HostInUse) => (await ask(host, 'sent.list', {})).files[0];

test('what changed since a file left is two clicks from the file and from its client, a part at a time', async ({
  changing: host,
}, testInfo) => {
  const { page } = host;
  const { client, name } = await moveOn(host, testInfo.outputPath('client.csv'));
  await goTo(page, '#/exports');
  await page.getByTestId('sent-files').getByRole('row', { name }).getByRole('link', { name: 'What changed?' }).click();
  const sentence = page.getByTestId('changes-sentence');
  await expect(sentence).toContainText(`Since ${name} was written`);
  await expect(sentence).toContainText('relabelled');
  await page.getByRole('button', { name: /^Relabelled/ }).click();
  await expect(page).toHaveURL(/part=relabelled/);
  const rows = page.getByTestId('changed-records').locator('tbody tr');
  await expect(rows.first()).toContainText(`${client} → Another Client`);
  await expect(rows.filter({ hasNotText: 'relabelled' })).toHaveCount(0);
  await expect(page.getByTestId('changed-labels')).toContainText('Names and settings: 1');
  await look(page, 'changes');

  await goTo(page, `#/client/${encodeURIComponent(client)}`);
  await page.getByTestId('changed-since-sent').click();
  await expect(sentence).toContainText(`Since ${name} was written`);

  // Where changes begin is told by `starts` in the first tier.
  if (!runsAll) return;
  await page.getByRole('link', { name: 'Compare any two moments instead' }).click();
  await page.getByTestId('changes-since').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Complete here/ })
    .click();
  await expect(page).toHaveURL(/since=/);
});

test(
  'what changed since a file left is written value by value, and remembered as such',
  long,
  async ({ changing: host }, testInfo) => {
    const { page } = host;
    const { name } = await moveOn(host, testInfo.outputPath('client.csv'));
    await goTo(page, '#/exports');
    await page
      .getByTestId('sent-files')
      .getByRole('row', { name })
      .getByRole('link', { name: 'What changed?' })
      .click();
    await page.getByTestId('share').click();
    await page.getByTestId('share-csv').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('value by value');
    await lookAgain(page, 'changes-export');
    await answerDialogs(host, testInfo.outputPath('changes.csv'));
    await dialog.getByTestId('export-start').click();
    await expect.poll(async () => (await findSent(host))?.of).toBe('changes');
  },
);

test(
  'changes begin at a moment that is chosen, and say where nothing changed or nothing is known',
  long,
  async ({ reading: { page } }) => {
    await goTo(page, '#/changes');
    await expect(page.getByTestId('changes-none')).toContainText('Nothing has changed since');
    await page.getByTestId('changes-since').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Complete here/ })
      .click();
    await expect(page).toHaveURL(/since=/);
    await expect(page.getByTestId('changes-none')).toBeVisible();
    await openView(page, '/changes', { since: '2001-01-01' });
    await expect(page.getByRole('alert')).toContainText('Nothing is known of before');
    await page.getByRole('link', { name: 'Compare any two moments instead' }).click();
    await expect(page.getByTestId('changes-none')).toBeVisible();
    await statusLine(page).seal.click();
    await page.getByRole('link', { name: 'What changed since?' }).first().click();
    await expect(page).toHaveURL(/#\/changes/);
  },
);

test('a figure tells how it was known, and each step what changed in it', long, async ({ changing: host }) => {
  const { page } = host;
  const { client, key, entry } = await findClient(host);
  await ask(host, 'names.keep', { owners: {}, objects: { [key]: { ...entry, client: 'Another Client' } } });
  const filter = JSON.stringify([{ filters: [{ propertyName: 'client', operator: 'EQ', value: client }] }]);
  await openView(page, '/reports', { preset: 'clients', period: '2026', filter });
  await settled(page);
  await page.getByTestId('report-total').getByRole('gridcell').first().click();
  await page.getByRole('button', { name: 'How it was known' }).click();
  const steps = page.getByTestId('figure-history').locator('tbody tr');
  await expect(steps).toHaveCount(2);
  await steps.first().getByRole('link', { name: 'What changed' }).click();
  await expect(page.getByTestId('changes-sentence')).toContainText('relabelled');
});
