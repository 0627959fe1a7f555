/** The review queue as a person works it off, without a mouse, in both themes. */
import type { Locator } from 'playwright/test';
import { ask } from '../support/host-calls.ts';
import { goTo, look, lookAgain, lookOnce, ofThePage, themes, wear } from '../support/look.ts';
import { checkScreen } from '../support/screens/check.ts';
import { recordsScreen } from '../support/screens/records.ts';
import { screenTitle } from '../support/screens/shell.ts';
import { settled } from '../support/settled.ts';
import { long, longOfThePage, runsAll } from '../support/tier.ts';
import { expect, test } from '../support/test.ts';
import { chooseCases } from '#tests/support/tier.ts';

for (const theme of themes) {
  test(
    `the review queue is free of accessibility faults in the ${theme} theme`,
    longOfThePage,
    async ({ reading: { page } }, { project }) => {
      await wear(page, theme);
      const lists = ['', '?check=people', '?check=overlap', '?check=behaviour', '?check=cost-differs'];
      for (const shown of chooseCases(1, lists)) {
        await goTo(page, `#/check${shown}`);
        await expect(screenTitle(page, 'To check')).toBeVisible();
        await look(page, `${project.name}-check-${shown.slice('?check='.length) || 'first'}-${theme}`);
      }
      // What opens is of the parts that settings and other dialogs show.
      if (!runsAll) return;
      await goTo(page, '#/check?check=enormous-hours');
      await page.getByTestId('thresholds').click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await lookAgain(page, `${project.name}-check-thresholds-${theme}`);
    },
  );
}

test(
  'it opens on the check with most at stake and says in figures what differs',
  longOfThePage,
  async ({ reading: { page } }) => {
    await goTo(page, '#/check');
    // What cannot be weighed goes before any money.
    await expect(checkScreen(page).check('billable-without-rate')).toHaveAttribute('aria-current', 'true');
    await expect(checkScreen(page).rows.first()).toContainText(/[\d.]+ h billable · no rate/);
    await checkScreen(page).check('amount-differs').click();
    await expect(checkScreen(page).rows.first()).toContainText(/1,500\.00 recorded · [\d.]+ h × [\d.]+ = [\d.,]+/);
  },
);

test(
  'the queue is worked off by keyboard alone, to its last line and back',
  ofThePage,
  async ({ changing: { page } }) => {
    // Without a check in its address it opens the one with most at stake.
    await goTo(page, '#/check');
    const list = checkScreen(page).check('billable-without-rate');
    await expect(checkScreen(page).rows).toHaveCount(9);
    await settled(page);
    await lookOnce(page, 'check');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect(page.locator('tr[data-selected]')).toHaveCount(2);
    await page.keyboard.press('r');
    await expect(checkScreen(page).rows).toHaveCount(7);
    await expect(list).toContainText('7');
    await settled(page);
    await page.keyboard.press('u');
    await expect(checkScreen(page).rows).toHaveCount(9);
    await settled(page);
    if (runsAll) {
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await expect(recordsScreen(page).details).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(recordsScreen(page).details).toHaveCount(0);
    }
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.keyboard.press('r');
    await expect(page.getByText('All reviewed')).toBeVisible();
    await settled(page);
    // The list that was worked through stays, though another has more at stake now.
    await expect(list).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('u');
    await expect(checkScreen(page).rows).toHaveCount(9);
  },
);

test(
  'a list stays in sight while it is worked through, even if another has more at stake by then',
  longOfThePage,
  async ({ changing: { page } }) => {
    await goTo(page, '#/check');
    const list = checkScreen(page).check('billable-without-rate');
    await expect(list).toHaveAttribute('aria-current', 'true');
    await expect(checkScreen(page).rows).toHaveCount(9);
    await settled(page);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByLabel('Note with the mark').fill('agreed with the client');
    await page.getByTestId('mark').click();
    await expect(page.getByText('All reviewed')).toBeVisible();
    await settled(page);
    await expect(list).toHaveAttribute('aria-current', 'true');
  },
);

test(
  'what was reviewed is listed with its note, which comes back with the step',
  longOfThePage,
  async ({ changing: host }) => {
    const { page } = host;
    const check = 'billable-without-rate';
    const { findings } = await ask(host, 'checks.findings', { check, columns: ['title'] });
    const ids = findings.map(({ id }) => id);
    await ask(host, 'checks.review', { check, ids, reviewed: true, note: 'agreed with the client' });
    await goTo(page, '#/check?check=billable-without-rate&show=reviewed');
    await expect(checkScreen(page).rows.first()).toContainText(/reviewed .*: agreed with the client/);
    await settled(page);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.keyboard.press('r');
    await expect(page.getByText('Nothing reviewed')).toBeVisible();
    await settled(page);
    // What takes the step back brings the note along.
    await page.keyboard.press('u');
    await expect(checkScreen(page).rows.first()).toContainText(/reviewed .*: agreed with the client/);
  },
);

test('what was reviewed is there after a restart, apart from the open ones', long, async ({ start, dataDirectory }) => {
  const first = await start({ dataDirectory });
  await goTo(first.page, '#/check?check=without-owner');
  await expect(checkScreen(first.page).rows).toHaveCount(4);
  await settled(first.page);
  await first.page.keyboard.press('j');
  await first.page.keyboard.press('r');
  await expect(checkScreen(first.page).rows).toHaveCount(3);
  await first.stop();
  const { page } = await start({ dataDirectory });
  await goTo(page, '#/check?check=without-owner');
  await expect(checkScreen(page).rows).toHaveCount(3);
  await goTo(page, '#/check?check=without-owner&show=reviewed');
  await expect(checkScreen(page).rows).toHaveCount(1);
  await expect(checkScreen(page).rows).toContainText('reviewed');
});

test('a threshold is changed where it counts, and the list follows', longOfThePage, async ({ changing: { page } }) => {
  await goTo(page, '#/check?check=enormous-hours');
  await expect(checkScreen(page).rows).toHaveCount(1);
  await page.getByTestId('thresholds').click();
  const most = page.getByLabel('Hours of one session, at most');
  await most.fill('30');
  await most.press('Enter');
  await expect(checkScreen(page).findings).toHaveCount(0);
  await expect(page.getByText('Nothing to check')).toBeVisible();
});

/** Its position in the window, in pixels. */
const edges = (element: Locator) =>
  element.evaluate((each) => {
    const { top, bottom, right } = each.getBoundingClientRect();
    return { top, bottom, right };
  });

test(
  'in a narrow window the chosen check is in sight, below the heads of the list',
  longOfThePage,
  async ({ reading: { page } }) => {
    await page.setViewportSize({ width: 900, height: 700 });
    await goTo(page, '#/check?check=twin-differs');
    await expect(checkScreen(page).check('twin-differs')).toBeInViewport({ ratio: 0.9 });
    await settled(page);
    const list = page.getByRole('navigation', { name: 'Checks' });
    const head = page.getByText('EUR at stake');
    await expect.poll(async () => (await edges(list)).top - (await edges(head)).bottom).toBeGreaterThanOrEqual(0);
    // All of the status line is within the window.
    await expect.poll(async () => (await edges(page.getByTestId('quota'))).right).toBeLessThanOrEqual(900 - 8);
  },
);

test('a re-check says what it costs, spends that, and tells what it found', long, async ({ changing: host }) => {
  const { page } = host;
  const used = async () => (await ask(host, 'data.status', {})).quota.used;
  await goTo(page, '#/check?check=without-owner');
  await expect(page.getByTestId('recheck')).toContainText('Re-check these 4 · 1 request');
  const before = await used();
  await page.getByTestId('recheck').click();
  await expect(page.getByTestId('recheck-answer')).toContainText('4 unchanged in the CRM');
  expect(await used()).toBe(before + 1);
});
