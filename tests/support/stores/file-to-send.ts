/** A file as the register takes it, of which a test says what matters to it. */
import type { FileToSend } from '#electron/history/sent-register.ts';

const AT = '2026-11-02T08:00:00.000Z';

export const fileToSend: FileToSend = {
  at: AT,
  who: 'Dana Diaz',
  file: 'october.csv',
  path: null,
  sha256: '',
  format: 'csv',
  audience: 'internal',
  of: 'records',
  title: 'October',
  client: null,
  period: null,
  zone: 'UTC',
  filterGroups: [],
  query: '',
  records: 1,
  totals: {},
  currency: null,
  asOf: AT,
  complete: true,
  merge: 1,
  hasRecords: true,
  bills: false,
  again: null,
};
