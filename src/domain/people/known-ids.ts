/** The ids of records and directory. An id that a spreadsheet damaged is restored only where it holds every digit of one of them. Pure. */
import { parseObjectKey, type Directory } from './directory.ts';
import type { NamedId } from './names-cell.ts';
import { PERSON } from './names-line.ts';

export interface KnownIds {
  /** Lists the kinds that have the id exactly so; several may have the same. */
  readonly kinds: (id: string) => readonly string[];
}

export function collectKnownIds(recorded: Iterable<NamedId>, { owners, objects }: Directory): KnownIds {
  const kinds = new Map<string, string[]>();
  const add = (id: string, kind: string) => {
    const kindsOfId = kinds.get(id);
    if (!kindsOfId) kinds.set(id, [kind]);
    else if (!kindsOfId.includes(kind)) kindsOfId.push(kind);
  };
  for (const { kind, id } of recorded) add(id, kind);
  for (const id of Object.keys(owners)) add(id, PERSON);
  for (const key of Object.keys(objects)) {
    const { type, id } = parseObjectKey(key);
    add(id, type);
  }
  return { kinds: (id) => kinds.get(id) ?? [] };
}

/** Restores an id that a spreadsheet damaged; undefined where it is damaged and none or several fit. */
export function restoreId(cell: string, isKnown: (id: string) => boolean): string | undefined {
  if (isKnown(cell) || /^\d+$/.test(cell)) return cell;
  const plain = cell.replaceAll(INVISIBLE, '').replaceAll(/^["'’‘´`\s]+|["'’‘´`\s]+$/g, '');
  const matches = [...new Set(listRepairs(plain))].filter(isKnown);
  if (matches.length === 1) return matches[0];
  return plain === cell && !isDamaged(cell) ? cell : undefined;
}

const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;
const EXPONENT = /^(\d)(?:[.,](\d*))?E\+?(\d{1,2})$/i;
const THOUSANDS = /^\d{1,3}(?:([.,'’\s])\d{3})(?:\1\d{3})*$/;
const DECIMALS = /^(\d+)[.,]0+$/;

const isDamaged = (id: string) =>
  EXPONENT.test(id) || THOUSANDS.test(id) || DECIMALS.test(id) || /^[\d\s]*\d\s+\d[\d\s]*$/.test(id);

function listRepairs(id: string): readonly string[] {
  const [, first, more = '', exponent] = EXPONENT.exec(id) ?? [];
  if (first === undefined) return [id, DECIMALS.exec(id)?.[1] ?? id.replaceAll(/[.,'’\s](?=\d)/g, '')];
  const digits = first + more;
  // A rounded id may be of any record of the service, and only some of them are here.
  return digits.length > Number(exponent) ? [digits.replace(/0+$/, '').padEnd(Number(exponent) + 1, '0')] : [];
}
