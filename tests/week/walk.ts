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
import { singleJobs } from './single-jobs.ts';
import { Person, type Job } from './person.ts';

/** `--build` measures another build, in which not every job can be done: those are named, and the walk goes on. */
const { values } = parseOptions({ options: { to: { type: 'string' }, build: { type: 'string' } } });
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
const host = await startBrowserHost(
  ['--data-dir', folder, '--no-open'],
  { DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
  values.build,
);
const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs });
try {
  const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce', locale: 'en-GB' });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(host.address);
  const done: Job[] = [];
  const person = new Person(page);
  for (const [at, { name, before, run }] of [...jobs, ...singleJobs].entries()) {
    // The answer before may still be open beside the table.
    if (await page.getByRole('dialog').isVisible()) await person.press('Escape', 'closes the answer before');
    const started = performance.now();
    const surroundings = { page, service, names, address: host.address };
    const answer = await run(person, surroundings).catch(async (cause: unknown) => {
      await page.screenshot({ path: join(docs, `failed-${at + 1}.png`) });
      if (values.build === undefined) throw cause;
      return `not done: ${String(cause)}`.split('\n')[0] ?? '';
    });
    await settled(page);
    const job: Job = { name, before, done: person.takeSteps(), answer, milliseconds: performance.now() - started };
    done.push(job);
    console.log(`${at + 1}. ${name}: ${job.done.clicks} clicks, ${job.done.keys} keys, ${seconds(job)} s: ${answer}`);
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
    (job, at) =>
      `| [${at + 1}](#job-${at + 1}) | ${job.name} | ${job.done.clicks} | ${job.done.keys} | ${seconds(job)} | ${job.before} |`,
  );
  const parts = done.map((job, at) =>
    [
      `## Job ${at + 1}`,
      `**${job.name}** ${job.answer}`,
      job.done.steps.map((step, count) => `${count + 1}. ${step}`).join('\n'),
      `![${job.name}](${picture(at)})`,
    ].join('\n\n'),
  );
  return `# A manager’s week

Its jobs over a service of one’s own with ${records.length.toLocaleString('en')} records and no names, in one run: \`npm run campaign -- week\` does them anew and writes this page. A key is one that is pressed, each letter of a typed text among them; a pasted text is one. Seconds are those of the program on two busy cores, from the first step until the answer is on screen; reading and thinking are the person’s own. “Before” are clicks + keys of the program before people and clients had pages of their own, by the same walk over its build (\`--build\`), or by hand where its way was another one.

| | job | clicks | keys | seconds | before |
| - | --- | -----: | ---: | ------: | ------ |
${lines.join('\n')}

${parts.join('\n\n')}
`;
}
