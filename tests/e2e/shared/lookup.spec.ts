import { goTo, look, ofThePage, themes, wear } from '../support/look.ts';
import { expect, test } from '../support/test.ts';

test(
  'ids are found in a pasted list; anything else is reported and not sent',
  ofThePage,
  async ({ host }, { project }) => {
    const { page } = host;
    const some = await host.call('records.page', { columns: ['title', 'record_id'], limit: 3 });
    if (!some.ok) throw new Error(some.error.code);
    const { rows } = some.value as { rows: { id: string; values: Record<string, string> }[] };
    const [one = '', two = '', three = ''] = rows.map(({ id }) => id);
    await goTo(page, '#/lookup');
    const field = page.getByRole('textbox', { name: 'Record ids' });
    await field.fill(`please check these:\n1. ${one},\n2. #${two}\n3. “${three}”;\n- 999999999999\nthanks, Anna`);
    await expect(page.getByTestId('lookup-price')).toContainText('4 ids: 3 here, 1 to ask · 1 request for 1 id');
    const ignored = page.getByTestId('lookup-ignored');
    await expect(ignored).toContainText('2 texts are not ids, not sent:');
    await expect(ignored.getByRole('listitem')).toHaveText(['please check these:', 'thanks Anna']);
    for (const theme of themes) {
      await wear(page, theme);
      await look(page, `${project.name}-lookup-pasted-${theme}`);
    }
    await page.getByTestId('lookup-run').click();
    await expect(page.getByTestId('lookup-sum')).toContainText('3 found, 1 missing, 0 failed · 1 request spent');

    // Rows open, and the found ones become a filter.
    await page.getByTestId('lookup-found').getByRole('button', { name: one }).click();
    await expect(page.getByTestId('record-details')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByTestId('lookup-as-filter').click();
    await expect(page.getByTestId('records-table').locator('tbody tr[data-record]')).toHaveCount(3);
    await goTo(page, '#/lookup');

    // What the service said is not asked again unless a person wants it.
    await field.fill(`${one}\n999999999999`);
    await expect(page.getByTestId('lookup-run')).toHaveText('Ask again · 1 request');
    await expect(page.getByTestId('lookup-sum')).toContainText(
      '1 found, 1 missing, 0 failed · 0 requests · the service was asked at',
    );
    await field.fill(`${one}\n999999999999\n999999999998`);
    await expect(page.getByTestId('lookup-price')).toContainText('1 request for 1 id');
    await page.getByTestId('lookup-run').click();
    await expect(page.getByTestId('lookup-sum')).toContainText('1 found, 2 missing, 0 failed · 1 request spent');

    // Of record IDs spaces are a part, one a line: they are known by their form, and cost nothing where they are here.
    await field.fill(`- ${rows[0]?.values['a552213_record_id']}\nand this one`);
    await expect(ignored.getByRole('listitem')).toHaveText(['and this one']);
    await expect(page.getByTestId('lookup-sum')).toContainText('1 found, 0 missing, 0 failed · 0 requests');
  },
);
