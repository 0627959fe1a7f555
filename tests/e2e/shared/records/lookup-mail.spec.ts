/** A whole mail of ids, most of which no record has, while one request of the look-up is answered wrongly. */
import { Random } from '#service/random.ts';
import { connectTo } from '#tests/e2e/support/host-calls.ts';
import { goTo, lookAround } from '#tests/e2e/support/look.ts';
import { lookupScreen } from '#tests/e2e/support/screens/lookup.ts';
import { recordsScreen } from '#tests/e2e/support/screens/records.ts';
import { longOfThePage } from '#tests/e2e/support/tier.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const RATE = 0.5;

/** A seed by which the service answers the second of three requests wrongly, and only that. */
function seedOfSecond(): number {
  for (let seed = 1; ; seed += 1) {
    const isWrong = [0, 1, 2].map((number) => new Random(seed, `request ${number}`).fraction() < RATE);
    if (isWrong.join() === 'false,true,false') return seed;
  }
}

test(
  'of a pasted mail 137 ids are missing and one chunk fails: what was found is kept, and all add up',
  longOfThePage,
  async ({ changing: host, serve }, { project }) => {
    const service = await serve({ records: 300 });
    const { page } = host;
    await connectTo(host, service);
    const here = (await service.control.liveRecords('0', 30)).map(({ id }) => id);
    const born = await service.control.move({ kind: 'insert', count: 100 });
    const missing = Array.from({ length: 137 }, (_, at) => String(880_000_000_001 + at));
    const [first, last] = [missing.slice(0, 100), missing.slice(100)];
    const lines = (ids: readonly string[]) => ids.map((id) => `- #${id},`).join('\n');
    const mail = `Dear Anna,\nthese are not on the invoice:\n${lines(here)}\n${lines(first)}\nand from last week:\n${lines(born)}\n“${last.join('”, “')}”\nThanks, Bo`;

    await goTo(page, '#/lookup');
    await lookupScreen(page).ids.fill(mail);
    await expect(lookupScreen(page).price).toContainText('267 ids: 30 here, 237 to ask');
    await expect(lookupScreen(page).run).toHaveText('Look up · 3 requests');
    await expect(lookupScreen(page).ignored).toHaveText([
      'Dear Anna',
      'these are not on the invoice:',
      'and from last week:',
      'Thanks Bo',
    ]);
    await service.control.planFaults({ seed: seedOfSecond(), rates: { wrongJson: RATE } });
    await lookupScreen(page).run.click();
    const sum = lookupScreen(page).sum;
    await expect(sum).toHaveText('30 found, 137 missing, 100 failed · 3 requests spent');
    await page.getByText('Failed 100').click();
    await expect(page.getByTestId('lookup-failed')).toContainText(born[0] ?? '');
    await lookAround(page, `${project.name}-lookup-failed`);
    await page.getByText('Missing 137').click();
    await expect(lookupScreen(page).missing).toContainText(missing[136] ?? '');

    // Asked again without the fault, the chunk is found.
    await service.control.planFaults({});
    await lookupScreen(page).run.click();
    await expect(sum).toContainText('130 found, 137 missing, 0 failed');
  },
);

test(
  'an open record is compared with the service, with the history of its values',
  longOfThePage,
  async ({ changing: host, serve }, { project }) => {
    const service = await serve({ records: 60 });
    const { page } = host;
    await connectTo(host, service);
    const [same] = await service.control.liveRecords('0', 1);
    const [edited = ''] = await service.control.move({ kind: 'edit' });
    await goTo(page, `#/records?period=all&record=${edited}`);
    const drawer = page.getByRole('dialog');
    await expect(drawer).toContainText('1 request, spent when you press it');
    const ask = drawer.getByRole('button', { name: 'Compare with the service and show history' });
    await ask.click();
    const live = recordsScreen(page).live;
    await expect(live).toContainText(/\d values differ; the next refresh takes them over:/);
    await expect(live.locator('del').first()).toBeVisible();
    await live.scrollIntoViewIfNeeded();
    await lookAround(page, `${project.name}-drawer-live`);
    const other = same?.id === edited ? undefined : same?.id;
    if (other !== undefined) {
      await goTo(page, `#/records?period=all&record=${other}`);
      await ask.click();
      await expect(live).toContainText('The service has the same values as here.');
    }
    await service.control.move({ kind: 'remove', ids: [edited] });
    await goTo(page, `#/records?period=all&record=${edited}`);
    await ask.click();
    await expect(drawer).toContainText('The service does not have this record any more');
  },
);
