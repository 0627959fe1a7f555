import { chmodSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openTokenFile } from '#electron/cli/commands/service-upstreams.ts';

function write(text: string, mode = 0o600): string {
  const folder = mkdtempSync(join(tmpdir(), 'token-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'token');
  writeFileSync(path, text, { mode });
  chmodSync(path, mode);
  return path;
}

const refusal = (path: string): unknown => {
  try {
    return openTokenFile(path);
  } catch (fault) {
    return fault;
  }
};

it('reads the file again when its token is refused, and not before', async () => {
  const path = write('old\n');
  const token = openTokenFile(path);
  expect(await token()).toBe('old');
  writeFileSync(path, 'new\n');
  expect(await token()).toBe('old');
  expect(await token('old')).toBe('new');
  expect(await token('old')).toBe('new');
  unlinkSync(path);
  expect(await token('new')).toBe('new');
});

it.runIf(process.platform !== 'win32').each([0o640, 0o604, 0o644])(
  'refuses a file that others may read (%o)',
  (mode) => {
    expect(refusal(write('secret', mode))).toMatchObject({
      error: { code: 'usage', detail: expect.stringContaining('chmod 600') },
    });
  },
);

it('refuses a file that is missing, empty or holds more than a token, without telling what it holds', () => {
  for (const path of ['/nowhere/token', write(''), write('two words')]) {
    const refused = JSON.stringify(refusal(path));
    expect(refused).toContain(path);
    expect(refused).not.toContain('two words');
  }
});
