/** English of the keyboard map and of the commands. */

interface KeyText {
  readonly press: readonly string[];
  readonly does: string;
}

interface KeyGroup {
  readonly title: string;
  readonly keys: readonly KeyText[];
}

const groups: readonly KeyGroup[] = [
  {
    title: 'Everywhere',
    keys: [
      { press: ['Ctrl K'], does: 'Commands: every screen, report and action by name' },
      { press: ['Ctrl P'], does: 'Print what is open' },
      { press: ['T'], does: 'To the table of a screen; so does its first stop, Tab Enter' },
      { press: ['/'], does: 'To the search of a screen' },
      { press: ['F'], does: 'Add a filter' },
      { press: ['N'], does: 'On a line with a bare id: name it' },
      { press: ['P'], does: 'On a person or a client in a table: open the page' },
      { press: ['Ctrl Z'], does: 'Take the last step back: of a report, a name, the pins' },
      { press: ['Esc'], does: 'Close what is open' },
      { press: ['?'], does: 'These keys' },
    ],
  },
  {
    title: 'In a table of figures',
    keys: [
      { press: ['↑', '↓', '←', '→'], does: 'Move between figures' },
      { press: ['Home', 'End'], does: 'First and last figure of the line' },
      { press: ['Page ↑', 'Page ↓'], does: 'A page up or down' },
      { press: ['Ctrl ↑', 'Ctrl ↓', 'Ctrl Home', 'Ctrl End'], does: 'To the edges of the table' },
      { press: ['Enter'], does: 'Explain the figure' },
    ],
  },
  {
    title: 'Reports',
    keys: [
      { press: ['Enter'], does: 'On a head order by it, on a group fold or open it' },
      { press: ['Ctrl C'], does: 'Copy the exact figure' },
      { press: ['Alt ←', 'Alt →'], does: 'On a head: make its column narrower or wider' },
      { press: ['B'], does: 'Break a line down by another group' },
      { press: ['Del'], does: 'Close the parts of a line' },
    ],
  },
  {
    title: 'Filters',
    keys: [
      { press: ['Ctrl Z'], does: 'In the bar: take the last change of the filters back' },
      { press: ['Ctrl Y', 'Ctrl Shift Z'], does: 'In the bar: make it again' },
      { press: ['Ctrl V'], does: 'In the bar: take over filters copied as JSON' },
      { press: ['Alt ↑', 'Alt ↓'], does: 'On a chip: move it to the alternative above or below' },
    ],
  },
  {
    title: 'Records',
    keys: [
      { press: ['↑', '↓', '←', '→'], does: 'Move between cells' },
      { press: ['Shift'], does: 'With these: select' },
      { press: ['C'], does: 'Choose the columns' },
      { press: ['S', 'Shift S'], does: 'Order by the column; within the order there is' },
      { press: ['Ctrl A'], does: 'Select all' },
      { press: ['Ctrl C'], does: 'Copy what is selected, with heads' },
      { press: ['Page ↑', 'Page ↓', 'Ctrl Home', 'Ctrl End'], does: 'A page on, first and last record' },
      { press: ['Enter'], does: 'Open the record' },
      { press: ['Alt ↑', 'Alt ↓'], does: 'In an open record: the one before, the next' },
      { press: ['H'], does: 'In an open record: to the button for its history' },
    ],
  },
  {
    title: 'People & clients',
    keys: [
      { press: ['Enter', 'Shift Enter'], does: 'Save the cell and go to the next one, the one before' },
      { press: ['↑', '↓'], does: 'Move between lines' },
      { press: ['Esc'], does: 'Reset the cell; from one that is as it was, leave the table' },
    ],
  },
  {
    title: 'To check',
    keys: [
      { press: ['J', 'K'], does: 'Next and previous finding, from anywhere' },
      { press: ['X', 'Space'], does: 'Select it' },
      { press: ['R'], does: 'Mark as reviewed, or back to open' },
      { press: ['U'], does: 'Take the last mark back' },
      { press: ['Enter'], does: 'Open the record' },
    ],
  },
  {
    title: 'Data',
    keys: [{ press: ['←', '→', 'Home', 'End'], does: 'Move between months' }],
  },
  {
    title: 'In a chart',
    keys: [
      { press: ['↑', '↓', '←', '→'], does: 'Move between marks' },
      { press: ['Home', 'End'], does: 'First and last mark' },
      { press: ['Enter'], does: 'Explain the mark' },
      { press: ['Esc'], does: 'Leave' },
    ],
  },
];

export const keyboardTexts = {
  title: 'Keys',
  command: 'Keys',
  commandDetail: 'Every key and what it does',
  groups,
} as const;

// English for what the palette does at once: its verbs, as they are typed, and the action with its words filled in.

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
