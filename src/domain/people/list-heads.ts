/** The words for the headers and kinds in lists of names, as used by CRMs, spreadsheets and HR tools in English, German, French and Dutch. */
import { peopleTexts } from '#texts/screens/people.ts';
import { nameColumns, nameKinds, type NameColumn } from './names-table.ts';
import { PERSON } from '../properties.ts';

/** The fields of a list's columns. The two parts of a name are joined, and so are hours and the day from which they are valid. */
export type ListField = NameColumn | 'first_name' | 'last_name' | 'hours_from';
export const listFields: readonly ListField[] = [...nameColumns, 'first_name', 'last_name', 'hours_from'];

/** Normalises a header: lower case without accents, with one space between words. */
export const toHeader = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim();

/** Headers of names of people, objects and companies. Unless the list is of companies, the last ones are headers of the client. */
const people =
  'full name, owner name, employee name, vollstandiger name, mitarbeitername, nom complet, volledige naam, employee, mitarbeiter, mitarbeiterin, collaborateur, salarie, medewerker, werknemer';
const objects =
  'deal name, project name, ticket name, projektname, nom de la transaction, nom de transaction, nom du projet, dealnaam, projectnaam, project, projekt, projet, deal';
const companies =
  'company name, unternehmensname, firmenname, nom de l entreprise, bedrijfsnaam, company, unternehmen, firma, entreprise, societe, bedrijf';

/** The more likely headers come first; of two matching columns, the one with the more likely header is read. */
const words: Readonly<Record<ListField, string>> = {
  id: 'owner id, record id, id, hubspot owner id, datensatz id, id de fiche, id de fiche d informations, hs object id, object id, objekt id, deal id, company id, project id, projekt id, id proprietaire, eigenaar id, besitzer id, crm id, hubspot id, user id, benutzer id, nutzer id, id utilisateur, gebruikers id, owner',
  kind: 'kind, type, object type, objekttyp, typ, art, type d objet, objecttype, soort',
  name: 'name, bezeichnung, nom, naam',
  first_name: 'first name, given name, vorname, prenom, voornaam',
  last_name: 'last name, surname, family name, nachname, familienname, nom de famille, achternaam',
  team: 'team, hubspot team, teams, department, abteilung, bereich, equipe, service, departement, afdeling',
  weekly_hours:
    'weekly hours, hours a week, hours per week, weekly, wochenstunden, stunden pro woche, wochenarbeitszeit, heures hebdomadaires, heures par semaine, uren per week, weekuren, contracturen',
  hours_from:
    'hours from, valid from, effective from, effective date, gultig ab, ab, valable a partir du, a partir du, geldig vanaf, vanaf',
  active_from:
    'active from, start date, hire date, start, from, eintrittsdatum, eintritt, date d entree, date d embauche, in dienst, datum in dienst',
  active_to:
    'active to, end date, termination date, end, to, austrittsdatum, austritt, date de sortie, uit dienst, datum uit dienst',
  absences: 'absences, absence',
  client:
    'client, customer, account name, associated company, kunde, zugehoriges unternehmen, entreprise associee, klant, gekoppeld bedrijf',
  currency: 'currency, deal currency code, wahrung, devise, valuta',
};

const rankWords = (list: string) => new Map(list.split(', ').map((word, rank) => [word, rank]));
const ranks = new Map(listFields.map((field) => [field, rankWords(words[field])]));
// The headers on screen are added, so that a table copied from it can be read back.
for (const field of nameColumns) {
  const known = ranks.get(field);
  for (const word of [field, peopleTexts.heads[field]].map(toHeader)) if (!known?.has(word)) known?.set(word, 0);
}
const [peopleRanks, objectRanks, companyRanks] = [people, objects, companies].map(rankWords);
/** Headers below which the month of a date may come first. */
const english = new Set(
  'hours from, valid from, effective from, effective date, active from, start date, hire date, start, from, active to, end date, termination date, end, to'.split(
    ', ',
  ),
);

/**
 * Ranks how likely a header is the field's, 0 being the likeliest; undefined if it is not one of its headers. @param kinds the kinds of the
 * list, if known
 */
export function rankHeader(field: ListField, header: string, kinds: ReadonlySet<string>): number | undefined {
  const hasOnly = (kind: string) => kinds.has(kind) && kinds.size === 1;
  const further =
    field === 'name'
      ? [
          kinds.size === 0 || kinds.has(PERSON) ? peopleRanks : undefined,
          hasOnly(PERSON) ? undefined : objectRanks,
          hasOnly('company') ? companyRanks : undefined,
        ]
      : [field === 'client' && !hasOnly('company') ? companyRanks : undefined];
  // A header that is specific to the kind of list takes precedence over a general one.
  const special = further.map((known) => known?.get(header)).find((rank) => rank !== undefined);
  const rank = ranks.get(field)?.get(header);
  return special === undefined ? rank : field === 'client' ? special + 100 : special - 100;
}

export const isKnownHeader = (header: string) =>
  [peopleRanks, objectRanks, companyRanks, ...ranks.values()].some((known) => known?.has(header) === true);
export const isEnglishHeader = (header: string) => english.has(header);
/** Returns whether the header, beside a column of first names, means the last name. */
export const isLastNameHeader = (header: string) => ['name', 'nom', 'naam'].includes(header);

const kinds = new Map<string, string>(nameKinds.map((kind) => [kind, kind]));
const otherKinds: Readonly<Record<string, string>> = {
  [PERSON]:
    'owner, user, mitarbeiter, benutzer, nutzer, besitzer, personne, collaborateur, utilisateur, proprietaire, persoon, medewerker, gebruikers, eigenaar',
  company: 'unternehmen, firma, entreprise, societe, bedrijf',
  contact: 'kontakt',
  deal: 'transaction, geschaft',
  project: 'projekt, projet',
  appointment: 'termin, rendez vous, afspraak',
  course: 'kurs, cours, cursus',
  other: 'sonstiges, autre, overig',
};
for (const [kind, list] of Object.entries(otherKinds)) for (const word of list.split(', ')) kinds.set(word, kind);

export const readKind = (text: string): string | undefined => kinds.get(toHeader(text));

/** Finds the kind of the lines by a header that only our own files have. */
export const readOwnKind = (header: string): string | undefined => (header === 'owner id' ? PERSON : undefined);

/** Finds the kind whose ids a header names; undefined if none. */
export const readIdKind = (header: string): string | undefined =>
  header.split(' ').flatMap((word) => kinds.get(word) ?? [])[0];

/** Returns whether the names below a header are of people or of objects; undefined if unclear. */
export const findNamedKind = (header: string): 'people' | 'objects' | undefined =>
  peopleRanks?.has(header) ? 'people' : objectRanks?.has(header) ? 'objects' : undefined;
