/** Changes one number of an exported CSV by a cent, as somebody would who hopes that nobody adds it up. */
import type { Manifest } from '#contract/exports.ts';
import { formatUnits, toUnits } from '#domain/decimal.ts';
import type { Seeded } from '../worlds/seeded.ts';

export interface Tampered {
  readonly text: string;
  /** Of the file; its head is line 1. */
  readonly line: number;
  readonly column: string;
  readonly difference: string;
}

/** @param whole a CSV for spreadsheets, with commas, whose cells have no line breaks */
export function tamperWithCell(whole: string, manifest: Manifest, random: Seeded): Tampered {
  const rows = whole.split('\r\n');
  const adding = manifest.columns.flatMap((name, at) => (name in manifest.sums ? [{ name, at }] : []));
  for (;;) {
    const at = random.between(1, manifest.lines);
    const { name, at: place } = random.pick(adding);
    const cells = (rows[at] ?? '').match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)?.map((cell) => cell.replace(/,$/, '')) ?? [];
    const was = cells[place] ?? '';
    if (!/^-?\d+(\.\d+)?$/.test(was) || cells.length < manifest.columns.length) continue;
    const cent = random.chance(0.5) ? '0.01' : '-0.01';
    cells[place] = formatUnits(toUnits(was) + toUnits(cent));
    const text = rows.with(at, cells.slice(0, manifest.columns.length).join(',')).join('\r\n');
    return { text, line: at + 1, column: name, difference: cent };
  }
}
