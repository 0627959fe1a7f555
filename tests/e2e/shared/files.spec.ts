import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ownWorkspace } from '../support/places.ts';
import { expect, test } from '../support/test.ts';
import { runsAll } from '../support/tier.ts';

test('every file a host writes is readable by its user only', async ({ start, emptyDirectory: dataDirectory }) => {
  // Tests may run under a wide umask: the program sets its own.
  const before = process.umask(0o000);
  try {
    // The sample is files of the same kinds, and seconds of a core.
    const host = await start({ dataDirectory, args: runsAll ? [] : ownWorkspace });
    await host.call('preferences.set', { colorScheme: 'dark' });
    await host.stop();
    const names = readdirSync(dataDirectory, { recursive: true }).map((name) => join(dataDirectory, String(name)));
    const paths = [dataDirectory, ...names];
    const wide = paths
      .filter((path) => lstatSync(path).isFile() || lstatSync(path).isDirectory())
      .filter((path) => (lstatSync(path).mode & 0o077) !== 0);
    expect(wide).toEqual([]);
    expect(paths.length).toBeGreaterThan(3);
  } finally {
    process.umask(before);
  }
});
