/** `npm run campaign -- pages [--out FOLDER --worlds N --only NAME]`: every kind of page as PDF and pictures, to be looked at. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createApp } from '#electron/app/app.ts';
import { createAppClient } from '#electron/cli/arguments/command.ts';
import { memorySecrets, quietHost } from '#tests/support/hosts/quiet-host.ts';
import { openExportWorld, type ExportWorld } from '../world.ts';
import { listPrinted } from './page-set.ts';

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'out/pages' },
    worlds: { type: 'string', default: '20' },
    only: { type: 'string' },
  },
});
const out = resolve(values.out);
mkdirSync(out, { recursive: true });

/** The sample firm, downloaded from its own service. */
async function openSample(): Promise<ExportWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'printed-pages-'));
  let path = '';
  const host = quietHost({ secrets: memorySecrets(), chooseDestination: async () => ({ path }) });
  const app = await createApp({ host, version: 'test', dataDirectory: folder, workspace: 'sample', rate: 0 });
  const caller = createAppClient(app);
  await caller.call('sync.run', {});
  return {
    call: (method, input) => caller.call(method, input),
    writeTo: (place) => {
      path = place;
    },
    folder,
    dispose: async () => {
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function printAll(world: ExportWorld, prefix: string, span: Parameters<typeof listPrinted>[0]): Promise<number> {
  let pages = 0;
  for (const { name, write } of listPrinted(span)) {
    if (values.only !== undefined && !new RegExp(values.only).test(name)) continue;
    const path = join(out, `${prefix}${name}.pdf`);
    world.writeTo(path);
    await write(world).catch((error: unknown) =>
      console.log(`${prefix}${name}: ${String(error)} ${JSON.stringify(error)}`),
    );
    if (!existsSync(path)) continue;
    execFileSync('pdftoppm', ['-r', '70', '-l', '12', '-png', path, path.replace(/\.pdf$/, '')], { stdio: 'ignore' });
    const info = execFileSync('pdfinfo', [path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const count = Number(/Pages:\s+(\d+)/.exec(info)?.[1] ?? 0);
    pages += count;
    console.log(`${prefix}${name}: ${count} ${count === 1 ? 'page' : 'pages'}`);
  }
  return pages;
}

async function inWorld(open: () => Promise<ExportWorld>, prefix: string, span: Parameters<typeof listPrinted>[0]) {
  const world = await open();
  try {
    return await printAll(world, prefix, span);
  } finally {
    await world.dispose();
  }
}

let pages = await inWorld(openSample, '', { month: 'last-month', week: 'last-week', client: 'Elm & Partners' });
for (let seed = 1; seed <= Number(values.worlds); seed += 1)
  pages += await inWorld(() => openExportWorld(seed), `world-${seed}-`, {
    month: '2026-10',
    week: '2026-10-05..2026-10-11',
    client: 'Acme',
  });
console.log(`\n${pages} pages are in ${out}`);
