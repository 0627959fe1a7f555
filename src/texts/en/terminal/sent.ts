/** What `sent` says. */
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
} as const;
