/**
 * Finds the cell that counts a record: spellings of a key share a group, and a compared period's keys are mapped to the corresponding group.
 */
import type { Period } from '#domain/time/period.ts';
import { splitIntoBuckets } from '#domain/reports/definition/buckets.ts';
import { pairBuckets } from '#domain/reports/keys/counterparts.ts';
import type { Key } from './result-reader.ts';
import type { ReportContext } from './context.ts';
import type { Spelling } from './spellings.ts';
import { NO_LABEL, OWN } from './rollup-tree.ts';

/** Numbers the column keys in the order of occurrence, all spellings of a key as one. The buckets of a period come first. */
export class Columns {
  readonly keys: Key[] = [];
  readonly #numbers = new Map<Key, number>();

  constructor({ report: { columns }, options: { period }, rule }: ReportContext) {
    if (columns?.kind !== 'time' || !period) return;
    for (const { key } of splitIntoBuckets(period, columns.unit, rule)) this.toNumber(key);
  }

  toNumber(key: Key): number {
    const existingNumber = this.#numbers.get(key);
    if (existingNumber !== undefined) return existingNumber;
    this.#numbers.set(key, this.keys.length);
    return this.keys.push(key) - 1;
  }
}

interface Cell {
  readonly path: readonly Key[];
  /** The position in the group's block. */
  readonly at: number;
  readonly label: number;
}

/** Creates the lookup of a cell by its keys. With currencies, the first key is the currency. */
export function createCellFinder(context: ReportContext, period: Period | undefined, columns: Columns | undefined) {
  const { labels, spellings, report, options } = context;
  const columnSpellings = report.columns && columns ? spellings.at(-1) : undefined;
  const isBefore = period !== options.period;
  const align = createAlignment(context, period);
  const countRecords = (spelling: Spelling | undefined, records: number) => {
    if (spelling) spelling[isBefore ? 'before' : 'now'] += records;
  };
  let lastKeys: readonly Key[] | undefined;
  let row: Omit<Cell, 'at'> & { readonly spelt: readonly (Spelling | undefined)[] } = {
    path: [],
    label: NO_LABEL,
    spelt: [],
  };
  /** Looks up a row's keys only once for all its cells. */
  const findRow = (keys: readonly Key[]) => {
    if (keys === lastKeys) return row;
    lastKeys = keys;
    const [label, ...rest] = labels.length > 0 ? keys : [null, ...keys];
    const spelt = rest.map((key, index) => spellings[index]?.findSpelling(key));
    const path = align(rest.map((key, index) => (spelt[index] ? spelt[index].key : key)));
    row = { path, spelt, label: labels.indexOf(label ?? '') + 1 };
    return row;
  };
  return (keys: readonly Key[], key: Key | undefined, records: number): Cell => {
    const { path, spelt, label } = findRow(keys);
    for (const spelling of spelt) countRecords(spelling, records);
    if (key === undefined || !columns) return { path, label, at: OWN };
    const column = columnSpellings?.findSpelling(key);
    countRecords(column, records);
    return { path, label, at: columns.toNumber(column ? column.key : key) };
  };
}

/** Maps a compared period's time buckets to the keys at the same positions in the report's period. */
function createAlignment(
  { report, options, rule }: ReportContext,
  period: Period | undefined,
): (keys: readonly Key[]) => readonly Key[] {
  const ownPeriod = options.period;
  if (!period || !ownPeriod || period === ownPeriod) return (keys) => keys;
  const keysByBucket = report.groupBy.map((dimension) => {
    if (dimension.kind !== 'time') return undefined;
    return pairBuckets(ownPeriod, period, dimension.unit, rule).pairs;
  });
  if (keysByBucket.every((keyMap) => keyMap === undefined)) return (keys) => keys;
  return (keys) => keys.map((key, index) => (key === null ? null : (keysByBucket[index]?.get(key) ?? key)));
}
