/** What `history` and `sent` say about files that were damaged: to a real workspace, in the order in which a terminal shows it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { run } from '#electron/cli/main.ts';
import { createStandardInput } from '#electron/cli/standard-input.ts';

test.each([
  ['history', 'changes'],
  ['sent', 'sent'],
])('%s names what it set aside before it prints: a reader that has enough ends the program', async (command, name) => {
  const folder = mkdtempSync(join(tmpdir(), 'timelog-aside-'));
  try {
    mkdirSync(join(folder, 'workspaces/firm'), { recursive: true });
    writeFileSync(join(folder, 'workspaces/firm', `${name}.sqlite`), 'this was a database');
    const shown: string[] = [];
    const code = await run([command, '--data-dir', folder, '--workspace', 'firm'], {
      input: createStandardInput(Readable.from([]), new Writable({ write: (_chunk, _encoding, done) => done() })),
      out: async () => void shown.push('the answer'),
      say: (sentence) => void shown.push(sentence),
      columns: undefined,
      progress: () => undefined,
      interrupted: new AbortController().signal,
    });
    expect([code, shown]).toEqual([0, [expect.stringContaining(`${name}.damaged`), 'the answer']]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
