/** Amounts of three currencies meet in totals: each is in sight, within its column. */
import type { Page } from 'playwright/test';
import { cutFigures } from '#tests/e2e/support/cut-figures.ts';
import { ask } from '#tests/e2e/support/host-calls.ts';
import { openView } from '#tests/e2e/support/look.ts';
import { settled } from '#tests/e2e/support/settled.ts';
import { longOfThePage } from '#tests/e2e/support/tier.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const sizes = [
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
];
const views: readonly [string, Record<string, string>, string][] = [
  ['/records', { period: '2026-10' }, 'records-totals'],
  ['/reports', { preset: 'rates', period: '2026-10' }, 'report-total'],
];

/** Texts in a line of totals that reach beyond their cell, towards the text of the next one. */
const beyondTheirCells = (page: Page, testId: string): Promise<string[]> =>
  page.getByTestId(testId).evaluate((line) => {
    // A figure that can be pressed is wider than its text by so much on either side.
    const slack = 4.5;
    const found: string[] = [];
    const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const cell = text.parentElement?.closest('td, th, [role="gridcell"], [role="rowheader"]');
      if (!cell || !text.textContent?.trim()) continue;
      const { left, right } = cell.getBoundingClientRect();
      const { paddingLeft, paddingRight } = getComputedStyle(cell);
      const range = document.createRange();
      range.selectNodeContents(text);
      const isBeyond = [...range.getClientRects()].some(
        (box) =>
          box.width > 0 &&
          (box.left < left + parseFloat(paddingLeft) - slack || box.right > right - parseFloat(paddingRight) + slack),
      );
      if (isBeyond) found.push(text.textContent);
    }
    return found;
  });

test(
  'three currencies have room in the totals of records and of rates, in a small window and a large one',
  longOfThePage,
  async ({ changing: host }) => {
    const { page } = host;
    const { objects } = await ask(host, 'names.list', {});
    const clients = [...new Set(Object.values(objects).map(({ client }) => client))];
    const labelOf = (client: string | null) => ['CHF', 'USD', null][clients.indexOf(client) % 3] ?? null;
    await ask(host, 'names.keep', {
      objects: Object.fromEntries(
        Object.entries(objects).map(([key, object]) => [key, { ...object, currency: labelOf(object.client) }]),
      ),
    });
    await page.reload();
    for (const size of sizes) {
      await page.setViewportSize(size);
      for (const [path, view, testId] of views) {
        await openView(page, path, view);
        await settled(page);
        const where = `${path} at ${size.width}`;
        await expect(page.getByTestId(testId), where).toContainText(/CHF.*EUR.*USD/);
        expect.soft(await beyondTheirCells(page, testId), where).toEqual([]);
        expect.soft(await cutFigures(page), where).toEqual([]);
      }
    }
  },
);
