import { describe, expect, test } from 'vitest';
import { findReceivers, findSubject, titleRecords, titleReport } from '#electron/features/exports/titles.ts';
import { exportOptionsSchema, resolveOptions, type ExportOptions } from '#domain/exports/options.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { propertyNames } from '#domain/properties.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import { defaultSettings } from '#domain/settings.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { failure } from '#tests/support/failure.ts';

const directory = {
  owners: { '7': { name: 'Ada Roth', team: null, weeklyHours: null, activeFrom: null, activeTo: null } },
  objects: { 'deal:9': { name: 'Ledger', client: 'Acme AG', currency: null } },
};
const client = (value: string): FilterGroups[number] => ({
  filters: [{ propertyName: 'client', operator: 'EQ', value }],
});
const find = (filterGroups: FilterGroups) => findSubject({ filterGroups }, directory);
const options = (audience: 'internal' | 'client') => {
  const settled = resolveOptions(exportOptionsSchema.parse({ audience }));
  if (!settled.ok) throw new Error(settled.problem);
  return settled.value;
};

test('a file of one client is named after it, as people write it', () => {
  expect(find([client('acme ag')])).toEqual({ client: 'Acme AG' });
  expect(titleRecords(find([client('acme ag')]))).toBe('Time logs of Acme AG');
  expect(titleReport({ client: 'Acme AG' }, 'People', options('client'))).toBe('Activity statement: Acme AG');
  expect(titleReport({ client: 'Acme AG' }, 'People', options('internal'))).toBe('People: Acme AG');
});

test('a file of one person is named after that person', () => {
  const one = { propertyName: propertyNames.owner, operator: 'IN' as const, values: ['7'] };
  expect(find([{ filters: [one] }])).toEqual({ person: 'Ada Roth' });
});

test('a file of several clients, of none, or of all but one is named after none', () => {
  expect(find([client('Acme AG'), client('Brook')])).toEqual({});
  expect(find([client('Acme AG'), { filters: [] }])).toEqual({});
  expect(find([{ filters: [{ propertyName: 'client', operator: 'NEQ', value: 'Acme AG' }] }])).toEqual({});
  expect(titleRecords({})).toBe('Time logs');
  expect(titleReport({}, 'People', options('client'))).toBe('Report');
});

describe('a client’s file', () => {
  /** @param clients whose records a report by client finds; null: those of none */
  const asked = (clients: readonly (string | null)[], more: Partial<ExportOptions> = {}) => {
    const workspace = { journal: { names: () => directory }, settings: () => defaultSettings } as unknown as Workspace;
    const period = { name: '2026-10', from: '2026-10-01', to: '2026-10-31' };
    const result = { rows: clients.map((each) => ({ key: { client: each } })), period } as unknown as ReportResult;
    const asking = { ...options('client'), ...more };
    return findReceivers(workspace, asking, { filterGroups: [], query: '', what: 'Time logs' }, async () => result);
  };

  test('bears the name of its one client, unless it was given another title or is for internal use', async () => {
    expect(await asked(['acme ag'])).toEqual({ title: 'acme ag — Time logs, October 2026' });
    expect(await asked(['Acme AG'], { title: 'Work' })).toEqual({});
    expect(await asked(['Acme AG'], { audience: 'internal' })).toEqual({});
    expect(await asked([null])).toEqual({});
  });

  test('of several clients is refused, or tells the person who exports how many', async () => {
    expect(await failure(asked(['Acme AG', null]))).toMatchObject({ code: 'usage' });
    expect(await asked(['Acme AG', 'Brook', null], { severalClients: true })).toEqual({
      holds: { clients: 2, withoutClient: true },
    });
  });
});
