import { describe, expect, test } from 'vitest';
import { count, figure, moment, wholeFigure } from '../../../electron/cli/figures.ts';
import { table } from '../../../electron/cli/table.ts';

describe('a table for people', () => {
  test('aligns text to the left and figures to the right', () => {
    expect(
      table(
        [{ head: 'Person' }, { head: 'Hours', right: true }],
        [
          ['Ada', '1,240.50'],
          ['Grace Hopper', '8.00'],
        ],
      ),
    ).toEqual(['Person           Hours', '------------  --------', 'Ada           1,240.50', 'Grace Hopper      8.00']);
  });

  test('shows what the service wrote without letting the terminal obey it', () => {
    const [, , line] = table([{ head: 'Title' }], [['a\u001B[2Jb\nc\u202Ed']]);
    expect(line).toBe('a\uFFFD[2Jb c\uFFFDd');
  });
});

describe('figures', () => {
  test.each([
    ['1234567.125', '1,234,567.13'],
    ['-1234.005', '-1,234.01'],
    ['0', '0.00'],
    ['-3.5', '-3.50'],
    ['99999999999999999999.99', '99,999,999,999,999,999,999.99'],
  ])('%s reads %s', (decimal, shown) => {
    expect(figure(decimal)).toBe(shown);
  });

  test('nothing known is an empty cell, not a zero', () => {
    expect(figure(null)).toBe('');
  });

  test('counts are grouped', () => {
    expect(count(24_000)).toBe('24,000');
    expect(wholeFigure('1200')).toBe('1,200');
  });

  test('moments name their zone', () => {
    expect(moment('2026-11-21T08:02:11.000Z')).toBe('2026-11-21 08:02 UTC');
  });
});
