/** What `sent` says. */
const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

export const sentCommandTexts = {
  whichFile: 'Name the file by its number: sent 12 --withdraw',
  oneState: '--withdraw and --left exclude each other',
  none: 'No file is remembered as sent: every export from now on is.',
  heads: {
    at: 'Written',
    who: 'By',
    file: 'File',
    client: 'Client',
    period: 'Period',
    records: 'Records',
    state: 'State',
  },
  states: { intent: 'may have left', saved: 'saved', handed: 'handed over', withdrawn: 'withdrawn' },
  state: (state: string, bills: boolean) => (bills ? `${state}, bills` : state),
  about: (file: string, at: string, who: string) => `${file}, written ${at} by ${who}, and today:`,
  same: (records: number) => `Nothing has changed in its ${plural(records, 'record', 'records')}.`,
  counts: ({ changed, moved, vanished, added }: Readonly<Record<'changed' | 'moved' | 'vanished' | 'added', number>>) =>
    `${plural(changed, 'record', 'records')} changed, ${moved} moved out of it, ${vanished} gone, ${added} would be in it now.`,
  kinds: {
    changed: 'changed',
    moved: 'moved out: its conditions do not select it any more',
    vanished: 'gone from the records here',
    added: 'not in the file, and would be in it today',
  },
  more: (shown: number, all: number) => `${shown} of ${all} are listed; --limit lists more.`,
  partial: 'Not every record is here, so what is gone may only be missing.',
} as const;
