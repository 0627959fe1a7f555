/** One call of every contract method with its answer on the sample: every host is held to the same table. */
import { api, type Input, type Method } from '#contract/api.ts';
import type { ErrorCode } from '#contract/errors.ts';

type Expected = 'ok' | ErrorCode;

const sampleFile: Input<'reports.export'>['file'] = {
  format: 'timelog-report',
  version: 1,
  name: 'Value by month',
  report: { measures: ['billable_value'], groupBy: ['month_year'] },
};

const sampleDefinition: Input<'exports.save'>['definition'] = {
  format: 'timelog-export',
  name: 'October',
  records: { columns: ['title'], period: '2026-10' },
};

/** Each method once, with its answer on the sample; a method without an entry does not compile. */
export const calls: { readonly [M in Method]: readonly [Input<M>, Expected] } = {
  'app.info': [{}, 'ok'],
  'preferences.get': [{}, 'ok'],
  'preferences.set': [{ colorScheme: 'dark' }, 'ok'],
  'workspace.state': [{}, 'ok'],
  'workspace.list': [{}, 'ok'],
  'workspace.visit': [{}, 'ok'],
  'workspace.open': [{ name: 'sample' }, 'ok'],
  'workspace.connect': [{ name: 'other', baseUrl: 'http://example.com', key: 'k' }, 'address-refused'],
  'workspace.remove': [{ name: 'there-is-none' }, 'usage'],
  'workspace.save': [{}, 'usage'],
  'workspace.load': [{ name: 'loaded' }, 'usage'],
  'workspace.cancel': [{}, 'ok'],
  'key.set': [{ key: 'k' }, 'usage'],
  'key.test': [{}, 'ok'],
  'key.forget': [{}, 'ok'],
  'sync.price': [{}, 'ok'],
  'sync.run': [{}, 'ok'],
  'sync.cancel': [{}, 'ok'],
  'sync.pause': [{}, 'ok'],
  'sync.state': [{}, 'ok'],
  'data.status': [{}, 'ok'],
  'data.rebuildPrice': [{}, 'ok'],
  'data.rebuild': [{}, 'ok'],
  'data.verify': [{}, 'ok'],
  'records.page': [{ columns: ['total_minutes'], limit: 3 }, 'ok'],
  'records.firstFound': [{ columns: ['total_minutes'], limit: 3 }, 'ok'],
  'records.sums': [{ measures: ['total_minutes'], limit: 3 }, 'ok'],
  'views.export': [{ file: { format: 'timelog-view', name: 'Mine', view: {} } }, 'ok'],
  'records.values': [{ propertyName: 'service_name' }, 'ok'],
  'filter.fewerWords': [
    { filterGroups: [{ filters: [{ propertyName: 'search', operator: 'FINDS', value: 'a b' }] }] },
    'ok',
  ],
  'filter.unheld': [
    { filterGroups: [{ filters: [{ propertyName: 'service_name', operator: 'EQ', value: 'Auditt' }] }] },
    'ok',
  ],
  'settings.get': [{}, 'ok'],
  'settings.refused': [{}, 'ok'],
  'settings.set': [{ weekStart: 'monday' }, 'ok'],
  'report.bridge': [{ period: '2026-10' }, 'ok'],
  'report.run': [{ measures: ['billable_value'], groupBy: ['month_year'] }, 'ok'],
  'reports.list': [{}, 'ok'],
  'reports.save': [{ id: 'by-month', file: { ...sampleFile, name: 'By month' } }, 'ok'],
  'sent.list': [{}, 'ok'],
  'sent.settle': [{ number: 99, state: 'withdrawn' }, 'usage'],
  'sent.billed': [{}, 'ok'],
  'memory.changes': [{ since: 'no moment' }, 'usage'],
  'memory.changed': [{ file: 99 }, 'usage'],
  'memory.figure': [{ measure: 'logged_hours' }, 'ok'],
  'memory.merges': [{}, 'ok'],
  'memory.record': [{ id: '7001' }, 'ok'],
  'reports.remove': [{ id: 'there is none' }, 'ok'],
  'reports.export': [{ file: sampleFile }, 'ok'],
  'names.recorded': [{}, 'ok'],
  'names.export': [{}, 'ok'],
  'checks.run': [{}, 'ok'],
  'question.leave': [{ ticket: 'nobody' }, 'ok'],
  'checks.findings': [{ check: 'amount-differs', columns: ['title'], limit: 3 }, 'ok'],
  'checks.people': [{}, 'ok'],
  'checks.review': [{ check: 'amount-differs', ids: ['1'], reviewed: true }, 'ok'],
  'checks.open': [{ id: '1' }, 'usage'],
  'checks.export': [{ check: 'amount-differs' }, 'ok'],
  'service.list': [{ limit: 2 }, 'ok'],
  'service.search': [{ limit: 2 }, 'ok'],
  'lookup.known': [{ numbers: ['1', '999999999999'] }, 'ok'],
  'lookup.run': [{ ids: ['1', '999999999999'] }, 'ok'],
  'export.run': [{ columns: ['title'], period: '2026-10' }, 'ok'],
  'export.report': [{ report: { measures: ['logged_hours'], groupBy: ['client'] } }, 'ok'],
  'export.overview': [{ name: 'Overview', parts: [{ title: 'Figures', report: { measures: ['records'] } }] }, 'ok'],
  'export.pack': [{ columns: ['title', 'total_minutes'], period: '2026-10' }, 'ok'],
  'export.picture': [{ name: 'Months', png: 'iVBORw0KGgo=' }, 'ok'],
  'export.verify': [{}, 'usage'],
  'export.cancel': [{}, 'ok'],
  'signing.state': [{}, 'ok'],
  'signing.create': [{}, 'signing-unavailable'],
  'signing.export': [{}, 'signing-unavailable'],
  'signing.forget': [{}, 'signing-unavailable'],
  'exports.list': [{}, 'ok'],
  'exports.save': [{ id: 'october', definition: sampleDefinition }, 'ok'],
  'exports.run': [{ definition: sampleDefinition }, 'ok'],
  'exports.export': [{ definition: sampleDefinition }, 'ok'],
  'exports.remove': [{ id: 'there is none' }, 'ok'],
  'names.list': [{}, 'ok'],
  'journal.state': [{}, 'ok'],
  'journal.mend': [{ from: 'copy' }, 'usage'],
  'names.keep': [{ owners: { '48213377': { name: 'Anna Keller', team: 'Audit', weeklyHours: '40' } } }, 'ok'],
};

export const methods = Object.keys(api) as Method[];

/** These empty the sample or leave it, so they come last. */
const lastly: readonly Method[] = ['data.rebuild', 'workspace.connect'];
export const order = methods.toSorted((a, b) => lastly.indexOf(a) - lastly.indexOf(b));
