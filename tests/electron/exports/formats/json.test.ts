import { expect, it } from 'vitest';
import { json, jsonl } from '#electron/exports/formats/json.ts';
import { makeColumn, makeDocument } from '#tests/support/exports/documents.ts';
import { readText, writeExported } from '#tests/support/exports/written.ts';

const columns = [
  makeColumn('title', 'text'),
  makeColumn('amount', 'money', { currency: 'EUR', adds: true }),
  makeColumn('toggle', 'boolean'),
  makeColumn('start', 'datetime'),
  makeColumn('unreadable', 'unreadable'),
];
const lines = [
  ['say "\ud83e\u0000', '9999999999.99999999', 'true', '2026-10-05T09:00:00.000Z', null],
  [null, null, null, null, '{"amount":"1e400"}'],
  ['b', '0.00000001', 'false', null, null],
];
const make = (linesAPiece: number, own = lines) =>
  makeDocument({ columns, lines: own, linesAPiece, format: 'json', head: { notes: ['A note.'] } });
const rows = [
  {
    title: 'say "\ud83e\u0000',
    amount: '9999999999.99999999',
    toggle: true,
    start: '2026-10-05T09:00:00.000Z',
    unreadable: null,
  },
  { title: null, amount: null, toggle: null, start: null, unreadable: { amount: '1e400' } },
  { title: 'b', amount: '0.00000001', toggle: false, start: null, unreadable: null },
];

it('is one document of columns, rows, sums and what the manifest says, each once', async () => {
  const text = await writeExported(json, make(2), readText);
  expect(JSON.parse(text)).toEqual({
    title: 'Time logs',
    period: 'October 2026 (1–31 Oct 2026)',
    seal: 'Complete as of 2026-11-02 08:00 UTC',
    complete: true,
    notes: ['A note.'],
    columns: [
      { name: 'title', label: 'title', type: 'text', kind: 'text', currency: null, adds: false },
      { name: 'amount', label: 'amount', type: 'decimal', kind: 'money', currency: 'EUR', adds: true },
      { name: 'toggle', label: 'toggle', type: 'boolean', kind: 'boolean', currency: null, adds: false },
      { name: 'start', label: 'start', type: 'instant', kind: 'datetime', currency: null, adds: false },
      { name: 'unreadable', label: 'unreadable', type: 'object', kind: 'unreadable', currency: null, adds: false },
    ],
    rows,
    sums: { amount: '10000000000' },
    manifest: { title: 'Time logs' },
  });
});

it('is a document without any row', async () => {
  const text = await writeExported(json, make(2, []), readText);
  expect(JSON.parse(text)).toMatchObject({ rows: [], sums: { amount: null } });
});

it('has as lines the rows alone, each a line', async () => {
  const text = await writeExported(jsonl, make(2), readText);
  expect(
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(rows);
  expect(text.endsWith('}\n')).toBe(true);
});

it.each([
  ['json', json],
  ['jsonl', jsonl],
] as const)('%s has the same bytes, however its lines come in pieces', async (_name, writer) => {
  const [inPieces, atOnce] = [make(2), make(3)];
  expect(await writeExported(writer, inPieces, readText)).toBe(await writeExported(writer, atOnce, readText));
});
