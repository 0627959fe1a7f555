/** The ids that records and directory have, and what an id that a spreadsheet has damaged was: only where it holds every digit of one of them. Pure. */
import { objectOfKey, type Directory } from './directory.ts';
import type { NamedId } from './names-cell.ts';
import { PERSON } from './names-line.ts';

export interface KnownIds {
  /** Of an id as it stands there; several kinds may have the same. */
  readonly kinds: (id: string) => readonly string[];
}

export function collectKnownIds(recorded: Iterable<NamedId>, { owners, objects }: Directory): KnownIds {
  const kinds = new Map<string, string[]>();
  const add = (id: string, kind: string) => {
    const known = kinds.get(id);
    if (!known) kinds.set(id, [kind]);
    else if (!known.includes(kind)) known.push(kind);
  };
  for (const { kind, id } of recorded) add(id, kind);
  for (const id of Object.keys(owners)) add(id, PERSON);
  for (const key of Object.keys(objects)) {
    const { type, id } = objectOfKey(key);
    add(id, type);
  }
  return { kinds: (id) => kinds.get(id) ?? [] };
}

/** An id as a cell has it, or what it was; undefined: it is damaged, and none or several fit. */
export function restoreId(cell: string, isKnown: (id: string) => boolean): string | undefined {
  if (isKnown(cell) || /^\d+$/.test(cell)) return cell;
  const plain = cell.replaceAll(INVISIBLE, '').replaceAll(/^["'’‘´`\s]+|["'’‘´`\s]+$/g, '');
  const fits = [...new Set(readDamaged(plain))].filter(isKnown);
  if (fits.length === 1) return fits[0];
  return plain === cell && !isDamaged(cell) ? cell : undefined;
}

const INVISIBLE = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g;
const EXPONENT = /^(\d)(?:[.,](\d*))?E\+?(\d{1,2})$/i;
const THOUSANDS = /^\d{1,3}(?:([.,'’\s])\d{3})(?:\1\d{3})*$/;
const DECIMALS = /^(\d+)[.,]0+$/;

const isDamaged = (id: string) =>
  EXPONENT.test(id) || THOUSANDS.test(id) || DECIMALS.test(id) || /^[\d\s]*\d\s+\d[\d\s]*$/.test(id);

function readDamaged(id: string): readonly string[] {
  const [, first, more = '', exponent] = EXPONENT.exec(id) ?? [];
  if (first === undefined) return [id, DECIMALS.exec(id)?.[1] ?? id.replaceAll(/[.,'’\s](?=\d)/g, '')];
  const digits = first + more;
  // A rounded one may be of any record of the service, and only a part of them is here.
  return digits.length > Number(exponent) ? [digits.replace(/0+$/, '').padEnd(Number(exponent) + 1, '0')] : [];
}
