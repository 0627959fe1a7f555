import { ask } from '../support/host-calls.ts';
import { goTo, lookAround, ofThePage } from '../support/look.ts';
import { lookupScreen } from '../support/screens/lookup.ts';
import { recordsScreen } from '../support/screens/records.ts';
import { expect, test } from '../support/test.ts';
import { longOfThePage, runsAll } from '../support/tier.ts';

test(
  'ids are found in a pasted list; anything else is reported and not sent',
  ofThePage,
  async ({ changing: host }) => {
    const { page } = host;
    const { rows } = await ask(host, 'records.page', { columns: ['title'], limit: 3 });
    const [one = '', two = '', three = ''] = rows.map(({ id }) => id);
    await goTo(page, '#/lookup');
    const { ids: field, price, run, sum, found } = lookupScreen(page);
    // What is here costs nothing.
    await field.fill(`please check these:\n1. ${one},\n2. #${two}\n3. “${three}”;\nthanks, Anna`);
    await expect(sum).toContainText('3 found, 0 missing, 0 failed · 0 requests');

    await field.fill(`please check these:\n1. ${one},\n2. #${two}\n3. “${three}”;\n- 999999999999\nthanks, Anna`);
    await expect(price).toContainText('4 ids: 3 here, 1 to ask · 1 request for 1 id');
    const ignored = page.getByTestId('lookup-ignored');
    await expect(ignored).toContainText('2 texts are not ids, not sent:');
    await expect(ignored.getByRole('listitem')).toHaveText(['please check these:', 'thanks Anna']);
    await lookAround(page, 'lookup-pasted');
    await run.click();
    await expect(sum).toContainText('3 found, 1 missing, 0 failed · 1 request spent');

    if (!runsAll) return;
    // Rows open, and the found ones become a filter.
    await found.getByRole('button', { name: one }).click();
    await expect(recordsScreen(page).details.getByRole('link').first()).toHaveAttribute('href', /#\/person\//);
    await page.keyboard.press('Escape');
    await page.getByTestId('lookup-as-filter').click();
    await expect(recordsScreen(page).rows).toHaveCount(3);
  },
);

test(
  'what the service said is not asked again unless a person wants it, and record IDs cost nothing where they are here',
  longOfThePage,
  async ({ changing: host }) => {
    const { page } = host;
    const { rows } = await ask(host, 'records.page', { columns: ['title', 'record_id'], limit: 1 });
    const one = rows[0]?.id ?? '';
    await goTo(page, '#/lookup');
    const field = lookupScreen(page).ids;
    await field.fill('999999999999');
    await lookupScreen(page).run.click();
    await expect(lookupScreen(page).sum).toContainText('0 found, 1 missing, 0 failed · 1 request spent');
    await field.fill(`${one}\n999999999999`);
    await expect(lookupScreen(page).run).toHaveText('Ask again · 1 request');
    await expect(lookupScreen(page).sum).toContainText(
      '1 found, 1 missing, 0 failed · 0 requests · the service was asked at',
    );
    await field.fill(`${one}\n999999999999\n999999999998`);
    await expect(lookupScreen(page).price).toContainText('1 request for 1 id');
    await lookupScreen(page).run.click();
    await expect(lookupScreen(page).sum).toContainText('1 found, 2 missing, 0 failed · 1 request spent');

    // Of record IDs spaces are a part, one a line: they are known by their form.
    await field.fill(`- ${rows[0]?.values['a552213_record_id']}\nand this one`);
    await expect(page.getByTestId('lookup-ignored').getByRole('listitem')).toHaveText(['and this one']);
    await expect(lookupScreen(page).sum).toContainText('1 found, 0 missing, 0 failed · 0 requests');
  },
);
