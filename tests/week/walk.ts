/** A manager's week, job after job, over a service of one's own: counts steps and seconds, and takes a picture of each. `npm run campaign -- week`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseOptions } from '../support/parse-options.ts';
import { chromium } from 'playwright';
import { createSample } from '#service/sample.ts';
import { startBrowserHost } from '../e2e/support/browser-process.ts';
import { chromiumArgs, chromiumPath, root } from '../e2e/support/places.ts';
import { settled } from '../e2e/support/settled.ts';
import { startProvingService } from '../support/hosts/proving-service.ts';
import { withFewColours } from '../screenshots/png.ts';
import { jobs } from './jobs.ts';
import { Person, type Job } from './person.ts';

const { values } = parseOptions({ options: { to: { type: 'string' } } });
const docs = values.to ?? join(root, 'docs/week');
const PATIENCE_MS = 30_000;
const SIZE = { width: 1440, height: 900 };
const today = new Date().toISOString().slice(0, 10);

// The names stay with the person: the service has ids alone.
const { records, names } = createSample({ seed: 7, asOf: today });
const service = await startProvingService({ given: records, dailyQuota: 1000, key: 'tlr_k7Qm2Xw9Lp4Vn8Rt' });
const folder = mkdtempSync(join(tmpdir(), 'timelog-week-'));
mkdirSync(docs, { recursive: true });
// No keychain of the person is asked or changed.
const host = await startBrowserHost(['--data-dir', folder, '--no-open'], { DBUS_SESSION_BUS_ADDRESS: 'disabled:' });
const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs });
try {
  const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce', locale: 'en-GB' });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(host.address);
  const done: Job[] = [];
  const person = new Person(page);
  for (const [at, { name, run }] of jobs.entries()) {
    // The answer before may still be open beside the table.
    if (await page.getByRole('dialog').isVisible()) await person.press('Escape', 'closes the answer before');
    const started = performance.now();
    const answer = await run(person, { page, service, names }).catch(async (cause: unknown) => {
      await page.screenshot({ path: join(docs, 'failed.png') });
      throw cause;
    });
    await settled(page);
    const job = { name, steps: person.takeSteps(), answer, milliseconds: performance.now() - started };
    done.push(job);
    console.log(`${at + 1}. ${name}: ${job.steps.length} steps, ${seconds(job)} s: ${answer}`);
    writeFileSync(join(docs, picture(at)), withFewColours(await page.screenshot()));
  }
  writeFileSync(join(docs, 'README.md'), write(done));
} finally {
  await browser.close();
  await host.stop();
  await service.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

function picture(at: number): string {
  return `${String(at + 1).padStart(2, '0')}.png`;
}

function seconds({ milliseconds }: Job): string {
  return (milliseconds / 1000).toFixed(1);
}

function write(done: readonly Job[]): string {
  const lines = done.map(
    (job, at) => `| [${at + 1}](#job-${at + 1}) | ${job.name} | ${job.steps.length} | ${seconds(job)} |`,
  );
  const parts = done.map((job, at) =>
    [
      `## Job ${at + 1}`,
      `**${job.name}** ${job.answer}`,
      job.steps.map((step, count) => `${count + 1}. ${step}`).join('\n'),
      `![${job.name}](${picture(at)})`,
    ].join('\n\n'),
  );
  return `# A manager’s week

Eleven jobs over a service of one’s own with ${records.length.toLocaleString('en')} records and no names, in one run: \`npm run campaign -- week\` does them anew and writes this page. A step is a click, a key, a typed or a pasted text. Seconds are those of the program on two busy cores, from the first step until the answer is on screen; reading and thinking are the person’s own.

| | job | steps | seconds |
| - | --- | ----: | ------: |
${lines.join('\n')}

${parts.join('\n\n')}
`;
}
