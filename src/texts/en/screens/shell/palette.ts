/** English for the command palette: what it finds beside screens and actions. */

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
