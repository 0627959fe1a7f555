import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addUp, readers, toDecimalText } from '#electron/exports/readers.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'add-up-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Stated = Parameters<typeof addUp>[2];
const stated: Stated = {
  format: 'csv',
  preset: 'excel',
  options: { heads: 'labels', times: 'local', names: true, separator: 'semicolon', decimalMark: 'comma', rates: false },
  columns: ['id', 'clock', 'amount', 'currency'],
  lines: 3,
  sums: { clock: '150' },
  sumsByCurrency: [
    { currency: 'EUR', totals: { amount: '1.25' } },
    { currency: null, totals: { amount: '-2' } },
  ],
};
const lines = ['a;1:30;1,00;EUR', 'b;;0,25;EUR', 'c;1:00;-2;'];
const add = (text: string, own: Partial<Stated> = {}, until = Infinity) => {
  const path = join(folder, 'file.csv');
  writeFileSync(path, text);
  return addUp(readers.csv, path, { ...stated, ...own }, until);
};
const file = (...rows: string[]) => `\uFEFFId;Clock;Amount;Currency\r\n${rows.map((row) => `${row}\r\n`).join('')}`;

it('adds up hours of the clock and money of each currency, with decimal commas', async () => {
  expect(await add(file(...lines))).toEqual({ holds: true, lines: { written: 3, found: 3 }, sums: [] });
});

it('names the sum of one currency that is a cent off', async () => {
  const changed = file(...lines.with(1, 'b;;0,26;EUR'));
  expect(await add(changed)).toMatchObject({
    holds: false,
    sums: [{ column: 'amount', currency: 'EUR', written: '1.25', found: '1.26', difference: '0.01' }],
  });
});

it('says that a sum of hours written as h:mm is off by minutes', async () => {
  const changed = file(...lines.with(0, 'a;1:31;1,00;EUR'));
  expect(await add(changed, { units: { clock: 'minutes' } })).toMatchObject({
    sums: [{ column: 'clock', unit: 'minutes', written: '150', found: '151', difference: '1' }],
  });
});

it('does not hold over a cell that is no number, a cell too many, a line too few or a broken quote', async () => {
  expect((await add(file(...lines.with(0, 'a;soon;1,00;EUR')))).holds).toBe(false);
  expect((await add(file(...lines.with(0, 'a;1:30;1,00;EUR;x')))).holds).toBe(false);
  // No sum tells of a text where there was nothing.
  expect(await add(file(...lines.with(1, 'b;soon;0,25;EUR')))).toMatchObject({ holds: false, sums: [] });
  expect(await add(file(...lines.slice(0, 2), 'd;1:00;-2;', 'e;;;'))).toMatchObject({
    holds: false,
    lines: { found: 4 },
  });
  expect(await add(file(...lines.with(2, 'c";1:00;"-2;')))).toMatchObject({ holds: false, lines: { found: null } });
});

it('adds up and counts every line of a file that is read in several pieces', async () => {
  const many = file(...Array.from({ length: 2_501 }, () => 'a;0:01;1,00;EUR'));
  const sumsByCurrency = [{ currency: 'EUR', totals: { amount: '2501' } }];
  expect(await add(many, { lines: 2_501, sums: { clock: '2501' }, sumsByCurrency })).toMatchObject({
    holds: true,
    lines: { found: 2_501 },
  });
});

it('gives up where its time is over, and says so instead of judging', async () => {
  const { holds, seconds } = await add(file(...lines.with(1, 'b;;0,26;EUR')), {}, performance.now() - 1);
  expect([holds, seconds]).toEqual([null, 10]);
});

it('reads commas and points in files for programs', async () => {
  const text = 'id,clock,amount,currency\r\na,90,1.00,EUR\r\nb,,0.25,EUR\r\nc,60,-2,\r\n';
  expect((await add(text, { preset: 'machine' })).holds).toBe(true);
});

it('does not judge a format that is not read back', async () => {
  expect((await addUp(undefined, 'nowhere', stated, Infinity)).holds).toBeNull();
});

it.each([
  ['1:30', '90'],
  ['-0:00:30', '-0.5'],
  ['9:49:12', '589.2'],
  ['0:19:59.999988', '19.9999998'],
  ['-12,5', '-12.5'],
])('reads %s as its file writes it', (cell, text) => {
  expect(toDecimalText(cell, stated)).toBe(text);
});
