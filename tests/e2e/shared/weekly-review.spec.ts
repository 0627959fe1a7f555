/** The weekly review from the first figure to the data behind it, without a mouse: focus is always somewhere, and always to be seen. */
import { ofThePage } from '../support/look.ts';
import type { Locator, Page } from 'playwright/test';
import { settled } from '../support/settled.ts';
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

async function expectFocusSeen(page: Page, after: string): Promise<void> {
  // Panels slide in, and what opens takes the focus a frame later.
  await expect
    .poll(() => focusOf(page), { message: after })
    .toEqual({ on: expect.stringMatching(/./), isInSight: true, isMarked: true });
}

const isFocused = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement, undefined, { timeout: 60_000 });

/** Steps through everything on the way, each of which must be seen. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  await settled(page);
  const passed: string[] = [];
  for (let step = 0; step < STOPS; step += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press(key);
    passed.push((await focusOf(page)).on);
    await expectFocusSeen(page, `at “${passed.at(-1) ?? ''}” on the way to ${String(target)}`);
  }
  throw new Error(`${String(target)} is not to be reached: ${passed.join(' · ')}`);
}

/** A key after which focus is still somewhere. */
async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await expectFocusSeen(page, `after ${key}`);
  }
}

const heading = (page: Page, name: string, level: 1 | 2 = 1) => page.getByRole('heading', { level, name, exact: true });

// As the program itself opens: with the focus where that leaves it.
test.use({ opensAt: '#/' });

test('the weekly review is done without a mouse, and focus is never lost', ofThePage, async ({ host: { page } }) => {
  const screen = (name: string) =>
    page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name, exact: false });
  const panel = page.getByTestId('explain');

  await test.step('Overview: a figure explained, and back at it', async () => {
    await expect(heading(page, 'Overview')).toBeVisible();
    const tile = page.getByTestId('tile-billable_logged_hours');
    await expect(tile).toBeEnabled();
    await tabTo(page, tile);
    await press(page, 'Enter');
    await expect(panel.getByTestId('explain-figure')).toHaveAttribute(
      'data-exact',
      (await tile.getAttribute('data-value')) ?? '',
    );
    await expect
      .poll(() => page.getByRole('dialog').evaluate((each) => each.contains(document.activeElement)))
      .toBe(true);
    await press(page, 'Escape');
    await expect(panel).toHaveCount(0);
    await expect(tile).toBeFocused();
  });

  await test.step('what needs attention leads to the review queue', async () => {
    await tabTo(page, page.getByTestId('overview-attention').locator('a[href*="check="]').first());
    await press(page, 'Enter');
    await expect(heading(page, 'To check')).toBeVisible();
    await expectFocusSeen(page, 'on the review queue');
  });

  await test.step('To check: one is marked as reviewed and taken back', async () => {
    const lines = page.getByTestId('findings').locator('tbody tr[data-record]');
    await expect(lines.first()).toBeVisible();
    await settled(page);
    await press(page, 'j');
    const first = await lines.first().getAttribute('data-record');
    const marked = page.getByTestId('findings').locator(`tr[data-record="${first ?? ''}"]`);
    await press(page, 'r');
    await expect(marked).toHaveCount(0);
    await expectFocusSeen(page, 'after what had focus is gone from the list');
    await press(page, 'u');
    await expect(marked).toHaveCount(1);
    await expectFocusSeen(page, 'after it came back');
  });

  await test.step('Reports: the preset People over another period', async () => {
    await tabTo(page, screen('Reports'), 'Shift+Tab');
    await press(page, 'Enter');
    const preset = page
      .getByRole('navigation', { name: 'Reports', exact: true })
      .getByRole('link', { name: /^People/ });
    await tabTo(page, page.getByRole('button', { name: 'Reports', exact: true }));
    await press(page, 'Enter');
    await tabTo(page, preset);
    await press(page, 'Enter');
    await expect(heading(page, 'People', 2)).toBeVisible();
    const period = page.getByTestId('period');
    const before = await period.textContent();
    await tabTo(page, period);
    await press(page, 'Enter');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: /^Last quarter/ }));
    await press(page, 'Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(period).not.toHaveText(before ?? '');
    await expect(period).toBeFocused();
  });

  await test.step('its chart is walked by arrows, and a mark is explained', async () => {
    const chart = page.getByRole('application').first();
    await tabTo(page, chart);
    await press(page, 'ArrowDown', 'ArrowDown');
    await expect(chart.locator('[aria-live]')).toHaveText(/./);
    await press(page, 'Enter');
    await expect(panel.getByText('Formula')).toBeVisible();
    await press(page, 'Escape');
    await expect(panel).toHaveCount(0);
    await expect(chart).toBeFocused();
  });

  await test.step('its table is walked by arrows, and a figure leads to its records', async () => {
    const grid = page.getByTestId('report-grid');
    await tabTo(page, grid);
    await press(page, 'Control+Home', 'ArrowDown', 'ArrowRight', 'ArrowDown');
    const exact = await grid.locator('[data-active]').getAttribute('data-exact');
    await press(page, 'Enter');
    await expect(panel.getByTestId('explain-figure')).toHaveAttribute('data-exact', exact ?? '');
    await tabTo(page, panel.getByTestId('explain-all'));
    await press(page, 'Enter');
    await expect(heading(page, 'Records')).toBeVisible();
    await expectFocusSeen(page, 'on Records');
  });

  await test.step('Records: the export opens, closes, and gives focus back', async () => {
    await expect(page.getByTestId('records-table').locator('tbody tr[data-record]').first()).toBeVisible();
    const open = page.getByTestId('export');
    await tabTo(page, open);
    await press(page, 'Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }));
    await press(page, 'Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(open).toBeFocused();
  });

  await test.step('Data is one link away', async () => {
    await tabTo(page, screen('Data'), 'Shift+Tab');
    await press(page, 'Enter');
    await expect(heading(page, 'Data')).toBeVisible();
    await expectFocusSeen(page, 'on Data');
  });
});
