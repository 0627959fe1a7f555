import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { saveFile } from '#tests/e2e/support/host-calls.ts';
import { ofThePage } from '#tests/e2e/support/look.ts';
import { reportScreen } from '#tests/e2e/support/screens/reports.ts';
import { settled } from '#tests/e2e/support/settled.ts';
import { longOfThePage, runsAll } from '#tests/e2e/support/tier.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

/** How far the lowest of these reaches below its panel, in pixels; none does where this is not above 0. */
function beyondPanel(page: Page, drawn: string): Promise<number> {
  return page.evaluate((selector) => {
    const marks = [...document.querySelectorAll(selector)];
    const bottoms = marks.map((mark) => {
      const panel = mark.closest('section')?.getBoundingClientRect();
      return mark.getBoundingClientRect().bottom - (panel?.bottom ?? 0);
    });
    return Math.max(...bottoms);
  }, drawn);
}

const drawings = [
  { name: 'no bar of people', view: { preset: 'people' }, drawn: 'main .recharts-bar-rectangle', options: ofThePage },
  {
    name: 'no bar of clients',
    view: { preset: 'clients' },
    drawn: 'main .recharts-bar-rectangle',
    options: longOfThePage,
  },
  {
    name: 'no small chart',
    view: { preset: 'timesheet', chart: 'multiples' },
    drawn: 'main [role="application"]',
    options: longOfThePage,
  },
] as const;
/** Pixels. In a lower window a chart of bars is folded. */
const heights = runsAll ? [845, 1000, 1200] : [845];

for (const { name, view, drawn, options } of drawings) {
  test(`${name} is cut, whatever the window’s height; a higher panel draws more`, options, async ({ reading }) => {
    const { page } = reading;
    for (const height of heights) {
      await page.setViewportSize({ width: 1440, height });
      await reportScreen(page).open(view);
      await expect(page.locator(drawn).first()).toBeVisible();
      await expect.poll(() => beyondPanel(page, drawn), `${view.preset} at ${height}`).toBeLessThanOrEqual(0);
    }
    // A low window leaves some out, whatever a high one has room for.
    await page.setViewportSize({ width: 1440, height: 700 });
    if (view.preset !== 'timesheet') {
      // Fewer than eight bars are not worth their height: the chart is shown on demand, and then with as many.
      await page.getByRole('button', { name: 'Show the chart' }).click();
      await expect.poll(() => page.locator(drawn).count()).toBeGreaterThanOrEqual(8);
    }
    await expect(page.getByText(/^and \d+ more$/)).toBeVisible();
    await settled(page);
    const before = await page.locator(drawn).count();
    // As many as fit the height that a person gives the panel.
    const edge = page.getByTestId('chart-height');
    const { x = 0, y = 0, width = 0 } = (await edge.boundingBox()) ?? {};
    await page.mouse.move(x + width / 2, y + 3);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + 203, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => page.locator(drawn).count()).toBeGreaterThan(before);
    await expect.poll(() => beyondPanel(page, drawn)).toBeLessThanOrEqual(0);
    // Where it was drawn it stays at the next start, too, in a window that is too low for it: kept as what is folded is.
    if (!runsAll) return;
    await page.reload();
    await expect(page.locator(drawn).first()).toBeVisible();
    await edge.dblclick();
    if (view.preset !== 'timesheet') await page.getByRole('button', { name: 'Show the chart' }).click();
    await expect(page.locator(drawn)).toHaveCount(before);
  });
}

test(
  'on a laptop’s screen nine lines of a report are visible below its chart',
  longOfThePage,
  async ({ reading: { page } }) => {
    test.slow();
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const preset of ['people', 'overview', 'months']) {
      await reportScreen(page).open({ preset });
      await expect(page.locator('main [role="application"]')).toBeVisible();
      const whole = () =>
        reportScreen(page).grid.evaluate((grid) => {
          const [head, foot] = ['thead', 'tfoot'].map((part) => grid.querySelector(part)?.getBoundingClientRect());
          const lines = [...grid.querySelectorAll('tr[aria-rowindex] > th[scope="row"]')]
            .map((each) => each.getBoundingClientRect())
            .filter(({ top, bottom }) => top >= (head?.bottom ?? 0) - 1 && bottom <= (foot?.top ?? 0) + 1);
          return lines.length;
        });
      await expect.poll(whole, preset).toBeGreaterThanOrEqual(9);
    }
  },
);

test(
  'a hidden chart stays hidden, in every report and the next time, until it is shown again',
  longOfThePage,
  async ({ reading: { page } }) => {
    test.slow();
    const chart = page.locator('main [role="application"]');
    const fold = page.getByRole('button', { name: 'Hide the chart' });
    const unfold = page.getByRole('button', { name: 'Show the chart' });
    await reportScreen(page).open({ preset: 'people' });
    await expect(chart).toBeVisible();
    await fold.focus();
    await page.keyboard.press('Enter');
    await expect(chart).toHaveCount(0);
    // The same button turns it back.
    await expect(unfold).toBeFocused();
    await reportScreen(page).open({ preset: 'months' });
    await expect(unfold).toBeVisible();
    await expect(chart).toHaveCount(0);
    await page.reload();
    await expect(unfold).toBeVisible();
    await unfold.click();
    await expect(chart).toBeVisible();
  },
);

test('a table whose columns go on says so at its edges, and only there', ofThePage, async ({ reading: { page } }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const grid = reportScreen(page).grid;
  const edges = () =>
    grid.evaluate((each) =>
      [...(each.parentElement?.parentElement?.attributes ?? [])]
        .map(({ name }) => name)
        .filter((name) => name.startsWith('data-')),
    );
  await reportScreen(page).open({ preset: 'clients', chart: '' });
  await expect.poll(edges).toEqual([]);
  // With the figures of before and the parts of each change it is wider than any window.
  await page.getByRole('button', { name: /^Compare/ }).click();
  await page.getByRole('checkbox', { name: 'Before and change beside each figure' }).check();
  await page.keyboard.press('Escape');
  await expect.poll(edges).toEqual(['data-right']);
  await grid.evaluate((each) => each.parentElement?.scrollTo({ left: 60 }));
  await expect.poll(edges).toEqual(['data-right', 'data-left']);
  await grid.evaluate((each) => each.parentElement?.scrollTo({ left: each.scrollWidth }));
  await expect.poll(edges).toEqual(['data-left']);
});

test('a chart saved as a picture is a whole PNG, larger than the chart it shows', async ({
  reading: host,
}, testInfo) => {
  const { page } = host;
  const path = testInfo.outputPath('margin.png');
  await reportScreen(page).open({ preset: 'margin' });
  const chart = await page.locator('main svg.recharts-surface').first().boundingBox();
  await page.getByTestId('share').click();
  await saveFile(host, path, () => page.getByRole('menuitem', { name: 'Save picture…' }).click());
  await expect(page.getByText(/^Saved /)).toBeVisible();
  const png = readFileSync(path);
  expect(png.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001A\n');
  expect(png.subarray(-8, -4).toString('latin1')).toBe('IEND');
  // Twice as fine as the screen, with title, legend and notes around the chart.
  expect(png.readUInt32BE(16)).toBeGreaterThan(2 * (chart?.width ?? 0));
  expect(png.readUInt32BE(20)).toBeGreaterThan(2 * (chart?.height ?? 0) + 200);
});
