/** A NUL is in no name and no label: not typed, not imported, not kept. */
import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { readNamesJson } from '#electron/cli/names-file.ts';
import { isWorkspaceName } from '#domain/name-schema.ts';
import { readNamesLines, type NameColumn } from '#domain/people/names-table.ts';
import { objectEntrySchema, ownerEntrySchema } from '#domain/people/directory.ts';
import { reportFileSchema } from '#domain/reports/definition/report.ts';
import { settingsSchema } from '#domain/settings.ts';
import { failure } from '../support/failure.ts';

const NUL = 'A\u0000B';
const report = { format: 'timelog-report', version: 1, report: { measures: ['records'] } };

test.each<[string, { safeParse(value: unknown): { success: boolean } }, (text: string) => unknown]>([
  ["a person's name", ownerEntrySchema, (text) => ({ name: text })],
  ['a team', ownerEntrySchema, (text) => ({ name: 'Ann', team: text })],
  ["an object's name", objectEntrySchema, (text) => ({ name: text })],
  ['a client', objectEntrySchema, (text) => ({ name: 'Audit', client: text })],
  ['a currency of an object', objectEntrySchema, (text) => ({ name: 'Audit', currency: text })],
  ['the currency of the workspace', settingsSchema.pick({ currency: true }), (text) => ({ currency: text })],
  ["a report's name", reportFileSchema, (text) => ({ ...report, name: text })],
  ['the id of a person', api['names.keep'].input, (text) => ({ owners: { [text]: { name: 'Ann' } } })],
  ['the id of an object', api['names.keep'].input, (text) => ({ objects: { [`deal:${text}`]: { name: 'Audit' } } })],
])('%s takes text, and none with a NUL', (_, schema, given) => {
  expect(schema.safeParse(given('A B')).success).toBe(true);
  expect(schema.safeParse(given(NUL)).success).toBe(false);
});

test('a table of names says in which column one is', () => {
  const lines = [
    [`7${NUL}`, 'Ann', 'Blue'],
    ['7', NUL, 'Blue'],
    ['7', 'Ann', NUL],
  ].map((cells, at) => {
    const columns: readonly NameColumn[] = ['id', 'name', 'team'];
    const given = columns.map((column, index) => [column, cells[index] ?? ''] as const);
    return { where: `line ${at}`, cells: new Map<NameColumn, string>([['kind', 'person'], ...given]) };
  });
  expect(readNamesLines(lines).problems.map(({ what }) => what)).toEqual(
    ['id', 'name', 'team'].map((column) => `the column ${column} holds the character NUL`),
  );
});

test('a file in JSON with one is refused whole', async () => {
  const text = JSON.stringify({ owners: { 7: { name: NUL } } });
  const read = (async () => readNamesJson('people.json', Buffer.from(text)))();
  expect(await failure(read)).toMatchObject({ code: 'usage', detail: expect.stringContaining('NUL') });
});

test('neither is one in the name of a workspace', () => {
  expect(isWorkspaceName('firm')).toBe(true);
  expect(isWorkspaceName('firm\u0000')).toBe(false);
});
