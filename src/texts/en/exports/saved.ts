/** English for exports that are saved and repeated, and for what files of one client are like. */

export const savedExportTexts = {
  /** Parts of sentences, without their full stop. */
  unknown: 'There is no such export any more: it was deleted meanwhile',
  emptyPack: 'A pack holds files of records, and none is empty: leave out that an empty one may be written',
  endsBefore: (name: string, asOf: string, to: string) =>
    `“${name}” is for days up to ${to}, and the records here were fetched on ${asOf}: refresh first`,
  notDue: (name: string, day: string) => `“${name}” is not due for ${day}: it was run meanwhile`,
};

export const clientProfileTexts = {
  twice: 'each client once',
  /** Parts of sentences, without their full stop. */
  internal: (client: string) =>
    `This definition would tell ${client} more than its profile allows: it is for internal use, and each run has to say so`,
  /** Follows the sentence before: how a run says so. */
  internalBy: {
    screen: ' (tick “For internal use”), or make it for a client',
    terminal: ' (--audience internal), or make it for a client',
  },
  rates: (client: string) =>
    `This export would tell ${client} more than its profile allows: leave out the rates, or allow them in Settings`,
};

/** What lists say of a saved export, on screen and in the terminal. */
export const savedExportWords = {
  rhythm: {
    none: 'no',
    month: (day: number) => `every month on day ${day}`,
    week: (weekday: string) => `every ${weekday}`,
  },
  records: 'Time logs',
  packs: { client: 'a file for each client', platform_owner_id: 'a file for each person' },
  report: 'Report',
  audiences: { internal: 'internal', client: 'client', profile: 'as its profile' },
  never: 'never',
  states: { complete: 'complete', partial: 'partial', empty: 'no records' },
} as const;
