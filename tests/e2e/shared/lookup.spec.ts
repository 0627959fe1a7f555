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
    await field.fill(`please check these:\n1. ${one},\n2. #${two}\n3. “${three}”;\nthanks, Anna`);
    await expect(page.getByTestId('lookup-price')).toContainText('1 request for 3 ids');
    const ignored = page.getByTestId('lookup-ignored');
    await expect(ignored).toContainText('2 texts are not ids, not sent:');
    await expect(ignored.getByRole('listitem')).toHaveText(['please check these:', 'thanks Anna']);
    for (const theme of themes) {
      await wear(page, theme);
      await look(page, `${project.name}-lookup-pasted-${theme}`);
    }
    await page.getByTestId('lookup-run').click();
    await expect(page.getByTestId('lookup-sum')).toContainText('3 found, 0 missing, 0 failed');

    // Of record IDs spaces are a part: one a line.
    await page.getByRole('combobox', { name: 'Which id' }).click();
    await page.getByRole('option', { name: /^Record ID/ }).click();
    await field.fill(`- ${rows[0]?.values['a552213_record_id']}\nand this one`);
    await expect(ignored.getByRole('listitem')).toHaveText(['and this one']);
    await page.getByTestId('lookup-run').click();
    await expect(page.getByTestId('lookup-sum')).toContainText('1 found, 0 missing, 0 failed');
  },
);
