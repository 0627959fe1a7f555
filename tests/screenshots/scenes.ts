/** Everything that can be looked at: screens, and what opens over them. The steps are those of a person at a desk. */
import type { Page } from 'playwright';

export interface Scene {
  readonly name: string;
  readonly hash: string;
  readonly heading: string;
  /** What is done on the screen before it is looked at. */
  readonly act?: (page: Page) => Promise<void>;
}

const OCTOBER = 'period=2026-10';

const report = (preset: string, more = '') => `#/reports?preset=${preset}${more}`;

async function openMenuOf(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('listbox').or(page.getByRole('dialog')).first().waitFor();
}

async function openFigures(page: Page): Promise<void> {
  await page.getByTestId('report-options').click();
  await openMenuOf(page, /^Figures/);
}

async function pin(page: Page, address: string, cell = false): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, address);
  await page.waitForFunction(() => document.querySelector('main :is([aria-busy="true"], [data-pending])') === null);
  if (cell) {
    await page.getByTestId('report-total').getByRole('gridcell').first().click();
    await page.getByRole('button', { name: 'Pin this figure to the Overview' }).click();
    await page.keyboard.press('Escape');
  } else {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Pin to the Overview' }).click();
  }
}

async function pinReports(page: Page): Promise<void> {
  await pin(page, report('clients', `&${OCTOBER}&compare=previous`));
  await pin(page, report('people', `&${OCTOBER}&compare=previous`), true);
  await pin(page, report('months', '&period=2026'));
  await pin(page, report('movers'));
  await pin(page, report('people', '&period=this-month'));
  await pin(page, report('rates'), true);
  await page.evaluate(() => {
    location.hash = '#/dashboard';
  });
  await page.getByTestId('pin').nth(5).waitFor();
  await page.reload();
  await page.getByTestId('pin').nth(5).waitFor();
}

async function lookUp(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/records?period=2026-10';
  });
  const rows = page.getByTestId('records-table').locator('tbody tr[data-record]');
  await rows.nth(6).waitFor();
  const ids = await rows.evaluateAll((all) => all.slice(0, 7).map((each) => each.getAttribute('data-record') ?? ''));
  await page.evaluate(() => {
    location.hash = '#/lookup';
  });
  await page
    .getByRole('textbox', { name: 'Record ids' })
    .fill(`please check these:\n${ids.join('\n')}\n- 999999999999\nthanks, Anna`);
  await page.getByTestId('lookup-run').click();
  await page.getByTestId('lookup-sum').waitFor();
}

async function breakDown(page: Page): Promise<void> {
  const line = page.getByTestId('report-grid').locator('[data-row="1"]');
  await line.hover();
  await line.locator('[data-break-down]').click();
  await page.getByRole('combobox', { name: 'Find a group' }).waitFor();
}

/** @param table of the Overview whose first name is followed */
const openPage = (table: string) => async (page: Page) => {
  await page.getByTestId(table).getByRole('rowheader').getByRole('link').first().click();
  await page.getByTestId('subject-groups').getByRole('rowheader').first().waitFor();
  await page.waitForFunction(() => document.querySelector('main :is([aria-busy="true"], [data-pending])') === null);
};

export const scenes: readonly Scene[] = [
  { name: 'overview', hash: '#/', heading: 'Overview' },
  { name: 'person', hash: `#/?${OCTOBER}`, heading: 'Overview', act: openPage('overview-people') },
  { name: 'client', hash: `#/?${OCTOBER}`, heading: 'Overview', act: openPage('overview-clients') },
  { name: 'pinned', hash: '#/', heading: 'Overview', act: pinReports },
  { name: 'check', hash: '#/check', heading: 'To check' },
  { name: 'reports-clients', hash: report('clients'), heading: 'Clients' },
  { name: 'reports-people', hash: report('people'), heading: 'People' },
  {
    name: 'reports-utilisation',
    hash: report('people', '&columns=month&measures=utilisation&period=2026&heat=on'),
    heading: 'People',
  },
  { name: 'reports-compared', hash: report('clients', `&${OCTOBER}&compare=previous`), heading: 'Clients' },
  {
    name: 'reports-compared-twice',
    hash: report('clients', `&${OCTOBER}&compare=previous,last-year`),
    heading: 'Clients',
  },
  { name: 'reports-movers', hash: report('movers'), heading: 'Movers' },
  { name: 'reports-months', hash: report('months'), heading: 'Months' },
  { name: 'reports-overview', hash: report('overview'), heading: 'Overview' },
  { name: 'reports-missing-time', hash: report('missing-time'), heading: 'Missing time' },
  { name: 'reports-services', hash: report('services'), heading: 'Services' },
  { name: 'reports-categories', hash: report('categories'), heading: 'Categories' },
  { name: 'reports-timesheet', hash: report('timesheet'), heading: 'Timesheet' },
  { name: 'reports-margin', hash: report('margin'), heading: 'Margin' },
  { name: 'reports-rates', hash: report('rates'), heading: 'Rates' },
  { name: 'reports-new-and-gone', hash: report('new-and-gone'), heading: 'New and gone' },
  { name: 'reports-not-sent', hash: report('not-sent'), heading: 'Not sent' },
  { name: 'changes', hash: '#/changes?since=%232&until=%233&period=2026-10', heading: 'Changes' },
  {
    name: 'reports-list',
    hash: report('clients'),
    heading: 'Clients',
    act: (page) => page.getByRole('button', { name: 'Reports', exact: true }).click(),
  },
  { name: 'report-new', hash: '#/reports?new=', heading: 'New report' },
  {
    name: 'report-builder',
    hash: report('clients'),
    heading: 'Clients',
    act: openFigures,
  },
  {
    name: 'report-compare',
    hash: report('clients', `&${OCTOBER}`),
    heading: 'Clients',
    act: (page) => openMenuOf(page, /^Compare/),
  },
  {
    name: 'report-own-measure',
    hash: report('clients', `&${OCTOBER}`),
    heading: 'Clients',
    async act(page) {
      await openFigures(page);
      await page.getByRole('button', { name: 'New measure…' }).click();
      const dialog = page.getByRole('dialog', { name: 'New measure…' });
      await dialog.getByLabel('Name').fill('Cost per hour');
      await dialog.getByLabel('Formula').fill('[Cost] + [Logged hours]');
    },
  },
  { name: 'report-break-down', hash: report('clients', `&${OCTOBER}`), heading: 'Clients', act: breakDown },
  {
    name: 'report-parts',
    hash: report('clients', `&${OCTOBER}&compare=previous`),
    heading: 'Clients',
    async act(page) {
      await breakDown(page);
      await page.getByRole('combobox', { name: 'Find a group' }).fill('service');
      await page.getByRole('option', { name: 'Service' }).first().click();
      await page.getByTestId('report-grid').locator('[data-part]').first().waitFor();
      await page.mouse.move(0, 0);
    },
  },
  {
    name: 'explain',
    hash: report('clients', `&${OCTOBER}&compare=previous`),
    heading: 'Clients',
    async act(page) {
      await page.getByTestId('report-grid').locator('[data-row="1"]').getByRole('gridcell').first().click();
      await page.getByTestId('explain-records').waitFor();
    },
  },
  {
    name: 'bridge',
    hash: `#/?${OCTOBER}`,
    heading: 'Overview',
    async act(page) {
      await page.getByTestId('tile-billable_value').locator('[data-change]').click();
      await page.getByTestId('bridge-table').waitFor();
    },
  },
  { name: 'records', hash: `#/records?${OCTOBER}`, heading: 'Records' },
  {
    name: 'records-drawer',
    hash: `#/records?${OCTOBER}`,
    heading: 'Records',
    async act(page) {
      const rows = page.getByTestId('records-table').locator('tbody tr[data-record]');
      await rows.nth(2).getByRole('button').first().press('Enter');
      await page.getByTestId('record-details').waitFor();
    },
  },
  {
    name: 'records-filter',
    hash: `#/records?${OCTOBER}`,
    heading: 'Records',
    async act(page) {
      await page
        .getByRole('group', { name: 'Filters' })
        .getByRole('button', { name: /^Client/ })
        .click();
      await page.getByRole('option').or(page.getByRole('checkbox')).nth(3).waitFor();
    },
  },
  {
    name: 'records-columns',
    hash: `#/records?${OCTOBER}`,
    heading: 'Records',
    act: (page) => page.getByRole('button', { name: /^Columns/ }).click(),
  },
  {
    name: 'export',
    hash: `#/records?${OCTOBER}`,
    heading: 'Records',
    async act(page) {
      await page.getByTestId('share').click();
      await page.getByTestId('share-csv').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'export-choices',
    hash: `#/records?${OCTOBER}`,
    heading: 'Records',
    async act(page) {
      await page.getByTestId('share').click();
      await page.getByTestId('share-pdf').click();
      await page.getByTestId('export-more-formats').click();
      await page.getByTestId('export-audience-client').check();
      await page.getByTestId('export-more').click();
    },
  },
  {
    name: 'palette',
    hash: `#/records?${OCTOBER}`,
    heading: 'Records',
    async act(page) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.type('an');
    },
  },
  { name: 'lookup', hash: '#/lookup', heading: 'Lookup', act: lookUp },
  { name: 'people', hash: '#/people', heading: 'People & clients' },
  { name: 'month-end', hash: '#/month-end', heading: 'Month-end' },
  { name: 'exports', hash: '#/exports', heading: 'Exports' },
  { name: 'data', hash: '#/data', heading: 'Data' },
  { name: 'workspaces', hash: '#/workspaces', heading: 'Workspaces' },
  { name: 'settings', hash: '#/settings', heading: 'Settings' },
  {
    name: 'keyboard',
    hash: '#/',
    heading: 'Overview',
    async act(page) {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'connect', hash: '#/connect', heading: 'Where are your time logs?' },
];
