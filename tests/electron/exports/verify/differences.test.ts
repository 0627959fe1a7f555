import { expect, it } from 'vitest';
import { findDifferences } from '../../../../electron/exports/verify/differences.ts';
import { Unreadable, type FileLine, type Written } from '../../../../electron/exports/verify/readers.ts';

const options: Written['options'] = {
  heads: 'labels',
  times: 'local',
  names: true,
  separator: 'semicolon',
  decimalMark: 'comma',
  rates: false,
};
const written: Written = { format: 'csv', preset: 'excel', options, columns: ['id', 'name', 'amount'] };

async function* inPieces(lines: readonly FileLine[]) {
  for (const line of lines) yield [line];
}
const compare = (file: readonly FileLine[], today: readonly FileLine[], keyAt = [0]) =>
  findDifferences(inPieces(file), inPieces(today), { written, heads: ['Id', 'Name', 'Amount'], keyAt });

const lines: FileLine[] = Array.from({ length: 50 }, (_, at) => [String(at), `name ${at}`, `${at},50`]);

it('finds nothing in equal files', async () => {
  expect(await compare(lines, lines)).toMatchObject({ cellCount: 0, missingCount: 0, extraCount: 0 });
});

it('names the cell, its line and by how much', async () => {
  const file = lines.with(7, ['7', 'name 7', '7,51']);
  expect((await compare(file, lines)).cells).toEqual([
    { line: 9, key: ['7'], column: 'amount', head: 'Amount', inFile: '7,51', today: '7,50', difference: '0.01' },
  ]);
});

it('finds each line by its key though lines before it are gone and come anew', async () => {
  const today = [['x', 'new', '1'], ...lines.slice(0, 10), ...lines.slice(12)];
  const found = await compare(lines, today);
  expect(found).toMatchObject({ cellCount: 0, missingCount: 1, extraCount: 2 });
  expect(found.extra.map(({ line }) => line)).toEqual([12, 13]);
});

it('finds each line where the order is another one', async () => {
  expect(await compare(lines.toReversed(), lines)).toMatchObject({ cellCount: 0, missingCount: 0, extraCount: 0 });
});

it('names a changed key as the cell it is', async () => {
  const file = lines.with(3, ['33333', 'name 3', '3,50']);
  expect(await compare(file, lines)).toMatchObject({
    cells: [{ line: 5, column: 'id', inFile: '33333', today: '3' }],
    missingCount: 0,
    extraCount: 0,
  });
});

it('names a cell of a line that is found before or behind its place as the file has it', async () => {
  const file: FileLine[] = [
    ['a', 'in the file', '1'],
    ['b', 'in the file', '2'],
  ];
  const today: FileLine[] = [
    ['b', 'today', '2'],
    ['a', 'today', '1'],
  ];
  const { cells } = await compare(file, today);
  expect(cells.map(({ line, inFile, today: then }) => [line, inFile, then])).toEqual([
    [3, 'in the file', 'today'],
    [2, 'in the file', 'today'],
  ]);
});

it('takes a line of which half is the same for one whose key was changed, and no other', async () => {
  const today: FileLine[] = [['1', 'a', 'b', 'c']];
  expect(await compare([['2', 'a', 'b', 'd']], today)).toMatchObject({ cellCount: 2, extraCount: 0, missingCount: 0 });
  expect(await compare([['2', 'a', 'e', 'd']], today)).toMatchObject({ cellCount: 0, extraCount: 1, missingCount: 1 });
});

it('names a cell that a line lacks, and one that it has too many', async () => {
  const found = await compare(
    [
      ['1', 'a'],
      ['2', 'b', '2', 'more'],
    ],
    [
      ['1', 'a', '1'],
      ['2', 'b', '2'],
    ],
  );
  expect(found.cells.map(({ column, head, inFile, today }) => [column, head, inFile, today])).toEqual([
    ['amount', 'Amount', '', '1'],
    ['', '', 'more', ''],
  ]);
});

it('tells lines with the same key apart by their number', async () => {
  const twice: FileLine[] = [
    ['1', 'a', '1'],
    ['1', 'a', '1'],
  ];
  expect(await compare([...twice, ['1', 'a', '1']], twice)).toMatchObject({ extraCount: 1, missingCount: 0 });
});

it('mentions each of several lines with one key that only the one side has, in their order', async () => {
  const thrice: FileLine[] = ['x', 'y', 'x'].map((key, at) => [key, 'a', String(at)]);
  const [extra, missing] = [await compare([...lines, ...thrice], lines), await compare(lines, [...lines, ...thrice])];
  expect(extra).toMatchObject({ cellCount: 0, extraCount: 3, missingCount: 0 });
  expect(extra.extra).toEqual(thrice.map((cells, at) => ({ line: 52 + at, cells })));
  expect(missing).toMatchObject({ cellCount: 0, extraCount: 0, missingCount: 3 });
  expect(missing.missing.map(({ cells }) => cells)).toEqual(thrice);
});

it('finds lines with one key where the lines around them come in another order', async () => {
  const twice: FileLine[] = [
    ['1', 'a', '1'],
    ['1', 'a', '1'],
  ];
  const others = lines.slice(2, 4);
  expect(await compare([...twice, ...others], [...others, ...twice])).toMatchObject({
    cellCount: 0,
    missingCount: 0,
    extraCount: 0,
  });
});

it('goes by the place of a line where nothing else names it', async () => {
  const file = lines.with(4, ['4', 'name four', '4,50']);
  expect((await compare(file, lines, [])).cells).toMatchObject([
    { line: 6, key: [], column: 'name', difference: null },
  ]);
});

it('counts what it does not name', async () => {
  const file = lines.map(([id = '', name = '']) => [id, name, '0']);
  const found = await compare(file, lines);
  expect([found.cellCount, found.cells.length]).toEqual([50, 20]);
  const [extra, missing] = [await compare(lines, []), await compare([], lines)];
  expect([extra.extraCount, extra.extra.length, extra.missingCount]).toEqual([50, 20, 0]);
  expect([missing.missingCount, missing.missing.length, missing.extraCount]).toEqual([50, 20, 0]);
});

it('misses the lines after the place where a file breaks', async () => {
  async function* broken() {
    yield lines.slice(0, 48);
    throw new Unreadable('a quotation mark');
  }
  const found = await findDifferences(broken(), inPieces(lines), { written, heads: [], keyAt: [0] });
  expect(found).toMatchObject({ cellCount: 0, missingCount: 2, extraCount: 0 });
});
