/** What is said when the service does not serve, and while not everything is here: what holds now, and never that all is well. */
import { ask, connectTo } from '#tests/e2e/support/host-calls.ts';
import { goTo, lookAround } from '#tests/e2e/support/look.ts';
import { checkScreen } from '#tests/e2e/support/screens/check.ts';
import { statusLine } from '#tests/e2e/support/screens/shell.ts';
import { expect, test } from '#tests/e2e/support/test.ts';
import { longOfThePage } from '#tests/e2e/support/tier.ts';

test(
  'every screen says that the key is no longer accepted, and leads to its field',
  longOfThePage,
  async ({ changing: host, serve }, { project }) => {
    const { page } = host;
    const { refresh, trouble } = statusLine(page);
    const failure = page.getByTestId('last-failure');
    const first = await serve({ records: 400 });
    await connectTo(host, first);
    await first.stop();
    await goTo(page, '#/data');
    await refresh.click();
    await expect(failure).toContainText('Nothing listens at this address.');

    const key = 'another-key-than-the-one-that-is-kept';
    await serve({ records: 400, key, port: Number(new URL(first.url).port) });
    await refresh.click();
    await expect(failure).toContainText('The service does not accept this key.');
    await expect(failure).not.toContainText('cannot be reached');
    // A tooltip of the button that was pressed would cover what is looked at.
    await page.getByRole('heading', { level: 1 }).click();
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await lookAround(page, `${project.name}-key-rejected`);
    await goTo(page, '#/');
    await expect(trouble).toHaveText('Key not accepted');
    await trouble.click();
    await failure.getByRole('button', { name: 'Enter another key' }).click();
    const field = page.getByRole('textbox', { name: 'New key' });
    await expect(field).toBeFocused();
    await page.keyboard.type(key);
    await page.keyboard.press('Enter');
    await expect(failure).toHaveCount(0);
    await expect(trouble).toHaveCount(0);
    await expect(field).toHaveCount(0);
  },
);

test(
  'while a first download runs, findings come in, and nothing is said to be in order',
  longOfThePage,
  async ({ changing: host, serve }, { project }) => {
    const service = await serve({ records: 3000, faults: { latencyMilliseconds: 1000 } });
    const { page } = host;
    const { refresh, pause, seal } = statusLine(page);
    await connectTo(host, service, { isDownloaded: false });
    await goTo(page, '#/check');
    await refresh.click();
    await expect(pause).toBeVisible();
    const open = checkScreen(page).check('without-category');
    await expect(open).toContainText(/[1-9]/);
    // Of a check that found nothing so far that is all that is said.
    await page.getByTestId('clear-checks').click();
    await checkScreen(page).check('enormous-amount').click();
    const main = page.getByRole('main');
    await expect(main).toContainText('Nothing found so far');
    await expect(main).toContainText('Not everything is here yet.');
    await expect(pause).toBeVisible();
    await lookAround(page, `${project.name}-check-so-far`, [], { isSettled: false });
    await service.control.planFaults({});
    await expect(seal).toHaveText(/Complete as of/);
    await expect(main).toContainText('none differs');
    await expect(main).not.toContainText('so far');
    const { checks } = await ask(host, 'checks.run', {});
    const found = checks.find(({ id }) => id === 'without-category')?.open ?? -1;
    await expect(open).toContainText(String(found));
  },
);

test(
  'while a first download runs, all panels of the Overview have the totals of one state, which goes on',
  longOfThePage,
  async ({ changing: host, serve }) => {
    const service = await serve({ records: 3000, faults: { latencyMilliseconds: 400 } });
    const { page } = host;
    const { refresh, seal } = statusLine(page);
    await connectTo(host, service, { isDownloaded: false });
    // Of all time nothing is expected of anybody: one question is refused, and the others are shown.
    await goTo(page, '#/?period=all');
    const looks = await page.evaluateHandle(() => {
      const seen = new Set<string>();
      const valueAt = (where: string) => document.querySelector(where)?.getAttribute('data-value') ?? '';
      const lookAgain = () => {
        const figures = [
          '[data-testid="tile-billable_logged_hours"]',
          '[data-testid="overview-people"] tbody [data-value]',
          '[data-testid="overview-clients"] tbody [data-value]',
        ].map(valueAt);
        if (figures.every((value) => value !== '')) seen.add(JSON.stringify(figures));
        requestAnimationFrame(lookAgain);
      };
      lookAgain();
      return seen;
    });
    await refresh.click();
    await expect(seal).toHaveText(/Complete as of/);
    const seen = (await looks.evaluate((each) => [...each])).map((figures) => JSON.parse(figures) as string[]);
    // With one total, the lines are those of one state.
    expect(new Set(seen.map(([total]) => total)).size).toBe(seen.length);
    // Before the last one there were others.
    expect(seen.length).toBeGreaterThan(1);
  },
);
