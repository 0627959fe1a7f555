/** English for People & clients: the table in which ids get their names. */
import { plural } from '../counts.ts';

export const peopleTexts = {
  shows: 'Names of',
  people: 'People',
  objects: 'Clients & objects',
  search: 'Find an id or a name',
  unnamedOnly: 'Only without a name',
  export: 'Export',
  exported: (file: string) => `Names written to ${file}`,
  kinds: {
    company: 'Company',
    contact: 'Contact',
    deal: 'Deal',
    ticket: 'Ticket',
    appointment: 'Appointment',
    course: 'Course',
    listing: 'Listing',
    service: 'Service',
    project: 'Project',
    other: 'Other',
  } as Readonly<Record<string, string>>,
  person: 'Person',
  heads: {
    kind: 'Kind',
    id: 'Id',
    hours: 'Logged hours',
    name: 'Name',
    team: 'Team',
    weekly_hours: 'Hours a week',
    active_from: 'Active from',
    active_to: 'Active to',
    absences: 'Days away',
    client: 'Client',
    currency: 'Currency',
  },
  examples: {
    name: 'Name',
    team: 'Team',
    weekly_hours: '40; 20 from 2026-10-01',
    active_from: '2026-01-15',
    active_to: '2026-12-31',
    absences: '2026-12-24..2026-12-31 holiday',
    client: 'Client',
    currency: 'EUR',
  } as Readonly<Record<string, string>>,
  from: (day: string) => ` from ${day}`,
  activeTo: (day: string) => `Active to ${day}`,
  setActiveTo: (name: string, day: string) =>
    `${name} is gone: set active to ${day}, and nothing is expected afterwards`,
  /** What a field is called by a screen reader. */
  field: (head: string, of: string) => `${head} of ${of}`,
  records: 'Records of this id',
  share: {
    people: (unnamed: string, all: string) => `${unnamed} of ${plural(all, 'person has', 'people have')} no name`,
    objects: (unnamed: string, all: string) => `${unnamed} of ${plural(all, 'object has', 'objects have')} no name`,
    hours: (unnamed: string, all: string) => `${unnamed} of ${all} h`,
    allPeople: (all: string) => `All ${plural(all, 'person has a name', 'people have names')}`,
    allObjects: (all: string) => `All ${plural(all, 'object has a name', 'objects have names')}`,
  },
  keys: 'Enter saves and goes down, Tab goes right, Esc takes back what was typed. An empty name removes the entry.',
  changing: 'Hours that changed have a line each: 40; 20 from 2026-10-01.',
  listed: (count: string) => plural(count, 'row', 'rows'),
  nearCurrency: (field: string, currency: string, inUse: string) =>
    `${field}: “${inUse}” differs from “${currency}” by case or blanks only. Not saved: choose “${inUse}”, or press Enter again for another currency.`,
  problem: (field: string, what: string) => `${field}: ${what}. Not saved: correct it, or press Esc.`,
  notKept: (field: string, what: string) => `${field} was not kept: ${what}.`,
  empty: 'No ids yet',
  emptyDetail: 'Ids of people and objects come with the records. Names can be pasted or dropped before that.',
  noneFound: 'Nothing matches',
  noneFoundDetail: 'No id, name, team or client has these words.',
  changed: (name: string) => `${name} saved`,
  removed: (name: string) => `${name} removed from the directory`,
  several: (count: string) => `${plural(count, 'name', 'names')} saved`,
};

// English for naming an id where it is shown.

export const namingTexts = {
  hint: (id: string) => `${id} has no name: click to name it`,
  title: (id: string) => `Who or what is ${id}?`,
  facts: (kind: string, hours: string, records: string) =>
    `${kind} · ${hours} h logged in ${plural(records, 'record', 'records')}`,
  problem: (what: string) => `Not saved: ${what}.`,
  save: 'Save',
};
