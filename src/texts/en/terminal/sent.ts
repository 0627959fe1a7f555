/** What `sent` says. */
import { plural } from '../counts.ts';

export const sentCommandTexts = {
  whichFile: 'Name the file by its number: sent 12 --withdraw',
  oneState: '--withdraw and --left exclude each other',
  none: 'No file is remembered as sent: every export from now on is.',
  heads: {
    at: 'Written',
    who: 'By (not verified)',
    file: 'File',
    client: 'Client',
    period: 'Period',
    records: 'Records',
    state: 'State',
  },
  states: { intent: 'may have left', saved: 'saved', handed: 'handed over', withdrawn: 'withdrawn' },
  elsewhere: 'billed elsewhere',
  state: (
    state: string,
    bills: boolean,
    again: string | null,
    before: { readonly records: number; readonly file: string } | undefined,
  ) =>
    [
      state,
      ...(bills ? ['bills'] : []),
      ...(again === null ? [] : [`again: ${again}`]),
      ...(before ? [`${before.records} billed before by ${before.file}`] : []),
    ].join(', '),
  onlyElsewhere: 'a reason and a filter belong to --elsewhere, which marks records as billed by other means',
  noNumber: '--elsewhere marks records by a filter, not a file by its number',
  reasonMissing: 'say why: sent --elsewhere --reason "Invoice 12 on paper" --period 2026-09',
  marked: (records: number, number: number, billed: number) =>
    `${plural(records, 'record is', 'records are')} marked as billed elsewhere (take it back with: sent ${number} --withdraw).${billed === 0 ? '' : ` ${plural(billed, 'more was', 'more were')} billed already.`}`,
} as const;
