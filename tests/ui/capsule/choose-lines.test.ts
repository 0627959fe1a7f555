import { expect, it } from 'vitest';
import { chooseLines, everything, type Choice } from '../../../src/ui/capsule/choose-lines.ts';
import type { ColumnKind, Line } from '../../../src/domain/exports/model.ts';

const kinds: ColumnKind[] = ['text', 'money', 'date', 'clock', 'datetime'];
const columns = kinds.map((kind) => ({ kind, digits: kind === 'money' ? 2 : null }));
const lines: Line[] = [
  ['Ärger 10', '9.99', '2026-10-01', '90', '2026-10-01T08:30:00'],
  ['ärger 9', '10', '2026-10-31', '60', '2026-10-31T23:59:59'],
  ['Alpha', '-1234.5', '2026-11-01', null, '2026-11-01T00:00:00'],
  [null, null, null, '0', null],
];
const chosen = (choice: Partial<Choice>) =>
  chooseLines(lines, columns, { ...everything, ...choice }).map((line) => lines.indexOf(line));
const filtered = (at: number, text: string) => chosen({ filters: new Map([[at, text]]) });

it.each<[number, string, number[]]>([
  [0, 'ÄRGER', [0, 1]],
  [0, '=', [3]],
  [0, '=alpha', [2]],
  [1, '>9.99', [1]],
  [1, '>= 9.99', [0, 1]],
  [1, '<0', [2]],
  [1, '=10.00', [1]],
  [1, '9..10', [0, 1]],
  [1, '..0', [2]],
  [1, '1,234.50', [2]],
  [1, '>x', []],
  [2, '<=2026-10', [0, 1]],
  [2, '2026-10-02..', [1, 2]],
  [2, '2026-11', [2]],
  [3, '>1:00', [0]],
  [3, '1:30', [0]],
  [4, '<=2026-10-31', [0, 1]],
  [4, '>2026-10-31 08:00', [1, 2]],
  [1, '  ', [0, 1, 2, 3]],
])('column %i filtered by %j shows %j', (at, text, shown) => {
  expect(filtered(at, text)).toEqual(shown);
});

it('finds every word of a search in any column', () => {
  expect(chosen({ search: 'ärger 2026-10-31' })).toEqual([1]);
});

it('sorts numbers by their size to the last digit, and texts as people do', () => {
  expect(chosen({ sort: { at: 1, isUp: true } })).toEqual([2, 0, 1, 3]);
  expect(chosen({ sort: { at: 1, isUp: false } })).toEqual([1, 0, 2, 3]);
  expect(chosen({ sort: { at: 0, isUp: true } }).slice(-3)).toEqual([1, 0, 3]);
  const long: Line[] = [
    ['', '9007199254740993'],
    ['', '9007199254740992'],
  ];
  expect(chooseLines(long, columns, { ...everything, sort: { at: 1, isUp: true } })[0]?.[1]).toBe('9007199254740992');
});
