/** Two comparisons side by side: chosen in the bar, shown in the table, explained each by its own period, and in the terminal. */
import { run } from '#tests/support/hosts/terminal.ts';
import { lookAround } from '#tests/e2e/support/look.ts';
import { explainPanel, reportScreen } from '#tests/e2e/support/screens/reports.ts';
import { settled } from '#tests/e2e/support/settled.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { longOfThePage } from '#tests/e2e/support/tier.ts';

test(
  'previous period and last year stand side by side',
  longOfThePage,
  async ({ reading: { page }, dataDirectory }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await reportScreen(page).open({ preset: 'clients', period: '2026-10', measures: 'billable_value,billable_share' });
    await page.getByRole('button', { name: /^Compare/ }).click();
    await page.getByRole('option', { name: 'Same period last year' }).click();
    await page.getByLabel('Before and change beside each figure').check();
    await page.keyboard.press('Escape');
    await expect(
      reportScreen(page)
        .grid.getByRole('columnheader', { name: /Last year$/ })
        .first(),
    ).toBeVisible();
    await settled(page);
    expect(reportScreen(page).inAddress('compare')).toBe('previous,last-year');
    await lookAround(page, 'comparisons', [720]);
    const total = reportScreen(page).total;
    const lastYear = total.locator('[data-figure="before"]').nth(1);
    // The columns that are out of sight in the small window are drawn again a moment after it grew.
    await expect(lastYear).toBeVisible();
    const exact = await total
      .getByRole('gridcell')
      .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('data-exact') ?? ''));
    await lastYear.click();
    await expect(explainPanel(page).fact('Period')).toContainText('2025');
    await page.keyboard.press('Escape');
    const { code, stdout } = await run([
      ...'report clients --period 2026-10 --measures billable_value,billable_share --compare previous,last-year --json'.split(
        ' ',
      ),
      '--workspace',
      'sample',
      '--data-dir',
      dataDirectory,
    ]);
    expect(code).toBe(0);
    const told = JSON.parse(stdout) as {
      readonly total: {
        readonly before: { readonly values: Readonly<Record<string, string>> };
        readonly further: readonly { readonly before: { readonly values: Readonly<Record<string, string>> } }[];
      };
    };
    expect(exact).toContain(told.total.before.values['billable_value']);
    expect(exact).toContain(told.total.further[0]?.before.values['billable_value']);
  },
);
