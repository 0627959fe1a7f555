/** Adds up the files of a pack and compares them with the whole, to show that no record is missing or in two files. */
import type { Manifest, PackIndex } from '#contract/exports.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { formatUnits, toUnits, type Units } from '#domain/decimal.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import type { ExportOptions } from '#domain/exports/options.ts';
import { writeSmallTable } from '#electron/exports/small-table.ts';

export type Summed = Pick<PackIndex, 'sums' | 'sumsByCurrency' | 'currency'>;

/** A sum of the whole that differs from the sum of the files. */
export interface SumDifference {
  readonly column: string;
  readonly whole: string | null;
  readonly files: string | null;
}

/**
 * Picks the sums of a file that may be added up: the columns of records, or a report's exact totals of additive measures, independent of
 * its columns.
 */
export function toSummed(
  manifest: Pick<Manifest, 'of' | 'sums' | 'sumsByCurrency' | 'totals' | 'totalsByCurrency' | 'currency'>,
): Summed {
  const { currency } = manifest;
  if (manifest.of === 'records')
    return {
      sums: manifest.sums,
      ...(manifest.sumsByCurrency && { sumsByCurrency: manifest.sumsByCurrency }),
      currency,
    };
  const additive = (totals: Manifest['totals']) =>
    Object.fromEntries(Object.entries(totals).filter(([name]) => findMeasure(name)?.additive === true));
  const moneyColumns = manifest.totalsByCurrency?.map((part) => ({
    currency: part.currency,
    totals: additive(part.totals),
  }));
  return { sums: additive(manifest.totals), ...(moneyColumns && { sumsByCurrency: moneyColumns }), currency };
}

/** Hours of a report are minutes divided by sixty, rounded at the last decimal: each file may be half of that off. */
export function toTolerance(kind: Manifest['of'], files: number): Units {
  return kind === 'report' ? BigInt(files) : 0n;
}

const measureDistance = (a: Units, b: Units) => (a < b ? b - a : a - b);

/** @returns the differing sums by column and currency; none if the files add up to the whole. */
export function compareWithWhole(files: readonly Summed[], whole: Summed, tolerance: Units): SumDifference[] {
  const moneyColumns = findCurrencyColumns(whole);
  const sumsOfFiles = new Map<string, bigint>();
  for (const file of files) {
    for (const [label, units] of labelSums(pickColumns(file, whole), moneyColumns))
      sumsOfFiles.set(label, (sumsOfFiles.get(label) ?? 0n) + units);
  }
  const wholeSums = labelSums(whole, moneyColumns);
  const print = (units: bigint | undefined) => (units === undefined ? null : formatUnits(units));
  return [...new Set([...wholeSums.keys(), ...sumsOfFiles.keys()])].flatMap((column) => {
    const [wholeSum, filesSum] = [wholeSums.get(column), sumsOfFiles.get(column)];
    const isEqual =
      wholeSum === undefined || filesSum === undefined
        ? wholeSum === filesSum
        : measureDistance(wholeSum, filesSum) <= tolerance;
    return isEqual ? [] : [{ column, whole: print(wholeSum), files: print(filesSum) }];
  });
}

/** A file may hold more columns than the whole, which is written for the receiver who may see least. */
function pickColumns({ sums, sumsByCurrency, currency }: Summed, whole: Summed): Summed {
  const knownNames = new Set([...Object.keys(whole.sums), ...findCurrencyColumns(whole)]);
  const keepKnown = (totals: Summed['sums']) =>
    Object.fromEntries(Object.entries(totals).filter(([name]) => knownNames.has(name)));
  const moneyColumns = sumsByCurrency?.map((part) => ({ currency: part.currency, totals: keepKnown(part.totals) }));
  return { sums: keepKnown(sums), ...(moneyColumns && { sumsByCurrency: moneyColumns }), currency };
}

function findCurrencyColumns({ sumsByCurrency = [] }: Summed): ReadonlySet<string> {
  return new Set(sumsByCurrency.flatMap(({ totals }) => Object.keys(totals)));
}

/** Lists the known sums by column, and those of money in several currencies by column and currency. */
function labelSums(
  { sums, sumsByCurrency = [], currency }: Summed,
  moneyColumns: ReadonlySet<string>,
): Map<string, bigint> {
  const label = (name: string, ownCurrency: string | null) =>
    moneyColumns.has(name) ? texts.columns.inCurrency(name, ownCurrency ?? texts.pack.noCurrency) : name;
  const all = [
    ...Object.entries(sums).map(([name, value]) => [label(name, currency), value] as const),
    ...sumsByCurrency.flatMap((part) =>
      Object.entries(part.totals).map(([name, value]) => [label(name, part.currency), value] as const),
    ),
  ];
  return new Map(all.flatMap(([name, value]) => (value === null ? [] : [[name, toUnits(value)] as const])));
}

/** Writes the table that people open first: a line for each file, and the whole below them. */
export async function createIndexTable(
  { files, ...whole }: Pick<PackIndex, 'files' | 'records' | 'units' | keyof Summed>,
  form: ExportOptions,
): Promise<Buffer> {
  const moneyColumns = findCurrencyColumns(whole);
  const wholeSums = labelSums(whole, moneyColumns);
  const names = [...wholeSums.keys()];
  const formatFigures = (summed: Summed) => {
    const ownSums = labelSums(summed, moneyColumns);
    return names.map((name) => {
      const units = ownSums.get(name);
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
        ...files.map((file) => [file.file, file.key ?? '', String(file.records), ...formatFigures(file), file.sha256]),
        [texts.pack.whole, '', String(whole.records), ...formatFigures(whole), ''],
      ],
    },
    { write: async (content) => void chunks.push(Buffer.from(content)) },
    form,
  );
  return Buffer.concat(chunks);
}

/** Names the unit of sums of hours written as h:mm, which are minutes under a name with hours. */
function nameWithUnit(name: string, units: PackIndex['units']): string {
  return units?.[name] === 'minutes' && !name.includes('minutes') ? texts.columns.inMinutes(name) : name;
}
