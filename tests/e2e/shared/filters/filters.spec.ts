/** The filter bar: chips in their places, figures as one chip, undo, and filters as the service has them. */
import { goTo, look, lookAgain, ofThePage, openView } from '#tests/e2e/support/look.ts';
import { explainPanel, reportScreen } from '#tests/e2e/support/screens/reports.ts';
import { filterBar, palette } from '#tests/e2e/support/screens/shell.ts';
import { settled } from '#tests/e2e/support/settled.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { longOfThePage } from '#tests/e2e/support/tier.ts';

const pasted = {
  filterGroups: [
    { filters: [{ propertyName: 'service_name', operator: 'IN', values: ['VAT returns'] }] },
    { filters: [{ propertyName: 'title', operator: 'CONTAINS_TOKEN', value: 'meeting' }] },
  ],
};

test(
  'filters that are pasted as JSON keep their places, and are taken back and forth',
  longOfThePage,
  async ({ reading: { page } }) => {
    await goTo(page, '#/records?period=all');
    const bar = page.getByRole('group', { name: 'Filters' });
    // Before, the palette knows of no filters.
    await expect(bar).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Filters as JSON' })).toHaveCount(0);
    await palette(page).take('Filters as JSON');
    const json = page.getByRole('textbox', { name: 'filterGroups' });
    await json.fill('[{"filters":[{"propertyName":"titel","operator":"EQ","value":"a"}]}]');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('alert')).toHaveText('In group 1, filter 1: no property is called "titel".');
    await json.fill(JSON.stringify(pasted));
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(filterBar(page).words).toHaveText('Service is one of VAT returns, or Title contains meeting');
    // From the editor of a filter, too.
    await bar.getByRole('button', { name: /^Change: Title/ }).click();
    await page.getByRole('button', { name: 'Filters as JSON' }).click();
    await expect(json).toHaveValue(/VAT returns/);
    await page.keyboard.press('Escape');
    // Between client and category, as before.
    await expect(bar.getByRole('button', { name: /any$|^Change: Service/ })).toHaveText([
      'Person any',
      'Client any',
      'Service VAT returns',
      'Category any',
      'Billable any',
    ]);
    await bar.getByRole('button', { name: 'Undo the last change of the filters' }).click();
    await expect(filterBar(page).words).toHaveCount(0);
    await bar.getByRole('button', { name: 'Redo it' }).click();
    await expect(filterBar(page).words).toHaveText(/^Service is one of VAT returns/);
  },
);

test(
  'a figure followed to its records is one chip, which opens into its conditions',
  longOfThePage,
  async ({ reading: { page } }) => {
    await goTo(page, '#/reports?preset=timesheet');
    await settled(page);
    await reportScreen(page).grid.getByText('41.10', { exact: true }).first().click();
    await explainPanel(page).allRecords.click();
    const chip = filterBar(page).figureChip;
    await expect(chip).toContainText('This figure: Eva Horváth · W44');
    await page.reload();
    await expect(chip).toContainText('This figure: Eva Horváth · W44');
    // Its conditions cannot be written before it is opened.
    await palette(page).open();
    await page.keyboard.type('Filters as JSON');
    await expect(palette(page).dialog.getByText('Filters as JSON', { exact: true })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await chip.getByRole('button', { name: /^This figure/ }).click();
    await expect(chip).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Change: Person is Eva Horváth/ })).toBeVisible();
  },
);

test(
  'a chip is moved to another alternative by keyboard and by mouse',
  ofThePage,
  async ({ reading: { page } }, { project }) => {
    const filter = JSON.stringify(pasted.filterGroups);
    await openView(page, '/records', { period: 'all', filter });
    const bar = page.getByRole('group', { name: 'Filters' });
    const words = filterBar(page).words;
    const other = page.getByTestId('filter-alternative');
    await expect(words).toHaveText('Service is one of VAT returns, or Title contains meeting');
    const title = bar.getByRole('button', { name: /^Change: Title/ });
    await title.focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(other).toHaveCount(0);
    await expect(title).toBeFocused();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(words).toHaveText('Service is one of VAT returns, or Title contains meeting');
    await expect(title).toBeFocused();
    const service = bar.getByRole('button', { name: /^Change: Service/ });
    await service.dragTo(other);
    await expect(other).toHaveCount(0);
    await lookAgain(page, `${project.name}-filters-moved`);
    await service.dragTo(page.getByTestId('filter-or'));
    await expect(words).toHaveText('Title contains meeting, or Service is one of VAT returns');
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: 'Undo the last change of the filters' }).click();
    await expect(other).toHaveCount(0);
    await expect(title).toBeVisible();
    await expect(service).toBeVisible();
  },
);

test('an error ends with the screen on which it happened', ofThePage, async ({ reading: { page } }) => {
  await goTo(page, '#/records?period=all');
  const chip = filterBar(page).chip(/^Client any$/);
  await chip.evaluate((target) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '[{"filters":[{"propertyName":"titel","operator":"EQ","value":"a"}]}]');
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  const error = page.getByRole('alert').filter({ hasText: 'no property is called "titel"' });
  await expect(error).toBeVisible();
  // Another period is the same screen.
  await goTo(page, '#/records?period=2026-10');
  await expect(filterBar(page).period).toContainText('October 2026');
  await expect(error).toBeVisible();
  await goTo(page, '#/lookup');
  await expect(error).toHaveCount(0);
});

test(
  'a time is typed by the clock of the zone, which is said, and opens again as it was',
  longOfThePage,
  async ({ reading: { page } }) => {
    await goTo(page, '#/records?period=all');
    await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Property' }).fill('Created');
    await page.getByRole('option', { name: 'Created', exact: true }).click();
    const [from, to] = [page.getByLabel(/^From \(/), page.getByLabel(/^To \(/)];
    await from.fill('3.10.2026 14:30');
    await to.fill('soon');
    await page.getByRole('button', { name: 'To: choose a day in the calendar' }).click();
    await expect(page.getByText('“soon” is no time: write one like 30 Oct 2026 14:30.')).toBeVisible();
    await look(page, 'filters-calendar');
    await page.getByRole('button', { name: '5 November 2026', exact: true }).click();
    await expect(from).toHaveValue('3 Oct 2026 14:30');
    await expect(to).toHaveValue('5 Nov 2026 23:59:59.999');
    await to.fill('5 Oct 2026 9:15');
    await lookAgain(page, 'filters-time');
    await to.press('Enter');
    await expect(
      filterBar(page)
        .chip(/between 3 Oct 2026 14:30 and 5 Oct 2026 09:15 \(/)
        .first(),
    ).toBeVisible();
    await page.getByRole('button', { name: /^Change: Created/ }).click();
    await expect(from).toHaveValue('3 Oct 2026 14:30');
    await expect(to).toHaveValue('5 Oct 2026 09:15');
  },
);
