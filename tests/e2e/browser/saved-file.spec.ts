import { goTo } from '../support/look.ts';
import { expect, test } from '../support/test.ts';

test('a file that is no saved workspace is named as it was chosen, until another is chosen', async ({
  reading: host,
}) => {
  const { page } = host;
  await goTo(page, '#/workspaces?enter=file');
  const dialog = page.getByRole('dialog');
  const choose = async (name: string) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByTestId('saved-file').click();
    await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from('PK cut off') });
  };
  await choose('October: firm.timelog');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('October_ firm.timelog is not a complete saved workspace');
  await expect(dialog.getByRole('alert')).toContainText('Choose another file.');
  await expect(dialog.getByRole('alert')).not.toContainText('uploads');
  await choose('another.timelog');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
});
