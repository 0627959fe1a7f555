/** English for what the palette does at once: its verbs, as they are typed, and the action with its words filled in. */

export const commandTexts = {
  group: 'Do it',
  verbs: { export: ['export', 'download'], print: ['print'] },
  /** They join the words, and name nothing. */
  joining: ['of', 'for', 'the', 'from', 'in', 'and', 'a', 'an', 'as', 'report'],
  export: (what: string) => `Export ${what}…`,
  print: (what: string) => `Print ${what}`,
  /** @param of a person or a client; undefined: everything */
  records: (period: string, of: string | undefined) => (of === undefined ? period : `${period} of ${of}`),
  /** @param period undefined: its own */
  report: (name: string, period: string | undefined) => (period === undefined ? name : `${name}, ${period}`),
  exportDetail: 'Opens the export dialog with these choices; nothing is written yet',
  printDetail: 'Opens pages to print, as PDF',
  shareWords: ['share', 'send', 'mail', 'copy'],
  themeWords: ['theme', 'mode', 'appearance', 'colours'],
  formatWords: ['number format', 'date format', 'language'],
  writtenAs: (language: string) => `Numbers and dates as in ${language}`,
  printScreen: 'Print this screen',
} as const;

// English for the command palette: what it finds beside screens and actions.

export const paletteTexts = {
  /** What can be done on a screen, by name: it leads there. */
  doneThere: { exports: ['Check a file'] } as Readonly<Record<string, string[]>>,
  people: 'People',
  clients: 'Clients',
  objects: 'Objects',
  records: 'Records',
  /** Of a person or a client. */
  pageOf: (team: string | null) =>
    team === null ? 'Hours, rates, what is to check' : `${team} · hours, rates, what is to check`,
  objectOf: (type: string, id: string, client: string | null) =>
    [client, `${type} ${id}`].filter((part) => part !== null).join(' · '),
  search: (text: string) => `Search the records for “${text}”`,
  searchDetail: 'Title, description, category, service, person, client, object and ids, of all time',
  record: (id: string, title: string | null) => (title === null ? `Record ${id}` : `${id} · ${title}`),
  recordDetail: (person: string | null, month: string | null) =>
    [person, month?.slice(0, 7) ?? null].filter((part) => part !== null).join(' · '),
};
