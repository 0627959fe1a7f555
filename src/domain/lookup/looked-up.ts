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

/** @param answer undefined: the service was not asked */
export function joinLookedUp(
  ids: readonly string[],
  held: readonly LookedUpRecord[],
  { answer, idProperty }: { readonly answer: ServiceAnswer | undefined; readonly idProperty: string },
): LookedUp {
  const rest = findRest(ids, held, idProperty);
  const found = [...held, ...(answer?.found ?? [])];
  if (!answer) return { found, missing: [], failed: [], open: rest, foundIds: ids.length - rest.length };
  const unanswered = new Set([...answer.missing, ...answer.failed.flatMap((each) => each.ids)]);
  const foundIds = ids.length - rest.filter((id) => unanswered.has(id)).length;
  return { found, missing: answer.missing, failed: answer.failed, open: [], foundIds };
}
