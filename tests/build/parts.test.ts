/** The parts of `npm run check` side by side, as real programs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { runTogether } from '#build/parts.ts';

const node = (title: string, script: string) => ({ title, command: 'node', args: ['-e', script] });
let printed = '';

beforeEach(() => {
  printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});

test('one part that fails is told, though those beside it pass', async () => {
  const passed = await runTogether([node('good', ''), node('bad', 'process.exit(3)'), node('fine', '')]);
  expect(passed).toEqual([true, false, true]);
  expect(printed).toMatch(/— bad\n {2}FAILED in \d+ s/);
  expect(printed).toMatch(/— good\n {2}passed in \d+ s/);
});

test('a program that is not there or is killed has failed', async () => {
  const gone = { title: 'gone', command: 'no-such-program', args: [] };
  const killed = node('killed', 'process.kill(process.pid, "SIGKILL")');
  expect(await runTogether([gone, killed])).toEqual([false, false]);
  expect(printed).toContain('no-such-program');
});

test('what a part prints stays in one piece under its title, its errors too', async () => {
  // Each waits for the file the other leaves: only side by side do both end.
  const meet = (name: string, other: string) =>
    node(
      name,
      `const fs = require('node:fs'), at = process.env.MEETING;
       console.log('${name} begins');
       fs.writeFileSync(at + '/${name}', '');
       const poll = setInterval(() => { if (fs.existsSync(at + '/${other}')) { clearInterval(poll); console.error('${name} ends'); } }, 5);`,
    );
  const folder = mkdtempSync(join(tmpdir(), 'parts-'));
  vi.stubEnv('MEETING', folder);
  try {
    expect(await runTogether([meet('left', 'right'), meet('right', 'left')])).toEqual([true, true]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const name of ['left', 'right']) expect(printed).toContain(`— ${name}\n${name} begins\n${name} ends\n`);
});
