/** Adds up the files of a pack, and lists them with the whole: what shows that no record is missing or in two of them. */
import type { Manifest, PackIndex } from '#contract/exports.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { formatUnits, toUnits, type Units } from '#domain/decimal.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import type { ExportOptions } from '#domain/exports/options.ts';
import { writeSmallTable } from '#electron/exports/small-table.ts';

export type Summed = Pick<PackIndex, 'sums' | 'sumsByCurrency' | 'currency'>;

/** A sum of the whole that the files do not give. */
export interface Lacking {
  readonly column: string;
  readonly whole: string | null;
  readonly files: string | null;
}

/** What of a file adds up: of records its columns, of a report the exact totals of measures that may be added, whatever its columns are. */
export function toSummed(
  of: Pick<Manifest, 'of' | 'sums' | 'sumsByCurrency' | 'totals' | 'totalsByCurrency' | 'currency'>,
): Summed {
  const { currency } = of;
  if (of.of === 'records')
    return { sums: of.sums, ...(of.sumsByCurrency && { sumsByCurrency: of.sumsByCurrency }), currency };
  const additive = (totals: Manifest['totals']) =>
    Object.fromEntries(Object.entries(totals).filter(([name]) => findMeasure(name)?.additive === true));
  const apart = of.totalsByCurrency?.map((part) => ({ currency: part.currency, totals: additive(part.totals) }));
  return { sums: additive(of.totals), ...(apart && { sumsByCurrency: apart }), currency };
}

/** Hours of a report are minutes by sixty, rounded at the last decimal: each file may be half of that off. */
export function toTolerance(what: Manifest['of'], files: number): Units {
  return what === 'report' ? BigInt(files) : 0n;
}

const distance = (a: Units, b: Units) => (a < b ? b - a : a - b);

/** @returns what differs, by column and currency; nothing where the files add up to the whole. */
export function compareWithWhole(files: readonly Summed[], whole: Summed, tolerance: Units): Lacking[] {
  const apart = columnsApart(whole);
  const found = new Map<string, bigint>();
  for (const file of files) {
    for (const [label, units] of labelledSums(onlyColumns(file, whole), apart))
      found.set(label, (found.get(label) ?? 0n) + units);
  }
  const wanted = labelledSums(whole, apart);
  const print = (units: bigint | undefined) => (units === undefined ? null : formatUnits(units));
  return [...new Set([...wanted.keys(), ...found.keys()])].flatMap((column) => {
    const [own, together] = [wanted.get(column), found.get(column)];
    const isEqual =
      own === undefined || together === undefined ? own === together : distance(own, together) <= tolerance;
    return isEqual ? [] : [{ column, whole: print(own), files: print(together) }];
  });
}

/** A file may hold more columns than the whole, which is written for the receiver who may see least. */
function onlyColumns({ sums, sumsByCurrency, currency }: Summed, whole: Summed): Summed {
  const known = new Set([...Object.keys(whole.sums), ...columnsApart(whole)]);
  const only = (totals: Summed['sums']) =>
    Object.fromEntries(Object.entries(totals).filter(([name]) => known.has(name)));
  const apart = sumsByCurrency?.map((part) => ({ currency: part.currency, totals: only(part.totals) }));
  return { sums: only(sums), ...(apart && { sumsByCurrency: apart }), currency };
}

/** Finds the columns of money whose sums are stated for each currency. */
function columnsApart({ sumsByCurrency = [] }: Summed): ReadonlySet<string> {
  return new Set(sumsByCurrency.flatMap(({ totals }) => Object.keys(totals)));
}

/** Lists the known sums by column, and those of money in several currencies by column and currency. */
function labelledSums(
  { sums, sumsByCurrency = [], currency }: Summed,
  apart: ReadonlySet<string>,
): Map<string, bigint> {
  const label = (name: string, own: string | null) =>
    apart.has(name) ? texts.columns.inCurrency(name, own ?? texts.pack.noCurrency) : name;
  const all = [
    ...Object.entries(sums).map(([name, value]) => [label(name, currency), value] as const),
    ...sumsByCurrency.flatMap((part) =>
      Object.entries(part.totals).map(([name, value]) => [label(name, part.currency), value] as const),
    ),
  ];
  return new Map(all.flatMap(([name, value]) => (value === null ? [] : [[name, toUnits(value)] as const])));
}

/** People open this table first: it has a line for each file and the whole below them. */
export async function indexTable(
  { files, ...whole }: Pick<PackIndex, 'files' | 'records' | 'units' | keyof Summed>,
  form: ExportOptions,
): Promise<Buffer> {
  const apart = columnsApart(whole);
  const wanted = labelledSums(whole, apart);
  const names = [...wanted.keys()];
  const figures = (of: Summed) => {
    const own = labelledSums(of, apart);
    return names.map((name) => {
      const units = own.get(name);
      return units === undefined ? '' : formatUnits(units);
    });
  };
  const chunks: Buffer[] = [];
  await writeSmallTable(
    {
      columns: [
        ...[texts.pack.file, texts.pack.key].map((head) => ({ head, kind: 'text' as const })),
        ...[texts.columns.recordCount, ...names.map((name) => nameWithUnit(name, whole.units))].map((head) => ({
          head,
          kind: 'number' as const,
        })),
        { head: texts.pack.hash, kind: 'text' },
      ],
      rows: [
        ...files.map((file) => [file.file, file.key ?? '', String(file.records), ...figures(file), file.sha256]),
        [texts.pack.whole, '', String(whole.records), ...figures(whole), ''],
      ],
    },
    { write: async (content) => void chunks.push(Buffer.from(content)) },
    form,
  );
  return Buffer.concat(chunks);
}

/** Sums of hours written as h:mm are minutes, under a name that says hours. */
function nameWithUnit(name: string, units: PackIndex['units']): string {
  return units?.[name] === 'minutes' && !name.includes('minutes') ? texts.columns.inMinutes(name) : name;
}
