import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createApp } from '#electron/app/app.ts';
import { quietHost } from '#tests/support/hosts/quiet-host.ts';

it('a CSV for programs has its description beside it, which goes when another file takes its place', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'export-description-'));
  const files = join(folder, 'files');
  mkdirSync(files);
  let name = 'a.csv';
  const host = quietHost({ chooseDestination: async () => ({ path: join(files, name) }) });
  const app = await createApp({ host, version: 'test', dataDirectory: folder, workspace: 'default' });
  const write = (preset: string) => app.call('export.run', { preset, allowEmpty: true, columns: ['title'] });
  try {
    const written = await write('machine');
    name = 'b.csv';
    await write('machine');
    const { sha256 } = (written.ok ? written.value : {}) as { sha256: string };
    const described = JSON.parse(readFileSync(join(files, 'a.csv.datapackage.json'), 'utf8')) as unknown;
    expect(described).toMatchObject({ resources: [{ path: 'a.csv', hash: `sha256:${sha256}` }] });
    expect(readdirSync(files).toSorted()).toEqual(
      ['a.csv', 'b.csv'].flatMap((file) => [file, `${file}.datapackage.json`, `${file}.manifest.json`]),
    );
    expect(await write('excel')).toMatchObject({ ok: true });
    expect(existsSync(join(files, 'a.csv.datapackage.json'))).toBe(true);
    expect(existsSync(join(files, 'b.csv.datapackage.json'))).toBe(false);
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
