/**
 * Sixty lists of names as CRMs, spreadsheets of four languages and HR tools write them, each with what it says, read by hand. They were
 * written before the reader, and are not to be tuned to it.
 */
import type { z } from 'zod';
import type { directorySchema } from '#domain/people/directory.ts';
import { writeSheets, type SheetCell } from './sheet-file.ts';

/** What the records on this computer have ids of, each with the title of one record. */
export const knownIds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  person: {
    '48213377': 'Kick-off Brightwater',
    '48213391': 'Review of the ledger',
    '48213402': 'Clôture mensuelle',
    '17304436966': 'Umsatzsteuer Q3',
    '17304436971': 'Payroll October',
  },
  deal: {
    '19120034501': 'Audit planning',
    '19120034517': 'Field work',
    '19120034522': 'Steuererklärung',
    '19120034538': 'Rapport annuel',
  },
  company: { '9034412201': 'Call with Brightwater', '9034412218': 'Visit', '9034412243': 'Mail' },
  project: { '30155500012': 'Sprint 1', '30155500029': 'Sprint 2' },
};

export interface NamesList {
  readonly name: string;
  readonly file: string;
  readonly bytes: Uint8Array;
  /** What is in the directory afterwards, where it was empty before. */
  readonly truth: Partial<z.input<typeof directorySchema>>;
  /** The one mapping a person gives where the list alone does not tell. */
  readonly map?: string;
  /** What all its lines are of, where the list alone does not tell. */
  readonly kind?: string;
  /** Ids, as they stand there, that are named and left out. */
  readonly leftOut?: readonly string[];
}

type Extra = Pick<NamesList, 'map' | 'kind' | 'leftOut'>;
const lists: NamesList[] = [];
const add = (name: string, file: string, bytes: Uint8Array, truth: NamesList['truth'], extra: Extra = {}) =>
  lists.push({ name, file, bytes, truth, ...extra });

const utf8 = (text: string) => Buffer.from(text, 'utf8');
const marked = (text: string) => utf8(`\uFEFF${text}`);
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const rows = (separator: string, lines: readonly (readonly string[])[], end = '\r\n') =>
  lines.map((cells) => cells.join(separator)).join(end) + end;
const sheet = (...lines: (readonly SheetCell[])[]) => writeSheets([{ name: 'Sheet1', rows: lines }]);
const number = (digits: string): SheetCell => ({ number: digits });

const anna = { '48213377': { name: 'Anna Keller', team: 'Tax' } };
const bo = { '48213391': { name: 'Bo Lindqvist', team: 'Audit' } };
const chloe = { '48213402': { name: 'Chloé Dubois', team: 'Tax' } };
const dirk = { '17304436966': { name: 'Dirk Müller', team: 'Audit' } };
const eva = { '17304436971': { name: 'Eva Novák', team: 'Advisory' } };
const five = { owners: { ...anna, ...bo, ...chloe, ...dirk, ...eva } };
const peopleRows = [
  ['48213377', 'Anna Keller', 'Tax'],
  ['48213391', 'Bo Lindqvist', 'Audit'],
  ['48213402', 'Chloé Dubois', 'Tax'],
  ['17304436966', 'Dirk Müller', 'Audit'],
  ['17304436971', 'Eva Novák', 'Advisory'],
];
const dealRows = [
  ['19120034501', 'Audit 2026', 'Brightwater GmbH'],
  ['19120034517', 'Tax return, 2025', 'Hafen Logistik'],
  ['19120034522', 'Steuern 2025', 'Müller & Söhne'],
];
const threeDeals = {
  objects: {
    'deal:19120034501': { name: 'Audit 2026', client: 'Brightwater GmbH' },
    'deal:19120034517': { name: 'Tax return, 2025', client: 'Hafen Logistik' },
    'deal:19120034522': { name: 'Steuern 2025', client: 'Müller & Söhne' },
  },
};
const quoted = (lines: readonly (readonly string[])[]) => lines.map((cells) => cells.map((cell) => `"${cell}"`));
const people = (separator: string, heads: readonly string[], end?: string) =>
  rows(separator, [heads, ...peopleRows], end);
const deals = (separator: string, heads: readonly string[]) => rows(separator, quoted([heads, ...dealRows]));

// As CRMs export them.
add(
  'CRM, owners, English',
  'hubspot-users.csv',
  utf8(
    rows(',', [
      ['Owner ID', 'First name', 'Last name', 'Email', 'Teams', 'Last active', 'Seat'],
      ['48213377', 'Anna', 'Keller', 'anna@firm.example', 'Tax', '2026-11-02', 'Core'],
      ['48213402', 'Chloé', 'Dubois', 'chloe@firm.example', 'Tax', '2026-11-03', 'Core'],
      ['17304436966', 'Dirk', 'Müller', 'dirk@firm.example', 'Audit', '', 'View-Only'],
    ]),
  ),
  { owners: { ...anna, ...chloe, ...dirk } },
);
add(
  'CRM, deals, English',
  'hubspot-crm-exports-all-deals.csv',
  marked(deals(',', ['Record ID', 'Deal Name', 'Associated Company'])),
  threeDeals,
);
add(
  'CRM, deals, tabs',
  'deals.tsv',
  utf8(rows('\t', [['Record ID', 'Deal Name', 'Associated Company'], ...dealRows])),
  threeDeals,
);
add(
  'CRM, deals, semicolons',
  'deals.csv',
  utf8(rows(';', [['Record ID', 'Deal Name', 'Associated Company'], ...dealRows])),
  threeDeals,
);
add(
  'CRM, deals, every usual column',
  'all-deals-2026-11-20.csv',
  utf8(
    rows(
      ',',
      quoted([
        [
          'Record ID',
          'Deal Name',
          'Deal Stage',
          'Close Date',
          'Deal owner',
          'Amount',
          'Currency',
          'HubSpot Team',
          'Associated Company IDs',
          'Associated Company',
          'Create Date',
        ],
        [
          '19120034501',
          'Audit 2026',
          'Closed won',
          '2026-03-31',
          'Anna Keller',
          '12000.50',
          'EUR',
          'Tax',
          '9034412201',
          'Brightwater GmbH',
          '2026-01-02 10:00',
        ],
        [
          '19120034517',
          'Tax return, 2025',
          'Open',
          '2026-06-30',
          'Bo Lindqvist',
          '8000',
          'EUR',
          'Audit',
          '9034412218',
          'Hafen Logistik',
          '2026-01-05 11:30',
        ],
        [
          '19120034538',
          'Rapport annuel',
          'Open',
          '2026-12-31',
          'Chloé Dubois',
          '9500',
          'CHF',
          'Tax',
          '9034412243',
          'Société Générale du Lac',
          '2026-02-05 09:00',
        ],
      ]),
    ),
  ),
  {
    objects: {
      'deal:19120034501': { name: 'Audit 2026', client: 'Brightwater GmbH', currency: 'EUR' },
      'deal:19120034517': { name: 'Tax return, 2025', client: 'Hafen Logistik', currency: 'EUR' },
      'deal:19120034538': { name: 'Rapport annuel', client: 'Société Générale du Lac', currency: 'CHF' },
    },
  },
);
add(
  'CRM, deals, half of them without records',
  'deals-all.csv',
  utf8(
    rows(
      ',',
      quoted([
        ['Record ID', 'Deal Name', 'Associated Company'],
        ...dealRows,
        ['19120099901', 'Never worked on', 'Nobody Ltd'],
        ['19120099918', 'Lost', 'Nobody Ltd'],
      ]),
    ),
  ),
  threeDeals,
  { leftOut: ['19120099901', '19120099918'] },
);
add(
  'CRM, deals, German',
  'hubspot-deals.csv',
  marked(deals(';', ['Datensatz-ID', 'Deal-Name', 'Zugehöriges Unternehmen'])),
  threeDeals,
);
add(
  'CRM, projects, German',
  'projekte.csv',
  utf8(
    rows(';', [
      ['Datensatz-ID', 'Projekt', 'Firma'],
      ['30155500012', 'Einführung ERP', 'Brightwater GmbH'],
      ['30155500029', 'Umzug', 'Hafen Logistik'],
    ]),
  ),
  {
    objects: {
      'project:30155500012': { name: 'Einführung ERP', client: 'Brightwater GmbH' },
      'project:30155500029': { name: 'Umzug', client: 'Hafen Logistik' },
    },
  },
);
add(
  'CRM, companies, English',
  'companies.csv',
  utf8(
    rows(
      ',',
      quoted([
        ['Record ID', 'Company name', 'Company owner', 'Phone Number', 'City', 'Industry'],
        ['9034412201', 'Brightwater GmbH', 'Anna Keller', '+49 30 1234567', 'Berlin', 'Water'],
        ['9034412218', 'Hafen Logistik', 'Bo Lindqvist', '+49 40 7654321', 'Hamburg', 'Transport'],
      ]),
    ),
  ),
  { objects: { 'company:9034412201': { name: 'Brightwater GmbH' }, 'company:9034412218': { name: 'Hafen Logistik' } } },
);
add(
  'CRM, companies, German',
  'unternehmen.csv',
  utf8(
    rows(';', [
      ['Datensatz-ID', 'Unternehmensname', 'Stadt', 'Land/Region'],
      ['9034412201', 'Brightwater GmbH', 'Berlin', 'DE'],
      ['9034412243', 'Größe & Söhne', 'Köln', 'DE'],
    ]),
  ),
  { objects: { 'company:9034412201': { name: 'Brightwater GmbH' }, 'company:9034412243': { name: 'Größe & Söhne' } } },
);
add(
  'CRM, deals, French',
  'transactions.csv',
  utf8(
    rows(
      ',',
      quoted([
        ['ID de fiche', 'Nom de la transaction', 'Entreprise associée', 'Montant'],
        ['19120034501', 'Audit 2026', 'Brightwater', '12 000,50'],
        ['19120034538', 'Rapport annuel', "L'Étoile", '9 500,00'],
      ]),
    ),
  ),
  {
    objects: {
      'deal:19120034501': { name: 'Audit 2026', client: 'Brightwater' },
      'deal:19120034538': { name: 'Rapport annuel', client: "L'Étoile" },
    },
  },
);
add(
  'CRM, deals, Dutch',
  'deals-nl.csv',
  utf8(
    rows(';', [
      ['Record-ID', 'Dealnaam', 'Gekoppeld bedrijf', 'Bedrag'],
      ['19120034501', 'Controle 2026', 'Brightwater BV', '12.000,50'],
      ['19120034517', 'Aangifte', 'Havens NV', '8.000,00'],
    ]),
  ),
  {
    objects: {
      'deal:19120034501': { name: 'Controle 2026', client: 'Brightwater BV' },
      'deal:19120034517': { name: 'Aangifte', client: 'Havens NV' },
    },
  },
);
add(
  'CRM, a kind for every line, French',
  'objets.csv',
  utf8(
    rows(';', [
      ['ID', 'Type', 'Nom', 'Client'],
      ['30155500012', 'Projet', 'Migration', 'Brightwater'],
      ['30155500029', 'Projet', 'Déménagement', 'Hafen'],
      ['19120034501', 'Transaction', 'Audit 2026', 'Brightwater'],
    ]),
  ),
  {
    objects: {
      'project:30155500012': { name: 'Migration', client: 'Brightwater' },
      'project:30155500029': { name: 'Déménagement', client: 'Hafen' },
      'deal:19120034501': { name: 'Audit 2026', client: 'Brightwater' },
    },
  },
);
add(
  'CRM, a kind for every line, German',
  'objekte.csv',
  utf8(
    rows(';', [
      ['Objekttyp', 'ID', 'Bezeichnung', 'Kunde'],
      ['Unternehmen', '9034412201', 'Brightwater GmbH', 'Brightwater GmbH'],
      ['Projekt', '30155500012', 'Einführung ERP', 'Brightwater GmbH'],
    ]),
  ),
  {
    objects: {
      'company:9034412201': { name: 'Brightwater GmbH', client: 'Brightwater GmbH' },
      'project:30155500012': { name: 'Einführung ERP', client: 'Brightwater GmbH' },
    },
  },
);
add(
  'CRM, a type that is no kind',
  'deals-by-type.csv',
  utf8(
    rows(',', [
      ['Record ID', 'Deal Type', 'Deal Name'],
      ['19120034501', 'New Business', 'Audit 2026'],
      ['19120034517', 'Existing Business', 'Tax return'],
      ['19120034522', 'New Business', 'Steuern 2025'],
    ]),
  ),
  {
    objects: {
      'deal:19120034501': { name: 'Audit 2026' },
      'deal:19120034517': { name: 'Tax return' },
      'deal:19120034522': { name: 'Steuern 2025' },
    },
  },
);
add(
  'CRM, deals with the ids of their owners',
  'deals-owners.csv',
  utf8(
    rows(',', [
      ['Deal owner ID', 'Record ID', 'Deal Name'],
      ['48213377', '19120034501', 'Audit 2026'],
      ['48213391', '19120034517', 'Tax return'],
      ['48213402', '19120034522', 'Steuern 2025'],
    ]),
  ),
  {
    objects: {
      'deal:19120034501': { name: 'Audit 2026' },
      'deal:19120034517': { name: 'Tax return' },
      'deal:19120034522': { name: 'Steuern 2025' },
    },
  },
);

// As Excel saves a list as CSV or text, in four locales.
add(
  'Excel, English, CSV',
  'people.csv',
  latin1(people(',', ['Owner ID', 'Full name', 'Team']).replace('Novák', 'Nov\u00e1k')),
  five,
);
add('Excel, German, CSV', 'Mitarbeiter.csv', latin1(people(';', ['Benutzer-ID', 'Mitarbeiter', 'Abteilung'])), five);
add(
  'Excel, French, CSV',
  'collaborateurs.csv',
  latin1(people(';', ['ID utilisateur', 'Collaborateur', 'Équipe'])),
  five,
);
add('Excel, Dutch, CSV', 'medewerkers.csv', latin1(people(';', ['Gebruikers-ID', 'Medewerker', 'Afdeling'])), five);
add(
  'Excel, German, with the euro sign of Windows',
  'honorar.csv',
  Buffer.concat([
    latin1('Benutzer-ID;Mitarbeiter;Abteilung;Satz\r\n48213377;Anna Keller;Tax;120 '),
    Buffer.from([0x80]),
    latin1('\r\n48213402;Chlo\u00e9 Dubois;Tax;95 '),
    Buffer.from([0x80, 0x0d, 0x0a]),
  ]),
  { owners: { ...anna, ...chloe } },
);
add('Excel, CSV UTF-8', 'Mitarbeiter-utf8.csv', marked(people(';', ['Benutzer-ID', 'Mitarbeiter', 'Abteilung'])), five);
add('Excel, Unicode text', 'people.txt', utf16(`\uFEFF${people('\t', ['Owner ID', 'Full name', 'Team'])}`), five);
add(
  'Excel, Unicode text without its mark',
  'people-nomark.txt',
  utf16(people('\t', ['Owner ID', 'Full name', 'Team'])),
  five,
);
add(
  'Excel, Unicode text, big end first',
  'people-be.txt',
  Buffer.from(utf16(`\uFEFF${people('\t', ['Owner ID', 'Full name', 'Team'])}`)).swap16(),
  five,
);
add(
  'Excel, the separator said above',
  'people-sep.csv',
  latin1(`sep=;\r\n${people(';', ['Owner ID', 'Full name', 'Team'])}`),
  five,
);
add('Excel, old Mac line ends', 'people-mac.csv', utf8(people(',', ['Owner ID', 'Full name', 'Team'], '\r')), five);
add(
  'Excel, commas within semicolons',
  'komma.csv',
  utf8(
    rows(';', [
      ['Benutzer-ID', 'Name', 'Abteilung', 'Wochenstunden'],
      ['48213377', 'Keller, Anna', 'Tax', '38,5'],
      ['48213391', 'Lindqvist, Bo', 'Audit', '40'],
      ['48213402', 'Dubois, Chloé', 'Tax', '32,25'],
    ]),
  ),
  {
    owners: {
      '48213377': { name: 'Keller, Anna', team: 'Tax', weeklyHours: '38.5' },
      '48213391': { name: 'Lindqvist, Bo', team: 'Audit', weeklyHours: '40' },
      '48213402': { name: 'Dubois, Chloé', team: 'Tax', weeklyHours: '32.25' },
    },
  },
);
add(
  'Excel, ids as it shows them',
  'gerundet.csv',
  utf8(
    rows(';', [
      ['Benutzer-ID', 'Name'],
      ['48213377', 'Anna Keller'],
      ['1,73044E+10', 'Dirk Müller'],
      ['48213402', 'Chloé Dubois'],
    ]),
  ),
  { owners: { '48213377': { name: 'Anna Keller' }, '48213402': { name: 'Chloé Dubois' } } },
  { leftOut: ['1,73044E+10'] },
);
add(
  'Excel, rounded ids that only one fits',
  'rounded.csv',
  utf8(
    rows(',', [
      ['Record ID', 'Company name'],
      ['9.03441220E+09', 'Brightwater GmbH'],
      ['9.03441222E+09', 'Hafen Logistik'],
      ['9034412243', 'Größe & Söhne'],
    ]),
  ),
  {
    objects: {
      'company:9034412243': { name: 'Größe & Söhne' },
    },
  },
  { leftOut: ['9.03441220E+09', '9.03441222E+09'] },
);
add(
  'Excel, ids with thousands',
  'thousands.csv',
  utf8(
    rows(',', [
      ['Owner ID', 'Full name'],
      ['"48,213,377"', 'Anna Keller'],
      ['"17,304,436,966"', 'Dirk Müller'],
      ['"17,304,436,999"', 'Nobody here'],
    ]),
  ),
  { owners: { '48213377': { name: 'Anna Keller' }, '17304436966': { name: 'Dirk Müller' } } },
  { leftOut: ['17,304,436,999'] },
);
add(
  'Excel, German thousands',
  'tausender.csv',
  utf8(
    rows(';', [
      ['Benutzer-ID', 'Name'],
      ['48.213.377', 'Anna Keller'],
      ['17.304.436.966', 'Dirk Müller'],
    ]),
  ),
  { owners: { '48213377': { name: 'Anna Keller' }, '17304436966': { name: 'Dirk Müller' } } },
);
add(
  'Excel, French thousands',
  'milliers.csv',
  utf8(
    rows(';', [
      ['ID utilisateur', 'Nom'],
      ['48\u202F213\u202F377', 'Anna Keller'],
      ['17\u00A0304\u00A0436\u00A0966', 'Dirk Müller'],
    ]),
  ),
  { owners: { '48213377': { name: 'Anna Keller' }, '17304436966': { name: 'Dirk Müller' } } },
);
add(
  'Excel, ids with an apostrophe before them',
  'apostrophe.csv',
  utf8(
    rows(',', [
      ['owner_id', 'name'],
      ["'48213377", 'Anna Keller'],
      ["'17304436966", 'Dirk Müller'],
      ["'48299999", 'Nobody here'],
    ]),
  ),
  { owners: { '48213377': { name: 'Anna Keller' }, '17304436966': { name: 'Dirk Müller' } } },
  { leftOut: ["'48299999"] },
);
add(
  'Excel, ids in quotation marks with blanks',
  'blanks.csv',
  utf8(
    rows(',', [
      ['Owner ID', 'Full name'],
      ['"\u00A048213377 "', 'Anna Keller'],
      ['" 17304436966\u00A0"', 'Dirk Müller'],
    ]),
  ),
  { owners: { '48213377': { name: 'Anna Keller' }, '17304436966': { name: 'Dirk Müller' } } },
);
add(
  'Excel, ids as formulas of text',
  'formula.csv',
  utf8(
    rows(';', [
      ['Owner ID', 'Full name'],
      ['="48213377"', 'Anna Keller'],
      ['="17304436966"', 'Dirk Müller'],
    ]),
  ),
  { owners: { '48213377': { name: 'Anna Keller' }, '17304436966': { name: 'Dirk Müller' } } },
);

add(
  'Excel, line breaks within cells',
  'broken-lines.csv',
  marked('Owner ID;"Full\nname";Note\r\n48213377;Anna Keller;"Part time,\nsince May"\r\n48213391;Bo Lindqvist;\r\n'),
  { owners: { '48213377': { name: 'Anna Keller' }, '48213391': { name: 'Bo Lindqvist' } } },
);

// As LibreOffice and Google Sheets write them.
add(
  'LibreOffice, every text quoted',
  'personen.csv',
  utf8(rows(';', quoted([['Owner ID', 'Name', 'Team'], ...peopleRows]), '\n')),
  five,
);
add(
  'LibreOffice, Latin-1 and tabs',
  'personen.tsv',
  latin1(rows('\t', [['Owner ID', 'Name', 'Team'], ...peopleRows], '\n')),
  five,
);
add(
  'LibreOffice, a bar between',
  'personen.psv',
  utf8(rows('|', [['Owner ID', 'Name', 'Team'], ...peopleRows], '\n')),
  five,
);
add('Google Sheets, CSV', 'People - Sheet1.csv', utf8(people(',', ['Owner ID', 'Name', 'Team'], '\n').trimEnd()), five);
add(
  'Google Sheets, with empty columns and lines',
  'People - Sheet2.csv',
  utf8('Owner ID,Name,,Team,\n48213377,Anna Keller,,Tax,\n,,,,\n48213391,Bo Lindqvist,,Audit,\n,,,,\n'),
  { owners: { ...anna, ...bo } },
);
add('Google Sheets, TSV', 'People - Sheet1.tsv', utf8(people('\t', ['Owner ID', 'Name', 'Team'], '\n')), five);

// As HR tools write them.
const personio = [
  [
    'Personalnummer',
    'Nachname',
    'Vorname',
    'Status',
    'Abteilung',
    'Wochenstunden',
    'Eintrittsdatum',
    'Austrittsdatum',
    'HubSpot Owner ID',
  ],
  ['1001', 'Keller', 'Anna', 'aktiv', 'Tax', '38,5', '01.03.2019', '', '48213377'],
  ['1002', 'Lindqvist', 'Bo', 'aktiv', 'Audit', '40', '15.11.2021', '31.12.2026', '48213391'],
  ['1003', 'Dubois', 'Chloé', 'aktiv', 'Tax', '20', '01.02.2024', '', '48213402'],
];
const hired = {
  owners: {
    '48213377': { name: 'Anna Keller', team: 'Tax', weeklyHours: '38.5', activeFrom: '2019-03-01' },
    '48213391': {
      name: 'Bo Lindqvist',
      team: 'Audit',
      weeklyHours: '40',
      activeFrom: '2021-11-15',
      activeTo: '2026-12-31',
    },
    '48213402': { name: 'Chloé Dubois', team: 'Tax', weeklyHours: '20', activeFrom: '2024-02-01' },
  },
};
add('HR, German', 'personio.csv', utf8(rows(';', personio)), hired);
add(
  'HR, a staff number that no record has',
  'staff.csv',
  utf8(
    rows(';', [
      ['Personalnummer', 'Name', 'Abteilung'],
      ['1001', 'Anna Keller', 'Tax'],
      ['1002', 'Bo Lindqvist', 'Audit'],
    ]),
  ),
  {},
  { kind: 'person', map: 'Personalnummer=none', leftOut: [] },
);
add(
  'HR, English, dates of the United States',
  'bamboo.csv',
  utf8(
    rows(',', [
      [
        'Employee #',
        'First Name',
        'Last Name',
        'Department',
        'Weekly hours',
        'Hire Date',
        'Termination Date',
        'Owner ID',
      ],
      ['17', 'Anna', 'Keller', 'Tax', '38.5', '03/01/2019', '', '48213377'],
      ['18', 'Bo', 'Lindqvist', 'Audit', '40', '11/15/2021', '12/31/2026', '48213391'],
      ['19', 'Chloé', 'Dubois', 'Tax', '20', '02/01/2024', '', '48213402'],
    ]),
  ),
  hired,
);
add(
  'HR, English, days before months',
  'uk.csv',
  utf8(
    rows(',', [
      ['Owner ID', 'Full name', 'Team', 'Hours per week', 'Start date', 'End date'],
      ['48213377', 'Anna Keller', 'Tax', '38.5', '01/03/2019', ''],
      ['48213391', 'Bo Lindqvist', 'Audit', '40', '15/11/2021', '31/12/2026'],
      ['48213402', 'Chloé Dubois', 'Tax', '20', '01/02/2024', ''],
    ]),
  ),
  hired,
);
add(
  'HR, English, dates that may be either',
  'either.csv',
  utf8(
    rows(',', [
      ['Owner ID', 'Full name', 'Start date'],
      ['48213377', 'Anna Keller', '03/01/2019'],
      ['48213391', 'Bo Lindqvist', '02/11/2021'],
    ]),
  ),
  { owners: { '48213377': { name: 'Anna Keller' }, '48213391': { name: 'Bo Lindqvist' } } },
  { map: 'Start date=none' },
);
add(
  'HR, French',
  'lucca.csv',
  latin1(
    rows(';', [
      [
        'Matricule',
        'Nom',
        'Prénom',
        'Service',
        'Heures hebdomadaires',
        "Date d'entrée",
        'Date de sortie',
        'ID propriétaire',
      ],
      ['1001', 'Keller', 'Anna', 'Tax', '38,5', '01/03/2019', '', '48213377'],
      ['1002', 'Lindqvist', 'Bo', 'Audit', '40', '15/11/2021', '31/12/2026', '48213391'],
      ['1003', 'Dubois', 'Chloé', 'Tax', '20', '01/02/2024', '', '48213402'],
    ]),
  ),
  hired,
);
add(
  'HR, Dutch',
  'afas.csv',
  utf8(
    rows(';', [
      [
        'Personeelsnummer',
        'Voornaam',
        'Achternaam',
        'Afdeling',
        'Uren per week',
        'In dienst',
        'Uit dienst',
        'Eigenaar-ID',
      ],
      ['1001', 'Anna', 'Keller', 'Tax', '38,5', '01-03-2019', '', '48213377'],
      ['1002', 'Bo', 'Lindqvist', 'Audit', '40', '15-11-2021', '31-12-2026', '48213391'],
      ['1003', 'Chloé', 'Dubois', 'Tax', '20', '01-02-2024', '', '48213402'],
    ]),
  ),
  hired,
);
add(
  'HR, a title above and a sum below',
  'bericht.csv',
  utf8(
    [
      'Mitarbeiterliste;;;',
      'Stand 20.11.2026;;;',
      ';;;',
      'Benutzer-ID;Mitarbeiter;Abteilung;Wochenstunden',
      '48213377;Anna Keller;Tax;38,5 Std.',
      '48213391;Bo Lindqvist;Audit;40 Std.',
      ';;Summe;78,5 Std.',
      '',
    ].join('\r\n'),
  ),
  {
    owners: {
      '48213377': { ...anna['48213377'], weeklyHours: '38.5' },
      '48213391': { ...bo['48213391'], weeklyHours: '40' },
    },
  },
);
add('HR, heads of its own', 'odd-heads.csv', utf8(rows(',', [['Key', 'Who', 'Where'], ...peopleRows])), five, {
  map: 'Key=id,Who=name,Where=team',
});

// Without heads.
add(
  'No heads, ids and names',
  'plain.csv',
  utf8(
    rows(',', [
      ['48213377', 'Anna Keller'],
      ['48213391', 'Bo Lindqvist'],
      ['48213402', 'Chloé Dubois'],
    ]),
  ),
  {
    owners: {
      '48213377': { name: 'Anna Keller' },
      '48213391': { name: 'Bo Lindqvist' },
      '48213402': { name: 'Chloé Dubois' },
    },
  },
);
add('No heads, names first, tabs', 'pasted.txt', utf8('Audit 2026\t19120034501\nSteuern 2025\t19120034522\n'), {
  objects: { 'deal:19120034501': { name: 'Audit 2026' }, 'deal:19120034522': { name: 'Steuern 2025' } },
});
add(
  'No heads, two columns of words',
  'two-words.csv',
  utf8(
    rows(';', [
      ['19120034501', 'Audit 2026', 'Brightwater GmbH'],
      ['19120034522', 'Steuern 2025', 'Müller & Söhne'],
    ]),
  ),
  {
    objects: {
      'deal:19120034501': { name: 'Audit 2026', client: 'Brightwater GmbH' },
      'deal:19120034522': { name: 'Steuern 2025', client: 'Müller & Söhne' },
    },
  },
  { map: '1=id,2=name,3=client' },
);

// As workbooks.
add(
  'Workbook, Excel',
  'people.xlsx',
  sheet(
    ['Owner ID', 'Full name', 'Team', 'Weekly hours', 'Start date'],
    [number('48213377'), 'Anna Keller', 'Tax', number('38.5'), { serial: 43_525 }],
    [number('48213391'), 'Bo Lindqvist', 'Audit', number('40'), { serial: 44_515 }],
  ),
  {
    owners: {
      '48213377': { ...anna['48213377'], weeklyHours: '38.5', activeFrom: '2019-03-01' },
      '48213391': { ...bo['48213391'], weeklyHours: '40', activeFrom: '2021-11-15' },
    },
  },
);
add(
  'Workbook, numbers with exponents',
  'poi.xlsx',
  sheet(
    ['Owner ID', 'Full name'],
    [number('4.8213377E7'), 'Anna Keller'],
    [number('1.7304436966E10'), 'Dirk Müller'],
    [number('1.7304436999E10'), 'Nobody here'],
  ),
  { owners: { '48213377': { name: 'Anna Keller' }, '17304436966': { name: 'Dirk Müller' } } },
  { leftOut: ['1.7304436999E10'] },
);
add(
  'Workbook, the list on its second sheet',
  'second.xlsx',
  writeSheets([
    { name: 'Read me', rows: [['This list is kept by the office.'], ['Do not change it.']] },
    { name: 'People', rows: [['Owner ID', 'Name', 'Team'], ...peopleRows] },
  ]),
  five,
);
add(
  'Workbook, hidden ids, a title above',
  'hidden.xlsx',
  writeSheets([
    {
      name: 'Deals',
      hidden: [0],
      rows: [
        ['', 'Open deals'],
        ['', ''],
        ['Record ID', 'Deal Name', 'Stage', 'Associated Company'],
        ['19120034501', 'Audit 2026', 'Open', 'Brightwater GmbH'],
        ['19120034522', 'Steuern 2025', 'Won', 'Müller & Söhne'],
      ],
    },
  ]),
  {
    objects: {
      'deal:19120034501': { name: 'Audit 2026', client: 'Brightwater GmbH' },
      'deal:19120034522': { name: 'Steuern 2025', client: 'Müller & Söhne' },
    },
  },
);
add(
  'Workbook, a lookup that failed',
  'lookup.xlsx',
  sheet(
    ['Owner ID', 'Name', 'Manager'],
    [number('48213377'), 'Anna Keller', { error: '#N/A' }],
    [number('48213391'), 'Bo Lindqvist', 'Anna Keller'],
  ),
  { owners: { '48213377': { name: 'Anna Keller' }, '48213391': { name: 'Bo Lindqvist' } } },
);

export const namesLists: readonly NamesList[] = lists;
