import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSentRegister, SentRecords, type SentRegister } from '#electron/history/sent-register.ts';
import { fileToSend } from '#tests/support/stores/file-to-send.ts';

const AT = '2026-11-02T08:00:00.000Z';

let folder: string;
const open: SentRegister[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'register-'));
});
afterEach(() => {
  for (const register of open.splice(0)) register.close();
  rmSync(folder, { recursive: true, force: true });
});

function openRegister(name: string): SentRegister {
  const register = openSentRegister(join(folder, `${name}.sqlite`));
  open.push(register);
  return register;
}

function copy(from: SentRegister, name: string): SentRegister {
  const register = openRegister(name);
  const restoring = register.restore();
  for (const one of from.proven()) restoring.add(one, from.packed(one.number));
  for (const step of from.steps()) restoring.became(step);
  restoring.finish();
  return register;
}

function toRecords(...ids: readonly string[]): SentRecords {
  const records = new SentRecords();
  records.add(ids.map((id) => [id, 0, []]));
  return records;
}

it.each([
  ['an id that no record has', toRecords('7x')],
  ['more records than it says', toRecords('7', '8')],
])('refuses a file of another register with %s', (_what, records) => {
  const register = openRegister('one');
  register.intend(fileToSend, records);
  expect(() => copy(register, 'other')).toThrow(
    expect.objectContaining({ error: expect.objectContaining({ code: 'file-damaged' }) }),
  );
});

it('takes what was about to leave as handed over, from when it was: what a person says later stays', () => {
  const register = openRegister('one');
  register.intend(fileToSend, toRecords('7'));
  expect(copy(register, 'other').steps()).toEqual([{ number: 1, state: 'handed', at: AT }]);
});
