import { describe, expect, test } from 'vitest';
import { formatTable } from '#electron/cli/output/table.ts';

describe('a table for people', () => {
  test('aligns text to the left and figures to the right', () => {
    expect(
      formatTable(
        [{ header: 'Person' }, { header: 'Hours', right: true }],
        [
          ['Ada', '1,240.50'],
          ['Grace Hopper', '8.00'],
        ],
      ),
    ).toEqual(['Person           Hours', '------------  --------', 'Ada           1,240.50', 'Grace Hopper      8.00']);
  });

  test('shows what the service wrote without letting the terminal obey it', () => {
    const [, , line] = formatTable([{ header: 'Title' }], [['a\u001B[2Jb\nc\u202Ed']]);
    expect(line).toBe('a\uFFFD[2Jb c\uFFFDd');
  });

  test('a text of a megabyte is printed whole and widens no other line', () => {
    const long = 'x'.repeat(2 ** 20);
    const lines = formatTable(
      [{ header: 'Title' }, { header: 'Hours', right: true }],
      [
        [long, '1.00'],
        ['Audit', '12.00'],
      ],
    );
    expect(lines).toEqual(['Title  Hours', '-----  -----', `${long}   1.00`, 'Audit  12.00']);
  });
});
