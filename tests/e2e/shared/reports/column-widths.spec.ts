/** Columns of a report are drawn wider by mouse and by keyboard; each report keeps its own widths. */
import type { Page } from 'playwright/test';
import { ofThePage } from '#tests/e2e/support/look.ts';
import { reportScreen } from '#tests/e2e/support/screens/reports.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const head = (page: Page) => reportScreen(page).heads.nth(1);
const widthOf = async (page: Page) => Math.round((await head(page).boundingBox())?.width ?? 0);

const open = (page: Page, preset: string) =>
  reportScreen(page).open({ preset, period: '2026-10', compare: '', chart: '' });

test('by mouse, by keyboard, and back', ofThePage, async ({ reading: { page } }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, 'people');
  const others = await widthOf(page);
  await open(page, 'clients');
  const before = await widthOf(page);
  const sorted = await head(page).getAttribute('aria-sort');
  const edge = head(page).locator('[data-handle]');
  const box = await edge.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 3, (box?.y ?? 0) + 8];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y);
  await page.mouse.move(x + 60, y);
  await page.mouse.up();
  await expect.poll(() => widthOf(page)).toBe(before + 60);
  // Drawing an edge orders nothing.
  expect(await head(page).getAttribute('aria-sort')).toBe(sorted);
  await reportScreen(page).grid.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => widthOf(page)).toBe(before + 44);
  await open(page, 'people');
  expect(await widthOf(page)).toBe(others);
  await open(page, 'clients');
  await expect.poll(() => widthOf(page)).toBe(before + 44);
  await edge.dblclick();
  await expect.poll(() => widthOf(page)).toBe(before);
});

test(
  'the name over totals and their changes is read whole, over all of its columns',
  ofThePage,
  async ({ reading: { page } }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await reportScreen(page).open({
      preset: 'clients',
      columns: 'month',
      period: '2026-Q3',
      compare: 'previous',
      chart: '',
    });
    const names = reportScreen(page).grid.locator('[data-over-several] [class*="above"]');
    await expect(names).toHaveText(['Billable value', 'Billable hours', 'Effective rate']);
    expect(await names.evaluateAll(listCut)).toHaveLength(0);
    // In a small window the totals scroll with the months.
    await page.setViewportSize({ width: 1024, height: 640 });
    await reportScreen(page).grid.focus();
    await page.keyboard.press('End');
    await expect(names).toHaveCount(3);
    await expect.poll(() => names.evaluateAll(listCut)).toHaveLength(0);
  },
);

/** Runs in the page. */
function listCut(elements: readonly Element[]): readonly string[] {
  const cut = elements.filter((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    const { right, top, height } = text.getBoundingClientRect();
    const seen = document.elementFromPoint(right - 2, top + height / 2);
    return element.scrollWidth > element.clientWidth || seen === null || !element.closest('th')?.contains(seen);
  });
  return cut.map((element) => element.textContent);
}
