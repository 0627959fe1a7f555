/** A report on paper: money of several currencies is a line for each of them, and not a column for each of them. Pure. */
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { type ExportColumn, type Line, toTextColumn } from './model.ts';
import type { ExportOptions } from './options.ts';
import { CURRENCY_COLUMN } from './record-columns.ts';
import type { ReportLines } from './report-lines.ts';
import { isFigure } from './value-types.ts';

/** The name of a column of one currency of several ends with it. */
const OF_CURRENCY = /^(.*)\[([^\]]*)\]$/;

interface Place {
  readonly column: ExportColumn;
  /** Where the table has the column, by currency; one that is for all of them has one place. */
  readonly at: ReadonlyMap<string | null, number>;
}

/**
 * @param known the currencies of the report, '' for none: other brackets are part of a name
 * @returns the table as it is where no column is of one currency of several
 */
export function splitCurrencies(
  table: ReportLines,
  options: Pick<ExportOptions, 'heads'>,
  known: ReadonlySet<string>,
): ReportLines {
  if (known.size < 2) return table;
  const places = new Map<string, Place>();
  const currencies = new Set<string>();
  for (const [at, column] of table.columns.entries()) {
    const [, stem = column.name, bracket] = OF_CURRENCY.exec(column.name) ?? [];
    const currency = bracket !== undefined && known.has(bracket) ? bracket : null;
    const name = currency === null ? column.name : stem;
    if (currency !== null) currencies.add(currency);
    const place = places.get(name);
    const label = currency === null ? column.label : withoutCurrency(column.label, currency);
    const head = options.heads === 'labels' ? label : name;
    places.set(name, {
      column: place?.column ?? { ...column, name, label, head, currency: null },
      at: new Map([...(place?.at ?? []), [currency, at]]),
    });
  }
  if (currencies.size === 0) return table;
  const all = [...places.values()];
  const firstFigure = all.findIndex(({ column }) => isFigure(column));
  const keys = all.slice(0, firstFigure);
  const figures = all.slice(firstFigure);
  const split = (line: Line): Line[] => {
    const read = (place: Place, currency: string | null) => line[place.at.get(currency) ?? -1] ?? null;
    const paid = [...currencies].filter((currency) => figures.some((place) => read(place, currency) !== null));
    // What is of no currency stands on the first of the lines.
    return (paid.length === 0 ? [null] : paid).map((currency, index) => [
      ...keys.map((place) => read(place, null)),
      currency,
      ...figures.map((place) =>
        place.at.has(null)
          ? index === 0
            ? read(place, null)
            : null
          : currency === null
            ? null
            : read(place, currency),
      ),
    ]);
  };
  return {
    ...table,
    columns: [
      ...keys.map(({ column }) => column),
      toTextColumn(CURRENCY_COLUMN, texts.columns.currency, options),
      ...figures.map(({ column }) => column),
    ],
    lines: table.lines.flatMap(split),
    outline: table.outline.flatMap((row) => split(row.cells).map((cells) => ({ ...row, cells }))),
  };
}

const withoutCurrency = (label: string, currency: string) =>
  [texts.columns.inCurrency('', currency), texts.columns.withoutCurrency('')].reduce(
    (text, suffix) => (text.endsWith(suffix) ? text.slice(0, -suffix.length) : text),
    label,
  );
