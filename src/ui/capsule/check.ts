/** Checks a capsule by itself: that its frame and its data are those that were sealed, and that its columns add up to what it says. */
import { splitSeal, type CapsuleData } from '../../domain/exports/capsule.ts';
import { startSums } from '../../domain/exports/sums.ts';
import { formatUnits, toUnits } from '../../domain/decimal.ts';
import type { ColumnSums } from '../../domain/exports/model.ts';
import { startSha256 } from './sha256.ts';

export interface Sealing {
  /** Undefined: it has none that could be read. */
  readonly seal: string | undefined;
  readonly isUntouched: boolean;
}

const PIECE = 1 << 20;

/**
 * @param frame the page's markup without its data, in ASCII
 * @param rest lets the page breathe between pieces of a long text
 */
export async function checkSeal(frame: string, text: string, rest: () => Promise<void>): Promise<Sealing> {
  const split = splitSeal(text);
  if (!split) return { seal: undefined, isUntouched: false };
  const hashing = startSha256();
  let isPlain = hashing.add(frame);
  for (let at = 0; at < split.body.length; at += PIECE) {
    isPlain = hashing.add(split.body.slice(at, at + PIECE)) && isPlain;
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other
    if (at > 0) await rest();
  }
  return { seal: split.seal, isUntouched: hashing.hex() === split.seal && isPlain };
}

export interface AddedColumn {
  readonly label: string;
  /** Null: of no currency, or unknown. */
  readonly currency: string | null;
  readonly at: number;
  /** Null: no cell has a value. */
  readonly written: string | null;
  /** Undefined: a cell is no number. */
  readonly added: string | null | undefined;
  /** Added less written; null where they agree. */
  readonly difference: string | null;
}

/** Adds up every column again. Wherever only one side names a sum, they differ. */
export function addAgain({ columns, lines, sums, currencyAt }: CapsuleData): AddedColumn[] {
  const own = readSums(columns, lines, currencyAt);
  const places = new Map(columns.map(({ name }, at) => [name, at]));
  const written = listSums(sums);
  const added = own && listSums(own);
  const keys = new Map([...written, ...(added ?? [])]);
  return [...keys].map(([key, { name, currency }]) => {
    const at = places.get(name) ?? 0;
    const was = written.get(key);
    const is = added?.get(key);
    return {
      label: columns[at]?.label ?? name,
      currency: currency ?? columns[at]?.currency ?? null,
      at,
      written: was?.sum ?? null,
      added: added && (is?.sum ?? null),
      difference: toDifference(was?.sum ?? null, added && (is?.sum ?? null)),
    };
  });
}

function readSums(
  columns: CapsuleData['columns'],
  lines: CapsuleData['lines'],
  currencyAt: number | null,
): ColumnSums | undefined {
  try {
    const sums = startSums(columns, currencyAt ?? undefined);
    sums.add(lines);
    return sums.result();
  } catch {
    return undefined;
  }
}

interface NamedSum {
  readonly name: string;
  readonly currency: string | null;
  readonly sum: string | null;
}

function listSums({ all, byCurrency }: ColumnSums): Map<string, NamedSum> {
  const listed = new Map<string, NamedSum>();
  for (const [name, sum] of Object.entries(all)) listed.set(JSON.stringify([name]), { name, currency: null, sum });
  for (const { currency, sums } of byCurrency)
    for (const [name, sum] of Object.entries(sums))
      listed.set(JSON.stringify([name, currency]), { name, currency, sum });
  return listed;
}

function toDifference(written: string | null, added: string | null | undefined): string | null {
  if (written === added) return null;
  try {
    return formatUnits(toUnits(added ?? '0') - toUnits(written ?? '0'));
  } catch {
    return '?';
  }
}
