import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { toTail, type CapsuleData } from '../../../src/domain/exports/capsule.ts';
import { startSums } from '../../../src/domain/exports/sums.ts';
import type { Line } from '../../../src/domain/exports/model.ts';
import { capsuleTexts } from '#texts/capsule.ts';
import { addAgain, checkSeal } from '../../../src/ui/capsule/check.ts';
import { makeLines, recordColumns } from '../../support/exports/capsule-documents.ts';

const frame = '<html lang="en"></html>';
const body = '{"lines":[["1.25"]]';
const seal = createHash('sha256').update(frame).update(body).digest('hex');
const rest = async () => {};
const check = (text: string, of = frame) => checkSeal(of, text, rest);

it('finds a frame and data untouched by the seal at their end', async () => {
  expect(await check(body + toTail(seal))).toEqual({ seal, isUntouched: true });
});

it('finds every changed letter of frame, data and seal', async () => {
  const text = body + toTail(seal);
  for (const [at, letter] of Array.from(text).entries()) {
    const changed = text.slice(0, at) + String.fromCharCode(letter.charCodeAt(0) ^ 1) + text.slice(at + 1);
    expect([at, (await check(changed)).isUntouched]).toEqual([at, false]);
  }
  expect((await check(text, frame.replace('en', 'eo'))).isUntouched).toBe(false);
});

it('does not take a letter beyond ASCII for the one with the same low byte', async () => {
  expect((await check(body.replace('1', '\u0131') + toTail(seal))).isUntouched).toBe(false);
});

function toData(lines: readonly Line[]): CapsuleData {
  const sums = startSums(recordColumns, 8);
  sums.add(lines);
  return {
    capsule: 1,
    words: capsuleTexts,
    head: { title: '', period: '', seal: '', complete: true, notes: [], sections: [] },
    columns: recordColumns,
    currencyAt: 8,
    outline: null,
    lines,
    sums: sums.result(),
    manifest: {},
  };
}

it('adds every column up again, money of each currency by itself', () => {
  const found = addAgain(toData(makeLines(3, 100)));
  expect(found.map(({ label, currency, difference }) => [label, currency, difference])).toEqual([
    ['Hours', null, null],
    ['Clock', null, null],
    ['Amount', 'CHF', null],
    ['Amount', 'EUR', null],
  ]);
});

it('names the sum that a cent was added to, and by how much', () => {
  const data = toData([
    ['1', 'a', null, null, '1', '60', '10.00', null, 'EUR'],
    ['2', 'b', null, null, '1', '60', '5', null, 'CHF'],
  ]);
  const lines = data.lines.map((line, at) => (at === 0 ? line.with(6, '10.01') : line));
  const differing = addAgain({ ...data, lines }).filter(({ difference }) => difference !== null);
  expect(differing).toMatchObject([
    { label: 'Amount', currency: 'EUR', written: '10', added: '10.01', difference: '0.01' },
  ]);
});

it('agrees with nothing where a cell is no number', () => {
  const data = toData(makeLines(3, 5));
  const lines = data.lines.map((line) => line.with(4, 'x'));
  expect(
    addAgain({ ...data, lines }).every(({ added, difference }) => added === undefined && difference !== null),
  ).toBe(true);
});

it('finds a sum that is stated for a currency no line has', () => {
  const data = toData(makeLines(3, 50));
  const byCurrency = [...data.sums.byCurrency, { currency: 'USD', sums: { amount: '5' } }];
  const differing = addAgain({ ...data, sums: { ...data.sums, byCurrency } }).filter(
    (each) => each.difference !== null,
  );
  expect(differing).toMatchObject([{ currency: 'USD', written: '5', difference: '-5' }]);
});
