import { expect, it } from 'vitest';
import { notAskedTexts } from '#texts/refusals.ts';
import { formatCommandHelp } from '#electron/cli/help.ts';
import { lookup } from '#electron/cli/commands/live.ts';
import { failure } from '#tests/support/failure.ts';

const prepare = async (positionals: readonly string[], options: Record<string, string> = {}) =>
  lookup.prepare({ positionals, options: new Map(Object.entries(options)) });

it('refuses arguments of which none is an id, naming them but not whole what may be a key', async () => {
  expect(await failure(prepare(['please', 'timelog-key-0123456789abcdef']))).toEqual({
    code: 'usage',
    detail: 'Nothing to look up: “please”, “time…” are not ids',
  });
  expect(await failure(prepare([]))).toMatchObject({ code: 'usage' });
});

it('takes ids with marks of a list around them, and a record ID as it is given', async () => {
  expect(await prepare(['#7001,', '"7002"'])).toBeTypeOf('function');
  expect(await prepare(['any key'], { 'id-property': 'record_id' })).toBeTypeOf('function');
});

it('refuses a record ID where object ids are asked, in one sentence', async () => {
  expect(await failure(prepare(['7 -- 2026-01-01 10:00:00']))).toEqual({
    code: 'usage',
    detail: 'Nothing to look up: “7 -- 2026-01-01 10:00:00” is not an id',
  });
});

it('says in its help which ids arguments and standard input take', () => {
  const help = formatCommandHelp(lookup).replaceAll(/\s+/g, ' ');
  expect(help).toMatch(/--id-property P .*arguments: default.*standard input: both kinds by default/);
});

it('says of a number left out what is so about it', () => {
  expect(notAskedTexts.length).toBe('no id here has this many digits');
  expect(notAskedTexts.sameRecord).toBe('the same record’s id is already asked for');
});
