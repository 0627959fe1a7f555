/** The sums that people look for first: calculated from the lines, as they were exported, and whether both are equal. */
import { formatUnits, toUnits, type Units } from '#domain/decimal.ts';
import type { ColumnSums, ExportColumn, ExportHead } from '#domain/exports/model.ts';
import { exportDocumentTexts } from '#texts/export-document.ts';
import type { ExportDocument } from '#electron/exports/document.ts';
import {
  drawFormula,
  drawNumber,
  drawText,
  toNumberFormat,
  checkStyles,
  CALCULATED_DIGITS,
  toDays,
  toHundredth,
  type Styles,
} from './cells.ts';
import { lastRow, type DataSheet, type Tally } from './data-sheet.ts';
import { quoteSheet, toLetters, cutText, type SheetRow } from './xml.ts';

const words = exportDocumentTexts.workbook;

interface SummaryInput {
  readonly document: Pick<ExportDocument, 'head' | 'columns' | 'currencyIndex'>;
  readonly styles: Styles;
  readonly headers: readonly string[];
  readonly sheets: readonly DataSheet[];
  readonly tally: Tally;
  readonly sums: ColumnSums;
}

interface Sum {
  readonly label: string;
  readonly at: number;
  readonly column: ExportColumn;
  /** Undefined for lines of any currency; empty for lines without one. */
  readonly currency: string | undefined;
  readonly sheets: number;
  readonly exported: string | null;
}

interface Summary {
  readonly rows: readonly SheetRow[];
  readonly widths: readonly number[];
  readonly conditions: string;
  /** The number of sums that cannot be checked to all decimals they are shown with. */
  readonly coarse: number;
}

const FIRST_ROW = 9;
const widths = [44, 14, 26, 26, 12, 22];
const aligns = [undefined, undefined, 'right', 'right', 'center', 'right'] as const;

export function toSummary(input: SummaryInput): Summary {
  const { document, styles } = input;
  const sums = [...listSums(input), ...listRunningTotals(input)];
  const sumRows = sums.map((sum, index) => toSumRow(sum, FIRST_ROW + index, input));
  const [title, bold, quiet] = (['title', 'bold', 'quiet'] as const).map((font) => styles.find({ font }));
  const text = (content: string, style = 0) => ({ cells: [drawText(content, style)] });
  const last = FIRST_ROW + sums.length - 1;
  const all = drawFormula(
    sums.length > 0 ? `AND($E$${FIRST_ROW}:$E$${last})` : 'TRUE',
    sumRows.every(({ isRight }) => isRight),
    styles.find({ font: 'bold', align: 'center' }),
  );
  const headers = [words.column, words.currency, words.calculated, words.exported, words.equal, words.decimals];
  return {
    rows: [
      text(document.head.title, title),
      text(document.head.period),
      text(document.head.seal, document.head.complete ? 0 : bold),
      { cells: [] },
      { cells: [drawText(words.allEqual, bold ?? 0), null, null, null, all] },
      text(words.howChecked, quiet),
      { cells: [] },
      { cells: headers.map((head, index) => drawText(head, styles.find({ font: 'bold', align: aligns[index] }))) },
      ...sumRows.map(({ row }) => row),
    ],
    widths,
    conditions: toConditions(`E5 E${FIRST_ROW}:E${Math.max(last, FIRST_ROW)}`),
    coarse: sumRows.filter(({ isCoarse }) => isCoarse).length,
  };
}

/** Red if a check is false, green if it is true. */
function toConditions(ranges: string): string {
  const rule = (style: number, priority: number, value: string) =>
    `<cfRule type="cellIs" dxfId="${style}" priority="${priority}" operator="equal"><formula>${value}</formula></cfRule>`;
  return `<conditionalFormatting sqref="${ranges}">${rule(checkStyles.wrong, 1, 'FALSE')}${rule(checkStyles.right, 2, 'TRUE')}</conditionalFormatting>`;
}

/** Lists a sum for each column that adds up; for money with a currency on each line, one per currency. */
function listSums(input: SummaryInput): Sum[] {
  const { document, headers, tally, sheets, sums } = input;
  const { columns, currencyIndex } = document;
  const money = columns.flatMap(({ kind, adds }, index) => (adds && kind === 'money' ? [index] : []));
  const lineCurrencies = currencyIndex === undefined ? [] : tally.currencies(money);
  return columns.flatMap((column, index): Sum[] => {
    if (!column.adds) return [];
    const isByCurrency =
      column.kind === 'money' && lineCurrencies.length > 0 && tally.total(index, undefined).sum !== null;
    const currencies = isByCurrency ? lineCurrencies : [undefined];
    return currencies.map((currency) => ({
      label: headers[index] ?? column.head,
      at: index,
      column,
      currency,
      sheets: sheets.length,
      exported: findExported(sums, column, currency),
    }));
  });
}

function findExported({ all, byCurrency }: ColumnSums, { name, kind }: ExportColumn, currency: string | undefined) {
  if (currency === undefined || kind !== 'money' || byCurrency.length === 0) return all[name] ?? null;
  const currencySums = byCurrency
    .filter((group) => (group.currency ?? '') === currency)
    .flatMap(({ sums }) => sums[name] ?? []);
  return currencySums.length === 0 ? null : formatUnits(currencySums.reduce((sum, value) => sum + toUnits(value), 0n));
}

/** Lists the running total of each column at the end of every sheet, if lines fill several. */
function listRunningTotals(input: SummaryInput): Sum[] {
  const { sheets, tally } = input;
  if (sheets.length < 2) return [];
  return sheets.slice(0, -1).flatMap(({ name }, index) =>
    listSums(input).map((sum) => {
      const { sum: units } = tally.total(sum.at, sum.currency, index + 1);
      return {
        ...sum,
        label: words.until(sum.label, name),
        sheets: index + 1,
        exported: units === null ? null : formatUnits(units),
      };
    }),
  );
}

function toSumRow(sum: Sum, row: number, input: SummaryInput) {
  const { styles, tally } = input;
  const { column, at, currency, exported } = sum;
  const columnTotal = tally.total(at, currency, sum.sheets);
  const calculated = columnTotal.sum === null ? null : formatUnits(columnTotal.sum);
  const { decimals, preferredDecimals } = chooseDecimals(column, columnTotal.magnitude, tally);
  const shownCurrency = currency === undefined || currency === '' ? column.currency : currency;
  const format = styles.find({ format: toNumberFormat({ ...column, currency: shownCurrency }) });
  const toShown = (decimal: string) => toCellNumber(decimal, column);
  const isRight = isEqual(columnTotal.sum ?? 0n, toUnits(exported ?? '0'), decimals);
  const difference = `N(C${row})-N(D${row})`;
  const check =
    column.kind === 'clock'
      ? `ROUND((${difference})*1440,${decimals})=0`
      : `ROUND(${difference},${column.kind === 'percent' ? decimals + 2 : decimals})=0`;
  const currencyText = currency === '' ? words.noCurrency : (shownCurrency ?? '');
  return {
    row: {
      cells: [
        drawText(sum.label, 0),
        currencyText === '' ? null : drawText(currencyText, 0),
        drawFormula(
          toSumFormula(sum, calculated !== null, input),
          calculated === null ? null : toShown(calculated),
          format,
        ),
        exported === null ? null : drawNumber(toShown(exported), format),
        drawFormula(check, isRight, styles.find({ font: 'bold', align: 'center' })),
        column.kind === 'clock' && decimals === 0
          ? drawText(words.minutes, styles.find({ align: 'right' }))
          : drawNumber(String(decimals), styles.find({ format: '0' })),
      ],
    },
    isRight,
    isCoarse: decimals < preferredDecimals,
  };
}

const toCellNumber = (decimal: string, { kind }: ExportColumn) =>
  kind === 'clock' ? toDays(decimal) : kind === 'percent' ? toHundredth(decimal) : decimal;

const MAX_DECIMALS = 8;

/**
 * The decimals a sum is shown with, or fewer if so many or so large values add up that a spreadsheet, which calculates with 15 digits, could
 * find equal sums different.
 */
function chooseDecimals(
  { kind, digits }: ExportColumn,
  magnitude: Units,
  tally: Tally,
): { decimals: number; preferredDecimals: number } {
  const preferredDecimals = kind === 'clock' || kind === 'count' ? 0 : (digits ?? MAX_DECIMALS);
  const integerDigits = String(magnitude / 10n ** 8n).length;
  const lines = tally.lines().reduce((sum, count) => sum + count, 0);
  const lostDigits = Math.ceil(Math.log10(Math.max(lines, 1)) / 2);
  const decimals = Math.min(preferredDecimals, CALCULATED_DIGITS - integerDigits - lostDigits);
  // Exact values are shown with as many decimals as they have, so a check with fewer decimals is not coarse.
  return { decimals, preferredDecimals: digits === null ? Math.min(preferredDecimals, decimals) : preferredDecimals };
}

/** Tells, as the formula does, whether the difference rounds to zero. */
function isEqual(calculated: Units, exported: Units, decimals: number): boolean {
  const difference = calculated > exported ? calculated - exported : exported - calculated;
  return difference * 2n < 10n ** BigInt(8 - decimals);
}

function toSumFormula(
  { at, currency, sheets: count }: Sum,
  hasValue: boolean,
  { document, sheets, tally }: SummaryInput,
): string {
  const { currencyIndex } = document;
  const lines = tally.lines();
  const formatRange = (sheet: DataSheet, column: number, number: number) =>
    `${quoteSheet(sheet.name)}!$${toLetters(column + 1)}$2:$${toLetters(column + 1)}$${lastRow(lines[number] ?? 0)}`;
  const usedSheets = sheets.slice(0, count);
  const values = usedSheets.map((sheet, number) => formatRange(sheet, at, number));
  if (currency === undefined || currencyIndex === undefined) {
    const all = values.join(',');
    return hasValue ? `SUM(${all})` : `IF(COUNT(${all})=0,"",SUM(${all}))`;
  }
  const currencyRanges = usedSheets.map((sheet, number) => formatRange(sheet, currencyIndex, number));
  const isPlain =
    /^[A-Z]{3}$/.test(currency) && tally.currencies().filter((name) => name.toUpperCase() === currency).length < 2;
  const parts = currencyRanges.map((currencyRange, number) =>
    toCurrencySum(values[number] ?? '', currencyRange, { currency, isPlain }),
  );
  const sum = parts.map((part) => part.sum).join('+');
  return hasValue ? sum : `IF(${parts.map((part) => part.count).join('+')}=0,"",${sum})`;
}

/** Conditions of SUMIFS are patterns that ignore case, so a currency that could be a pattern is compared letter by letter. */
function toCurrencySum(
  values: string,
  currencyRange: string,
  { currency, isPlain }: { readonly currency: string; readonly isPlain: boolean },
): { readonly sum: string; readonly count: string } {
  if (currency === '') {
    return {
      sum: `SUMPRODUCT(--(LEN(${currencyRange})=0),${values})`,
      count: `SUMPRODUCT(--(LEN(${currencyRange})=0),--ISNUMBER(${values}))`,
    };
  }
  if (isPlain) {
    return {
      sum: `SUMIFS(${values},${currencyRange},"${currency}")`,
      count: `COUNTIFS(${currencyRange},"${currency}",${values},"<>")`,
    };
  }
  const same = `--EXACT(${currencyRange},"${currency.replaceAll('"', '""')}")`;
  return { sum: `SUMPRODUCT(${same},${values})`, count: `SUMPRODUCT(${same},--ISNUMBER(${values}))` };
}

export const noteWidths = [120];
export const manifestWidths = [40, 100];

export function toNoteRows(head: ExportHead, remarks: readonly string[], styles: Styles): SheetRow[] {
  const { title, bold, wraps } = findStyles(styles);
  const line = (text: string, style = wraps): SheetRow => ({ cells: [drawText(cutText(text, words.cut), style)] });
  const empty: SheetRow = { cells: [] };
  return [
    line(head.title, title),
    line(head.period),
    line(head.seal, bold),
    empty,
    line(words.notes, bold),
    ...(head.notes.length > 0 ? head.notes.map((note) => line(note)) : [line(words.noNotes)]),
    ...(remarks.length > 0 ? [empty, line(words.aboutWorkbook, bold), ...remarks.map((remark) => line(remark))] : []),
  ];
}

export function toManifestRows(
  { sections }: ExportHead,
  facts: Readonly<Record<string, unknown>>,
  styles: Styles,
): SheetRow[] {
  const { bold, wraps } = findStyles(styles);
  const pair = (label: string, text: string): SheetRow => ({
    cells: [drawText(cutText(label, words.cut), wraps), drawText(cutText(text, words.cut), wraps)],
  });
  const heading = (text: string): SheetRow => ({ cells: [drawText(text, bold)] });
  return [
    ...sections.flatMap((section) => [
      heading(section.title),
      ...section.facts.map(({ label, text }) => pair(label, text)),
      { cells: [] },
    ]),
    heading(words.allFacts),
    ...flatten(facts, '').map(([path, text]) => pair(path, text)),
  ];
}

function findStyles(styles: Styles) {
  return {
    title: styles.find({ font: 'title' }),
    bold: styles.find({ font: 'bold' }),
    wraps: styles.find({ format: '@', wraps: true }),
  };
}

/** Lists every value by its path, `notes[0].code`, including empty ones. */
function flatten(value: unknown, path: string): [string, string][] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((item, index) => flatten(item, `${path}[${index}]`));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const entries = Object.entries(value);
    if (entries.length > 0) {
      return entries.flatMap(([name, item]) => flatten(item, path === '' ? name : `${path}.${name}`));
    }
  }
  return [[path, typeof value === 'string' ? value : JSON.stringify(value)]];
}
