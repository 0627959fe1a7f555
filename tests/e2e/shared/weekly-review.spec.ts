/** The weekly review from the first figure to the data behind it, without a mouse: focus is always somewhere, and always to be seen. */
import type { Locator, Page } from 'playwright/test';
import { goTo, lookOnce, ofThePage, openView } from '../support/look.ts';
import { checkScreen } from '../support/screens/check.ts';
import { overviewScreen } from '../support/screens/overview.ts';
import { recordsScreen } from '../support/screens/records.ts';
import { explainPanel, reportScreen } from '../support/screens/reports.ts';
import { filterBar, screenLink, screenTitle } from '../support/screens/shell.ts';
import { settled } from '../support/settled.ts';
import { longOfThePage } from '../support/tier.ts';
import { expect, test } from '../support/test.ts';

/** More stops than any screen has. */
const STOPS = 120;

interface Focus {
  /** What has it, for the message of a failed test; empty: nothing has. */
  readonly on: string;
  readonly isInSight: boolean;
  /** Something of it, or a part of it that it stands for, is drawn differently from when it has no focus. */
  readonly isMarked: boolean;
}

function focusOf(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement || focused instanceof SVGElement) || focused === document.body)
      return { on: '', isInSight: false, isMarked: false };
    const stands = focused.getAttribute('aria-activedescendant');
    const own = (stands === null ? null : document.getElementById(stands)) ?? focused;
    // A choice is drawn by its label, its own box is without size.
    const [label] = own instanceof HTMLInputElement ? (own.labels ?? []) : [];
    const shown = label && own.getBoundingClientRect().width <= 1 ? label : own;
    const { left, top, right, bottom } = shown.getBoundingClientRect();
    const isInSight = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight && right > left && bottom > top;
    const isRinged = (element: Element | null) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    };
    // A box that is drawn by its label or its wrapper shows focus there.
    const around = [shown, focused, focused.parentElement, focused.nextElementSibling, shown.parentElement];
    const border = getComputedStyle(focused).borderColor;
    return {
      on: `${focused.tagName.toLowerCase()} ${focused.getAttribute('aria-label') ?? shown.textContent.slice(0, 60)}`,
      isInSight,
      isMarked:
        around.some(isRinged) ||
        (focused.matches('input, textarea, select') && border !== '') ||
        // No control: the place from which Tab goes on after a link led here. A ring around the whole screen marks nothing.
        focused.id === 'content',
    };
  });
}

/** @returns what has it */
async function expectFocusSeen(page: Page, after: string): Promise<string> {
  let on = '';
  const read = async () => {
    const focus = await focusOf(page);
    on = focus.on;
    return focus;
  };
  // Panels slide in, and what opens takes the focus a frame later.
  await expect
    .poll(read, { message: after })
    .toEqual({ on: expect.stringMatching(/./), isInSight: true, isMarked: true });
  return on;
}

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Steps through everything on the way, each of which must be seen. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' | 'ArrowDown' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  await settled(page);
  const passed: string[] = [];
  for (let step = 0; step < STOPS; step += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press(key);
    passed.push(await expectFocusSeen(page, `after “${passed.at(-1) ?? ''}” on the way to ${String(target)}`));
  }
  throw new Error(`${String(target)} is not to be reached: ${passed.join(' · ')}`);
}

/** A key after which focus is still somewhere. */
const expectFocusInDialog = (page: Page) =>
  expect.poll(() => page.getByRole('dialog').evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await expectFocusSeen(page, `after ${key}`);
  }
}

test.describe('as the program itself opens', () => {
  // With the focus where that leaves it.
  test.use({ opensAt: '#/' });

  test(
    'without a mouse a figure of the Overview is explained, and what needs attention leads to the review queue',
    ofThePage,
    async ({ reading: { page } }) => {
      await expect(screenTitle(page, 'Overview')).toBeVisible();
      const { panel, figure } = explainPanel(page);
      const tile = overviewScreen(page).tile('billable_logged_hours');
      await expect(tile).toBeEnabled();
      await tabTo(page, tile);
      await press(page, 'Enter');
      await expect(figure).toHaveAttribute('data-exact', (await tile.getAttribute('data-value')) ?? '');
      await expectFocusInDialog(page);
      await press(page, 'Escape');
      await expect(panel).toHaveCount(0);
      await expect(tile).toBeFocused();
      const { attention } = overviewScreen(page);
      await tabTo(page, attention.locator('[tabindex="0"]'));
      // A table is one stop: its lines are walked by arrows.
      const check = attention.locator('a[href*="check="]').first();
      while (!(await isFocused(check))) await press(page, 'ArrowDown');
      await press(page, 'Enter');
      await expect(screenTitle(page, 'To check')).toBeVisible();
      await expectFocusSeen(page, 'on the review queue');
    },
  );
});

test(
  'without a mouse a finding is marked as reviewed and taken back, and focus is never lost',
  longOfThePage,
  async ({ changing: { page } }) => {
    const { rows, findings } = checkScreen(page);
    await goTo(page, '#/check');
    await expect(rows.first()).toBeVisible();
    await settled(page);
    await press(page, 'j');
    const first = await rows.first().getAttribute('data-record');
    const marked = findings.locator(`tr[data-record="${first ?? ''}"]`);
    await press(page, 'r');
    await expect(marked).toHaveCount(0);
    await expectFocusSeen(page, 'after what had focus is gone from the list');
    await press(page, 'u');
    await expect(marked).toHaveCount(1);
    await expectFocusSeen(page, 'after it came back');
  },
);

test(
  'without a mouse a report is chosen from the list, over another period',
  longOfThePage,
  async ({ reading: { page } }) => {
    await tabTo(page, screenLink(page, 'Reports'));
    await press(page, 'Enter');
    const preset = page
      .getByRole('navigation', { name: 'Reports', exact: true })
      .getByRole('link', { name: /^People/ });
    await tabTo(page, page.getByRole('button', { name: 'Reports', exact: true }));
    await press(page, 'Enter');
    await tabTo(page, preset);
    await press(page, 'Enter');
    await expect(reportScreen(page).title('People')).toBeVisible();
    const { period } = filterBar(page);
    const before = await period.textContent();
    await tabTo(page, period);
    await press(page, 'Enter');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: /^Last quarter/ }));
    await press(page, 'Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(period).not.toHaveText(before ?? '');
    await expect(period).toBeFocused();
  },
);

test(
  'without a mouse a chart and a table are walked by arrows, and a figure leads to its records',
  ofThePage,
  async ({ reading: { page } }) => {
    const { panel, figure, allRecords } = explainPanel(page);
    const { grid } = reportScreen(page);
    await reportScreen(page).open({ preset: 'people' });
    const chart = page.getByRole('application').first();
    await tabTo(page, chart);
    await press(page, 'ArrowDown', 'ArrowDown');
    await expect(chart.locator('[aria-live]')).toHaveText(/./);
    await press(page, 'Enter');
    await expect(panel.getByText('Formula')).toBeVisible();
    await press(page, 'Escape');
    await expect(panel).toHaveCount(0);
    await expect(chart).toBeFocused();
    await tabTo(page, grid);
    await press(page, 'Control+Home', 'ArrowDown', 'ArrowRight', 'ArrowDown');
    const exact = await grid.locator('[data-active]').getAttribute('data-exact');
    await press(page, 'Enter');
    await expect(figure).toHaveAttribute('data-exact', exact ?? '');
    await tabTo(page, allRecords);
    await press(page, 'Enter');
    await expect(screenTitle(page, 'Records')).toBeVisible();
    await expect(filterBar(page).figureChip).toContainText('This figure');
    await expectFocusSeen(page, 'on Records');
  },
);

test(
  'without a mouse the export opens and gives focus back, and Data is one link away',
  ofThePage,
  async ({ reading: { page } }) => {
    const { rows, shareButton } = recordsScreen(page);
    // A few records: axe looks at every line, and of some it finds what it finds of all.
    const filter = JSON.stringify([
      { filters: [{ propertyName: 'service_name', operator: 'IN', values: ['VAT returns'] }] },
    ]);
    await openView(page, '/records', { period: '2026-10-05', filter });
    await expect(rows.first()).toBeVisible();
    await lookOnce(page, 'records');
    await tabTo(page, shareButton);
    await press(page, 'Enter');
    await tabTo(page, page.getByTestId('share-csv'), 'ArrowDown');
    await press(page, 'Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }));
    // Before a client's file is written, the dialog tells of how many clients it is.
    await page.getByTestId('export-audience-client').check();
    await expect(page.getByTestId('held-clients')).toContainText(/^The file holds \d+ clients \(.* and \d+ more\)/);
    await lookOnce(page, 'export');
    await press(page, 'Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(shareButton).toBeFocused();
    await tabTo(page, screenLink(page, 'Data'), 'Shift+Tab');
    await press(page, 'Enter');
    await expect(screenTitle(page, 'Data')).toBeVisible();
    await expectFocusSeen(page, 'on Data');
  },
);
