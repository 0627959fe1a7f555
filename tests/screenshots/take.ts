/**
 * Takes pictures of the sample of a fixed day. `npm run screenshots`: those in docs/, every preset in both themes and four screens.
 * `-- --sizes all`: everything that can be looked at, in windows of four sizes and both themes, for people to look at, and asked of axe.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Page } from 'playwright';
import { z } from 'zod';
import { directorySchema } from '#domain/people/directory.ts';
import { presets } from '#domain/reports/definition/presets.ts';
import { exchangeToken, startBrowserHost, type BrowserProcess } from '../e2e/support/browser-process.ts';
import { chromiumArgs, chromiumPath, results, root, SAMPLE_AS_OF } from '../e2e/support/places.ts';
import { withFewColours } from './png.ts';
import { scenes, type Scene } from './scenes.ts';

const DOWNLOADED_AT = `${SAMPLE_AS_OF}T08:00:00Z`;
const TAKEN_AT = `${SAMPLE_AS_OF}T08:10:00Z`;
const SIZE = { width: 1440, height: 900 };
/** Of the windows in which everything is looked at. */
const SIZES = '1280x720,1440x900,1920x1080,2560x1440';
const PATIENCE_MS = 180_000;
/** Letters and edges are drawn the same in every run: whole, on the processor, without the screen's own hints. */
const steadyArgs = [
  '--disable-gpu',
  '--disable-lcd-text',
  '--disable-partial-raster',
  '--disable-checker-imaging',
  '--disable-threaded-animation',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
];
/** As often a picture is taken until two in a row are the same. */
const MAX_LOOKS = 12;
const BETWEEN_MS = 250;
const RELABELLED = 12;
const namesSchema = z.object({ value: directorySchema });
const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

interface Picture {
  /** Relative to docs/, without its theme. */
  readonly name: string;
  readonly hash: string;
  readonly heading: string;
  readonly themes: readonly Theme[];
}

const reports: readonly Picture[] = presets.map(({ id, file }) => ({
  name: `reports/${id}`,
  hash: `#/reports?preset=${id}`,
  heading: file.name,
  themes,
}));
const screens: readonly Picture[] = [
  { name: 'screenshots/overview', hash: '#/', heading: 'Overview', themes: ['light'] },
  { name: 'screenshots/records', hash: '#/records?period=2026-10', heading: 'Records', themes: ['light'] },
  { name: 'screenshots/data', hash: '#/data', heading: 'Data', themes: ['light'] },
  // From the first download to the names that were changed for a moment.
  { name: 'screenshots/changes', hash: '#/changes?since=%232&until=%233&period=2026-10', heading: 'Changes', themes },
];

const { values } = parseArgs({
  options: { only: { type: 'string' }, to: { type: 'string' }, sizes: { type: 'string' } },
});
const folderOfPictures = values.to ?? (values.sizes === undefined ? join(root, 'docs') : join(results, 'pictures'));
const only = values.only?.split(',');
const isWanted = (name: string) => only?.some((each) => name.includes(each)) ?? true;

const folder = mkdtempSync(join(tmpdir(), 'timelog-pictures-'));
try {
  await download(folder);
  const host = await hostAt(TAKEN_AT, folder);
  const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumArgs, ...steadyArgs] });
  try {
    const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce', locale: 'en-GB' });
    const page = await context.newPage();
    await page.clock.setFixedTime(new Date(TAKEN_AT));
    await page.goto(host.address);
    if (values.sizes === undefined) {
      for (const picture of [...reports, ...screens]) if (isWanted(picture.name)) await take(page, picture);
    } else process.exitCode = (await walk(page, values.sizes === 'all' ? SIZES : values.sizes)) === 0 ? 0 : 1;
  } finally {
    await browser.close();
    await host.stop();
  }
  if (values.sizes === undefined) writeFileSync(join(folderOfPictures, 'reports/README.md'), album());
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

function hostAt(moment: string, dataDirectory: string): Promise<BrowserProcess> {
  const clock = new URL('./clock.ts', import.meta.url).href;
  return startBrowserHost(['--data-dir', dataDirectory, '--sample-as-of', SAMPLE_AS_OF, '--no-open'], {
    PICTURES_TAKEN_AT: moment,
    NODE_OPTIONS: `--import=${clock}`,
    TZ: 'Europe/Berlin',
  });
}

/** A first start downloads the sample by itself. */
async function download(dataDirectory: string): Promise<void> {
  const host = await hostAt(DOWNLOADED_AT, dataDirectory);
  const headers = await exchangeToken(host.address);
  const call = async (method: string, input: unknown) => {
    const body = JSON.stringify({ method, input });
    return (await fetch(`${host.origin}/api/call`, { method: 'POST', headers, body })).text();
  };
  const until = performance.now() + PATIENCE_MS;
  for (let isComplete = false; !isComplete;) {
    if (performance.now() > until) throw new Error('The sample was not downloaded in time');
    await new Promise((resolve) => setTimeout(resolve, 250));
    isComplete = (await call('sync.state', {})).includes('"complete"');
  }
  await relabelForAMoment(call);
  await host.stop();
}

/** Some clients get another name, and theirs again: what is shown of today stays as it was, and there is something to compare. */
async function relabelForAMoment(call: (method: string, input: unknown) => Promise<string>): Promise<void> {
  const { value } = namesSchema.parse(JSON.parse(await call('names.list', {})));
  const own = Object.entries(value.objects)
    .filter(([, { client }]) => client !== null)
    .slice(0, RELABELLED);
  const client = own.at(-1)?.[1].client ?? null;
  const other = own.map(([key, entry]) => [key, { ...entry, client }] as const);
  for (const objects of [other, own]) await call('names.keep', { owners: {}, objects: Object.fromEntries(objects) });
}

async function take(page: Page, { name, hash, heading, themes: worn }: Picture): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
  // Opening an address focuses the top of the screen, with a ring around it: a picture has none.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  for (const theme of worn) await keep(page, name, theme);
}

async function keep(page: Page, name: string, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor();
  await page.waitForFunction(() => document.querySelector('main :is([aria-busy="true"], [data-pending])') === null);
  await page.evaluate(() => document.fonts.ready);
  const path = join(folderOfPictures, `${name}-${theme}.png`);
  mkdirSync(join(path, '..'), { recursive: true });
  const picture = await settled(page, path);
  writeFileSync(path, values.sizes === undefined ? withFewColours(picture) : picture);
  console.log(path);
}

/** Every scene in every size and theme. @returns how many faults axe found in them */
async function walk(page: Page, sizes: string): Promise<number> {
  const faults = new Set<string>();
  let asked = 0;
  for (const scene of scenes.filter(({ name }) => isWanted(name))) {
    await open(page, scene);
    for (const size of sizes.split(',')) {
      const [width = 0, height = 0] = size.split('x').map(Number);
      await page.setViewportSize({ width, height });
      for (const theme of themes) {
        await keep(page, `${scene.name}-${size}`, theme);
        asked += 1;
        const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze();
        for (const { id, nodes } of violations)
          for (const { html } of nodes) {
            const fault = `${scene.name}, ${size}, ${theme}: ${id}: ${html.slice(0, 200)}`;
            if (!faults.has(fault)) console.log(fault);
            faults.add(fault);
          }
      }
    }
  }
  console.log(`axe: ${faults.size} faults in ${asked} pictures`);
  return faults.size;
}

/** As a fresh page does: nothing of the scene before is open. */
async function open(page: Page, { hash, heading, act }: Scene): Promise<void> {
  await page.setViewportSize(SIZE);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await page.reload();
  await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
  await page.waitForFunction(() => document.querySelector('main :is([aria-busy="true"], [data-pending])') === null);
  await act?.(page);
}

/** Charts measure their place, fonts arrive, tables find their widths: a picture is one when it no longer changes. */
async function settled(page: Page, name: string): Promise<Buffer> {
  let last: Buffer | undefined;
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const now = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    if (last?.equals(now)) return now;
    last = now;
    await page.waitForTimeout(BETWEEN_MS);
  }
  throw new Error(`${name} does not come to rest`);
}

function album(): string {
  const parts = presets.map(
    ({ id, question, file }) =>
      `## ${file.name}\n\n${question}\n\n![${file.name}, light](${id}-light.png)\n\n![${file.name}, dark](${id}-dark.png)\n`,
  );
  return [
    '# The reports that come with the program\n',
    `As they open on the sample of ${SAMPLE_AS_OF}, in both themes. Taken by \`npm run screenshots\`.\n`,
    ...parts,
  ].join('\n');
}
