/** What is pointed out of a pack's files for clients. */
import { expect, it } from 'vitest';
import { BILLABLE, findAttention } from '#electron/features/exports/pack.ts';
import type { Audience } from '#domain/exports/options.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';

type Row = ReportResult['rows'][number];

/** @param files client, billable hours and for whom each is */
function ask(files: readonly (readonly [string | null, string | null, Audience?])[]) {
  const rows = files.map(([client, hours]): Row => ({ key: { client }, values: { [BILLABLE]: hours }, records: 1 }));
  const manifests = files.map(([client, , audience = 'client']) => ({
    file: `${client ?? '_unassigned'}.csv`,
    audience,
  }));
  return findAttention({ rows }, manifests);
}

it('is the file of no client and those with nothing billable', () => {
  expect(
    ask([
      ['Acme', '2'],
      ['Borg', '0'],
      ['Cork', null],
      [null, '0'],
    ]),
  ).toEqual({
    unassigned: '_unassigned.csv',
    notBillable: ['Borg.csv', 'Cork.csv'],
  });
});

it('is nothing where every file has its client and hours to bill', () => {
  expect(ask([['Acme', '0.000001']])).toBeUndefined();
});

it('is of files that clients receive alone', () => {
  expect(
    ask([
      ['Acme', '2'],
      ['Borg', '0', 'internal'],
      [null, '3', 'internal'],
    ]),
  ).toBeUndefined();
});
