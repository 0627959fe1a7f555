/** What is known of looked-up ids, from this computer and from the service: each id is in exactly one place. Pure. */
import { RECORD_ID_PROPERTY } from '../properties.ts';

/** A record, wherever it came from. */
export interface LookedUpRecord {
  readonly id: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The service's answer for the ids that are not here. */
export interface ServiceAnswer {
  readonly found: readonly LookedUpRecord[];
  readonly missing: readonly string[];
  readonly failed: readonly { readonly ids: readonly string[]; readonly category: string; readonly message: string }[];
}

/** Numbers without leading zeros; keys whatever their case, as filters compare them. */
function toKey(id: string, idProperty: string): string {
  if (idProperty === RECORD_ID_PROPERTY) return id.trim().toLowerCase();
  return /^\d+$/.test(id) ? BigInt(id).toString() : id;
}

/** @returns the ids that none of the records has: only they are asked of the service. */
export function findRest(ids: readonly string[], held: readonly LookedUpRecord[], idProperty: string): string[] {
  const known = new Set(held.map((record) => toKey(idOf(record, idProperty), idProperty)));
  return ids.filter((id) => !known.has(toKey(id, idProperty)));
}

function idOf({ id, properties }: LookedUpRecord, idProperty: string): string {
  const value = idProperty === RECORD_ID_PROPERTY ? properties[RECORD_ID_PROPERTY] : id;
  return typeof value === 'string' ? value : id;
}

export interface LookedUp extends ServiceAnswer {
  /** Asked neither here nor there yet. */
  readonly open: readonly string[];
  /** How many of the asked ids are found: two records may have one key. */
  readonly foundIds: number;
}

/** Nothing was asked of the service yet. */
export const noAnswer: ServiceAnswer = { found: [], missing: [], failed: [] };

/** @returns what is known after ids were asked, once more or for the first time: of each the last that the service said. */
export function addAnswer(
  known: ServiceAnswer,
  asked: { readonly ids: readonly string[]; readonly answer: ServiceAnswer; readonly idProperty: string },
): ServiceAnswer {
  const keys = new Set(asked.ids.map((id) => toKey(id, asked.idProperty)));
  const before = narrow(known, asked.idProperty, (key) => !keys.has(key));
  return {
    found: [...before.found, ...asked.answer.found],
    missing: [...before.missing, ...asked.answer.missing],
    failed: [...before.failed, ...asked.answer.failed],
  };
}

function narrow(answer: ServiceAnswer, idProperty: string, isWanted: (key: string) => boolean): ServiceAnswer {
  const isWantedId = (id: string) => isWanted(toKey(id, idProperty));
  return {
    found: answer.found.filter((record) => isWantedId(idOf(record, idProperty))),
    missing: answer.missing.filter(isWantedId),
    failed: answer.failed
      .map((each) => ({ ...each, ids: each.ids.filter(isWantedId) }))
      .filter(({ ids }) => ids.length > 0),
  };
}

/** @param known of any ids: what the service said before */
export function joinLookedUp(
  ids: readonly string[],
  held: readonly LookedUpRecord[],
  { known, idProperty }: { readonly known: ServiceAnswer; readonly idProperty: string },
): LookedUp {
  const rest = findRest(ids, held, idProperty);
  const keys = new Set(rest.map((id) => toKey(id, idProperty)));
  const said = narrow(known, idProperty, (key) => keys.has(key));
  const unfound = new Set(
    [...said.missing, ...said.failed.flatMap((each) => each.ids)].map((id) => toKey(id, idProperty)),
  );
  const live = new Set(said.found.map((record) => toKey(idOf(record, idProperty), idProperty)));
  const isIn = (set: ReadonlySet<string>) => (id: string) => set.has(toKey(id, idProperty));
  const missingAndFailed = rest.filter(isIn(unfound));
  const open = rest.filter((id) => !isIn(unfound)(id) && !isIn(live)(id));
  return {
    ...said,
    found: [...held, ...said.found],
    open,
    foundIds: ids.length - missingAndFailed.length - open.length,
  };
}

/** @returns what is known of the ids of both kinds; a record that is found by both is listed once */
export function mergeLookedUp(one: LookedUp, other: LookedUp): LookedUp {
  const ids = new Set(one.found.map(({ id }) => id));
  return {
    found: [...one.found, ...other.found.filter(({ id }) => !ids.has(id))],
    missing: [...one.missing, ...other.missing],
    failed: [...one.failed, ...other.failed],
    open: [...one.open, ...other.open],
    foundIds: one.foundIds + other.foundIds,
  };
}

/** @returns what the next request would ask: what is not known, else, once more, what the service did not have */
export function chooseAsked({ open, failed, missing }: LookedUp): readonly string[] {
  const unknown = [...open, ...failed.flatMap(({ ids }) => ids)];
  return unknown.length > 0 ? unknown : missing;
}
