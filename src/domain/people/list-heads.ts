/**
 * What the heads of a list of names are called, and its kinds: as CRMs, spreadsheets and HR tools say them in English, German, French and
 * Dutch.
 */
import { peopleTexts } from '#texts/screens/people.ts';
import { nameColumns, nameKinds, type NameColumn } from './names-table.ts';
import { PERSON } from '../properties.ts';

/** A column of a list holds one of these fields; the two parts of a name become one, and so do hours and the day from which they hold. */
export type ListField = NameColumn | 'first_name' | 'last_name' | 'hours_from';
export const listFields: readonly ListField[] = [...nameColumns, 'first_name', 'last_name', 'hours_from'];

/** Writes small letters without accents, and one space for whatever stands between words. */
export const toHead = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim();

/** These heads name people, objects and companies; in a list of anything but companies, the last of them name the client. */
const people =
  'full name, owner name, employee name, vollstandiger name, mitarbeitername, nom complet, volledige naam, employee, mitarbeiter, mitarbeiterin, collaborateur, salarie, medewerker, werknemer';
const objects =
  'deal name, project name, ticket name, projektname, nom de la transaction, nom de transaction, nom du projet, dealnaam, projectnaam, project, projekt, projet, deal';
const companies =
  'company name, unternehmensname, firmenname, nom de l entreprise, bedrijfsnaam, company, unternehmen, firma, entreprise, societe, bedrijf';

/** The likelier heads come first: of two columns, that one is read. */
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
// The heads that the screen shows are known too, so that a table copied from it can be read back.
for (const field of nameColumns) {
  const known = ranks.get(field);
  for (const word of [field, peopleTexts.heads[field]].map(toHead)) if (!known?.has(word)) known?.set(word, 0);
}
const [peopleRanks, objectRanks, companyRanks] = [people, objects, companies].map(rankWords);
/** Below one of these heads a date may be written month first as well. */
const english = new Set(
  'hours from, valid from, effective from, effective date, active from, start date, hire date, start, from, active to, end date, termination date, end, to'.split(
    ', ',
  ),
);

/**
 * Ranks how likely a head is the field's, 0 the likeliest; undefined where it is none of its heads. @param kinds the kinds of the list,
 * where they are known
 */
export function rankHead(field: ListField, head: string, kinds: ReadonlySet<string>): number | undefined {
  const hasOnly = (kind: string) => kinds.has(kind) && kinds.size === 1;
  const further =
    field === 'name'
      ? [
          kinds.size === 0 || kinds.has(PERSON) ? peopleRanks : undefined,
          hasOnly(PERSON) ? undefined : objectRanks,
          hasOnly('company') ? companyRanks : undefined,
        ]
      : [field === 'client' && !hasOnly('company') ? companyRanks : undefined];
  // A head of that kind of list says more than one of any list.
  const special = further.map((known) => known?.get(head)).find((rank) => rank !== undefined);
  const rank = ranks.get(field)?.get(head);
  return special === undefined ? rank : field === 'client' ? special + 100 : special - 100;
}

export const isKnownHead = (head: string) =>
  [peopleRanks, objectRanks, companyRanks, ...ranks.values()].some((known) => known?.has(head) === true);
export const isEnglishHead = (head: string) => english.has(head);
/** Beside a first name, such a head means the last name. */
export const isLastNameBesideFirst = (head: string) => ['name', 'nom', 'naam'].includes(head);

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

export const readKind = (text: string): string | undefined => kinds.get(toHead(text));

/** In a file of our own, this head says what the lines are of. */
export const readOwnKind = (head: string): string | undefined => (head === 'owner id' ? PERSON : undefined);

/** Finds the kind whose ids a head names; undefined where it names none. */
export const readIdKind = (head: string): string | undefined =>
  head.split(' ').flatMap((word) => kinds.get(word) ?? [])[0];

/** Tells whether names below a head are of people or of objects; undefined where it does not say. */
export const findNamedKind = (head: string): 'people' | 'objects' | undefined =>
  peopleRanks?.has(head) ? 'people' : objectRanks?.has(head) ? 'objects' : undefined;
