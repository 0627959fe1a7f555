import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineFile, splitLines } from '#domain/exports/bulk.ts';
import type { Cell, Line } from '#domain/exports/model.ts';

const { delimiter, quote, lineEnd } = lineFile;

/** As the store writes them: quoted where they must be, and now and then where they need not. */
function write(lines: readonly Line[], isCareful: boolean): string {
  const toText = (cell: Cell) => {
    if (cell === null) return '';
    const isPlain = cell !== '' && ![delimiter, quote, lineEnd, '\r'].some((each) => cell.includes(each));
    return isPlain && !isCareful ? cell : `"${cell.replaceAll('"', '""')}"`;
  };
  return lines.map((line) => line.map(toText).join(delimiter) + lineEnd).join('');
}

const cells = fc.oneof(
  fc.constant(null),
  fc.constantFrom('', '"', '""', 'a"b', `a${delimiter}b`, 'a\nb', '\r\n', '\uFEFFa', '"\n"', '#', ' a '),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const tables = fc.integer({ min: 1, max: 4 }).chain((columns) =>
  fc.record({
    columns: fc.constant(columns),
    lines: fc.array(fc.array(cells, { minLength: columns, maxLength: columns }), { maxLength: 8 }),
  }),
);

test('the cells are those that were written, wherever the text is cut while it is read', () => {
  fc.assert(
    fc.property(tables, fc.boolean(), fc.integer({ min: 1, max: 7 }), ({ columns, lines }, isCareful, size) => {
      const text = write(lines, isCareful);
      const read: Line[] = [];
      let rest = '';
      for (let at = 0; at < text.length; at += size) {
        const split = splitLines(rest + text.slice(at, at + size), columns);
        read.push(...split.lines);
        ({ rest } = split);
      }
      expect(rest).toBe('');
      expect(read).toEqual(lines);
    }),
  );
});

test('an unset cell is not an empty text', () => {
  expect(splitLines(`${delimiter}""\n"`, 2)).toEqual({ lines: [[null, '']], rest: '"' });
});
