/** Scrolls a large pivot in the real component and measures every frame: down, across, both, and by leaps. */
import { readFileSync, rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { chromium, type Page } from 'playwright';
import { build } from 'vite';
import { chromiumArgs, chromiumPath } from '#tests/e2e/support/places.ts';
import { printFrames, scrollBox, threadMilliseconds } from '../frames.ts';
import { printMachine } from '../printing.ts';
import type { PivotSize } from './synthetic.ts';

export interface PivotBench extends PivotSize {
  readonly rounds: number;
}

const ORIGIN = 'http://pivot.bench';

const ways = {
  down: { x: 0, y: 130 },
  across: { x: 45, y: 0 },
  both: { x: 30, y: 90 },
  leaps: { x: 0, y: 2400 },
} as const;

export async function benchPivot({ rows, columns, rounds }: PivotBench): Promise<void> {
  printMachine('before');
  const folder = mkdtempSync(join(tmpdir(), 'timelog-pivot-'));
  try {
    await build({
      root: import.meta.dirname,
      configFile: false,
      logLevel: 'error',
      plugins: [react()],
      build: { outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 4000 },
    });
    const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumArgs });
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await servedFrom(page, folder);
      await page.goto(`${ORIGIN}/index.html?rows=${rows}&columns=${columns}`);
      await page.getByRole('treegrid').waitFor();
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
      for (const [name, step] of Object.entries(ways)) {
        const frames: number[] = [];
        const before = await threadMilliseconds(cdp);
        for (let round = 0; round < rounds; round += 1)
          frames.push(...(await scrollBox(page.getByRole('treegrid').locator('..'), step)));
        printFrames(`${rows} × ${columns}, ${name}`, frames, (await threadMilliseconds(cdp)) - before);
      }
    } finally {
      await browser.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  printMachine('after');
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

async function servedFrom(page: Page, folder: string): Promise<void> {
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const contentType = types[extname(pathname)] ?? 'application/octet-stream';
    await route.fulfill({ body: readFileSync(join(folder, pathname)), contentType });
  });
}
