/** A line is broken down in place, by mouse and by keyboard: its parts add up to it, open their records, and close again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { toUnits } from '#domain/decimal.ts';
import { run } from '#tests/support/hosts/terminal.ts';
import { look, lookAround, ofThePage } from '#tests/e2e/support/look.ts';
import { explainPanel, reportScreen } from '#tests/e2e/support/screens/reports.ts';
import { settled } from '#tests/e2e/support/settled.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { longOfThePage } from '#tests/e2e/support/tier.ts';

const partsIn = (page: Page) => reportScreen(page).grid.locator('[data-part]');

const open = (page: Page) =>
  reportScreen(page).open({
    preset: 'clients',
    period: '2026-10',
    compare: 'previous',
    measures: 'billable_value,recorded_cost',
  });

const exactOf = (line: Locator, figure: string) =>
  line
    .locator(`[data-figure="${figure}"]`)
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-exact')));

async function sumOf(lines: Locator, figure: string): Promise<bigint[]> {
  const all = await Promise.all((await lines.all()).map((each) => exactOf(each, figure)));
  const [first = []] = all;
  return first.map((_, at) => all.reduce((sum, each) => sum + toUnits(each[at] ?? '0'), 0n));
}

/** As printed, added up. */
async function printedHours(lines: Locator): Promise<bigint> {
  const texts = await lines.locator('[data-column="2"]').allInnerTexts();
  return texts.reduce(
    (sum, text) => sum + toUnits(text.replaceAll(',', '').replace('−', '-').replace('+', '') || '0'),
    0n,
  );
}

test(
  'printed parts add up to the printed line but for what the note below the table says',
  longOfThePage,
  async ({ reading: { page } }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const view = { preset: 'clients', period: '2026-10', compare: 'previous', measures: 'billable_value,logged_hours' };
    await reportScreen(page).open(view);
    const line = reportScreen(page).line(1);
    await line.hover();
    await line.locator('[data-break-down]').click();
    await page.getByRole('combobox', { name: 'Find a group' }).fill('service');
    await page.getByRole('option', { name: 'Service' }).first().click();
    await expect(partsIn(page).first()).toBeVisible();
    await settled(page);
    const lack = (await printedHours(line)) - (await printedHours(partsIn(page)));
    expect(lack).not.toBe(0n);
    expect(2n * (lack < 0n ? -lack : lack)).toBeLessThanOrEqual(BigInt(await partsIn(page).count()) * 1_000_000n);
    await expect(reportScreen(page).grid.locator('[data-lack="rounding"]')).toHaveCount(0);
    await expect(reportScreen(page).notes).toContainText(
      'within the table differ by at most half a unit of the last digit for each line',
    );
  },
);

test(
  'by mouse: the parts’ changes make the line’s, and each opens its records',
  longOfThePage,
  async ({ reading: { page } }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page);
    const line = reportScreen(page).line(1);
    await line.hover();
    await line.locator('[data-break-down]').click();
    await page.getByRole('combobox', { name: 'Find a group' }).fill('service');
    await page.getByRole('option', { name: 'Service' }).first().click();
    await expect(partsIn(page).first()).toBeVisible();
    await settled(page);
    expect(await sumOf(partsIn(page), 'change')).toEqual(
      (await exactOf(line, 'change')).map((exact) => toUnits(exact ?? '0')),
    );
    await lookAround(page, 'break-down', [720]);
    await partsIn(page).first().getByRole('gridcell').first().click();
    const explained = explainPanel(page).panel;
    await expect(explainPanel(page).records).toBeVisible();
    await expect(explained.locator('h3')).toContainText(
      (await partsIn(page).first().getByRole('rowheader').innerText()).trim(),
    );
  },
);

test(
  'by keyboard a line is broken down, taken back and closed; the address keeps it',
  ofThePage,
  async ({ reading: { page } }) => {
    await open(page);
    await reportScreen(page).grid.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('b');
    await page.getByRole('combobox', { name: 'Find a group' }).fill('week');
    await page.keyboard.press('Enter');
    await expect(partsIn(page).first()).toBeVisible();
    await settled(page);
    expect(reportScreen(page).inAddress('parts')).toContain('"by":"week"');
    await look(page, 'break-down-by-keyboard');
    await reportScreen(page).grid.focus();
    await page.keyboard.press('Control+z');
    await expect(partsIn(page)).toHaveCount(0);
    await page.goBack();
    await expect(partsIn(page).first()).toBeVisible();
    await settled(page);
    await reportScreen(page).grid.focus();
    await page.keyboard.press('Delete');
    await expect(partsIn(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(partsIn(page).first()).toBeVisible();
  },
);

test('the terminal and its files carry the same parts', longOfThePage, async ({ dataDirectory }) => {
  const name = 'Copperfield';
  const out = join(dataDirectory, 'parts.csv');
  const asked = `report clients --period 2026-10 --measures logged_hours --order logged_hours --top all --format csv`;
  const { code, stderr } = await run([
    ...asked.split(' '),
    '--break-down',
    `${name} by service_name`,
    '--workspace',
    'sample',
    '--data-dir',
    dataDirectory,
    '--out',
    out,
  ]);
  expect(stderr).not.toContain('No line');
  expect(code).toBe(0);
  const lines = readFileSync(out, 'utf8').split(/\r?\n/);
  expect(lines[0]).toContain('Client,Parts by,Part,Logged hours');
  expect(lines.filter((each) => each.startsWith(`${name},Service,`)).length).toBeGreaterThan(1);
  expect(lines.filter((each) => each.startsWith(`${name},,`) && !each.includes('difference'))).toEqual([]);
});
