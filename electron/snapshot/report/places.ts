/**
 * Finds where records with some keys are counted: in the group of all spellings of a key, and for a compared period in the group beside it.
 */
import type { Period } from '../../../src/domain/time/period.ts';
import { splitIntoBuckets } from '../../../src/domain/reports/definition/buckets.ts';
import { counterparts } from '../../../src/domain/reports/keys/counterparts.ts';
import type { Key } from './result-reader.ts';
import type { ReportContext } from './context.ts';
import type { Spelling } from './spellings.ts';
import { NO_LABEL, OWN } from './rollup-tree.ts';

/** Column keys, all spellings of one together, in the order of occurrence; the buckets of a period are there from the start. */
export class Columns {
  readonly keys: Key[] = [];
  readonly #numbers = new Map<Key, number>();

  constructor({ report: { columns }, options: { period }, rule }: ReportContext) {
    if (columns?.kind !== 'time' || !period) return;
    for (const { key } of splitIntoBuckets(period, columns.unit, rule)) this.toNumber(key);
  }

  toNumber(key: Key): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.keys.length);
    return this.keys.push(key) - 1;
  }
}

interface Placed {
  readonly path: readonly Key[];
  readonly at: number;
  readonly label: number;
}

/** With currencies the first of the keys is the currency. */
export function placing(context: ReportContext, period: Period | undefined, columns: Columns | undefined) {
  const { labels, spellings, report, options } = context;
  const ofColumns = report.columns && columns ? spellings.at(-1) : undefined;
  const isBefore = period !== options.period;
  const align = alignment(context, period);
  const met = (spelling: Spelling | undefined, records: number) => {
    if (spelling) spelling[isBefore ? 'before' : 'now'] += records;
  };
  let last: readonly Key[] | undefined;
  let row: Omit<Placed, 'at'> & { readonly spelt: readonly (Spelling | undefined)[] } = {
    path: [],
    label: NO_LABEL,
    spelt: [],
  };
  /** A row comes cell after cell: its keys are looked up once. */
  const findRow = (keys: readonly Key[]) => {
    if (keys === last) return row;
    last = keys;
    const [label, ...rest] = labels.length > 0 ? keys : [null, ...keys];
    const spelt = rest.map((key, index) => spellings[index]?.of(key));
    const path = align(rest.map((key, index) => (spelt[index] ? spelt[index].key : key)));
    row = { path, spelt, label: labels.indexOf(label ?? '') + 1 };
    return row;
  };
  return (keys: readonly Key[], key: Key | undefined, records: number): Placed => {
    const { path, spelt, label } = findRow(keys);
    for (const each of spelt) met(each, records);
    if (key === undefined || !columns) return { path, label, at: OWN };
    const column = ofColumns?.of(key);
    met(column, records);
    return { path, label, at: columns.toNumber(column ? column.key : key) };
  };
}

/** A compared period's time buckets take the keys of the same positions in the report's own. */
function alignment(
  { report, options, rule }: ReportContext,
  period: Period | undefined,
): (keys: readonly Key[]) => readonly Key[] {
  const own = options.period;
  if (!period || !own || period === own) return (keys) => keys;
  const moved = report.groupBy.map((dimension) => {
    if (dimension.kind !== 'time') return undefined;
    return counterparts(own, period, dimension.unit, rule).beside;
  });
  if (moved.every((each) => each === undefined)) return (keys) => keys;
  return (keys) => keys.map((key, index) => (key === null ? null : (moved[index]?.get(key) ?? key)));
}
