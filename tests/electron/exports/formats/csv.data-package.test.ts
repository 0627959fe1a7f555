import { expect, it } from 'vitest';
import { describePackage, type Described } from '#electron/exports/formats/csv.ts';
import { makeColumn } from '#tests/support/exports/documents.ts';

const columns = [
  makeColumn('record_id', 'id'),
  makeColumn('amount', 'money', { label: 'Amount', currency: 'EUR' }),
  makeColumn('sessions', 'count'),
  makeColumn('first_start', 'datetime'),
  makeColumn('month', 'date'),
  makeColumn('toggle', 'boolean'),
  makeColumn('unreadable', 'unreadable'),
];
const described = {
  head: { title: 'Time logs', period: 'October 2026', seal: 'Complete', complete: true, notes: [], sections: [] },
  options: { times: 'utc' } as Described['options'],
  columns,
  lineCount: 2,
};
const finished = { name: 'Time logs Ä.csv', bytes: 12, sha256: 'ab' };

it('types every column, and names the file with its size and hash', () => {
  const [resource] = (JSON.parse(describePackage(described, finished)) as { resources: unknown[] }).resources;
  expect(resource).toMatchObject({
    name: 'time-logs',
    path: 'Time logs Ä.csv',
    bytes: 12,
    hash: 'sha256:ab',
    rowCount: 2,
    dialect: { delimiter: ',', header: true },
    schema: {
      fields: [
        { name: 'record_id', type: 'string' },
        { name: 'amount', title: 'Amount', type: 'number', decimalChar: '.', currency: 'EUR' },
        { name: 'sessions', type: 'integer' },
        { name: 'first_start', type: 'datetime' },
        { name: 'month', type: 'date' },
        { name: 'toggle', type: 'boolean', trueValues: ['true'], falseValues: ['false'] },
        { name: 'unreadable', type: 'object' },
      ],
      missingValues: [''],
    },
  });
});
