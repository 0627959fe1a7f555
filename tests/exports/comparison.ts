/** Compares a file that was read back with its manifest and with what the program answers on screen, to the last digit. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Input } from '#contract/api.ts';
import type { Manifest } from '#contract/exports.ts';
import { exportPdfTexts } from '#texts/export-pdf.ts';
import { formatUnits, roundUnits, toUnits } from '#domain/decimal.ts';
import { HOURS_COLUMN } from '#domain/exports/record-columns.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { reportSchema, type ReportResult } from '#domain/reports/definition/report.ts';
import { listFootNotes } from '#domain/reports/notes/foot-notes.ts';
import type { PrintedLine, PrintedMeasure } from '#domain/reports/print/model.ts';
import { formatSteps, printReport } from '#domain/reports/print/printed.ts';
import type { Settings } from '#domain/settings.ts';
import { NUMBER } from './readers/figures.ts';
import type { ReadFile, StatedSum } from './readers/read-file.ts';

/** @returns what is wrong, a line each. */
export function findWrongSums(path: string, manifest: Manifest, file: ReadFile): string[] {
  const { heads, lines, roundedAway = [], stated = [] } = file;
  const wrong: string[] = [...(file.wrong ?? [])];
  const say = (what: string, found: unknown, meant: unknown) => {
    if (JSON.stringify(found) !== JSON.stringify(meant))
      wrong.push(`${what}: ${JSON.stringify(found)} in the file, meant ${JSON.stringify(meant)}`);
  };
  say('hash', createHash('sha256').update(readFileSync(path)).digest('hex'), manifest.sha256);
  say('lines', lines.length, manifest.lines);
  // Guards stand in front of what a formula could be, after any separator too.
  const harmless = (text: string) => text.replaceAll("'", '').replaceAll(/\s+/g, ' ');
  // Formats for programs name their columns on every line, and have no heads where they have no line.
  const meant = !byColumn.has(manifest.format) ? manifest.heads : lines.length === 0 ? [] : manifest.columns;
  if (lines.length > 0 || manifest.format === 'csv') say('heads', heads.map(harmless), meant.map(harmless));
  const at = (name: string) => manifest.columns.indexOf(name);
  const sum = (name: string, rows = lines) => {
    const cells = rows.map((cells) => cells[at(name)] ?? '').filter((cell) => cell !== '');
    for (const cell of cells) if (!NUMBER.test(cell)) wrong.push(`${name} holds ${JSON.stringify(cell)}`);
    const known = cells.filter((cell) => NUMBER.test(cell));
    return known.length === 0 ? null : known.reduce((all, cell) => all + toUnits(cell), 0n);
  };
  for (const { column, currency, total } of listTotals(manifest)) {
    const what = `sum of ${column}${currency === undefined ? '' : ` in ${currency}`}`;
    const isOwn = (each: { readonly column: string; readonly currency?: string | null }) =>
      each.column === column && each.currency === currency;
    const rows = currency === undefined ? lines : lines.filter((cells) => (cells[at('currency')] || null) === currency);
    const left = roundedAway.filter(isOwn).reduce((all, each) => all + toUnits(each.sum ?? '0'), 0n);
    const found = sum(column, rows);
    const isRounded = stated.some((each) => isOwn(each) && each.isRounded === true);
    const printed = isRounded && total !== null ? roundAsPrinted(total, column, manifest) : total;
    say(what, found === null ? null : formatUnits(found + left), printed);
    // A rounding difference of nothing is left empty in a total, as in every line.
    const isNone = (each: StatedSum) => each.sum === null && column.includes('.across') && total === '0';
    for (const each of stated.filter((one) => isOwn(one) && !isNone(one))) {
      if (each.isDouble === true && each.sum !== null && total !== null) {
        if (isFar(each.sum, total)) wrong.push(`${what}, ${each.where}: ${each.sum}, meant ${total}`);
      } else
        say(
          `${what}, ${each.where}`,
          each.sum,
          each.where === 'total row' ? withRounding(printed, column, manifest) : printed,
        );
    }
    if (stated.length > 0 && !stated.some(isOwn) && total !== null) wrong.push(`${what} is stated nowhere in the file`);
  }
  const { notes } = manifest;
  if (file.notes) {
    const texts = notes.map(({ text }) => text);
    // A page also says which columns it does not show.
    const [leftOut = ''] = exportPdfTexts.leftOut([]).split(':');
    const told = file.notes.filter(
      (each) =>
        !(manifest.paper && each.startsWith(leftOut)) && !(manifest.of === 'records' && each.startsWith(ROUNDED)),
    );
    say('notes', told, texts);
  }
  if (manifest.of === 'records') {
    const kept = lines.map((cells) => cells[at('unreadable')] || '{}');
    const values = kept.map((json) => Object.keys(JSON.parse(json) as object).length);
    say(
      'unreadable values',
      values.reduce((all, each) => all + each, 0),
      manifest.unreadable,
    );
  }
  return wrong;
}

const ROUNDED = 'Lines are rounded one by one: ';

/** The printed total of a report's column: its lines with what rounding them one by one leaves. */
function withRounding(sum: string | null, column: string, { roundingDifferences = {} }: Manifest): string | null {
  const left = roundingDifferences[column];
  return left === undefined ? sum : formatUnits(toUnits(sum ?? '0') + toUnits(left));
}

const byColumn: ReadonlySet<string> = new Set(['json', 'jsonl', 'parquet']);

function listTotals({ sums, sumsByCurrency = [] }: Manifest) {
  return [
    ...Object.entries(sums).map(([column, total]) => ({ column, currency: undefined, total })),
    ...sumsByCurrency.flatMap(({ currency, totals }) =>
      Object.entries(totals).map(([column, total]) => ({ column, currency, total })),
    ),
  ];
}

/** Files for people to read on paper print money and hours with the decimals of the settings, and everything else as it is. */
function roundAsPrinted(total: string, column: string, { digits, units = {} }: Manifest): string {
  const unit = units[column];
  // Where hours are printed as h:mm.
  if (unit === 'minutes' && column === HOURS_COLUMN) return formatUnits(roundUnits(toUnits(total), 0));
  if (unit !== 'money' && unit !== 'hours') return total;
  return formatUnits(roundUnits(toUnits(total), digits[unit]));
}

/** Further than doubles of this size are off once some hundred of them are added up. */
function isFar(found: string, meant: string): boolean {
  const rest = toUnits(found) - toUnits(meant);
  return (rest < 0n ? -rest : rest) > 100n;
}

/** The sums of a file of records are what a report of the same records says, of money for each currency. */
export function findWrongTotals(manifest: Manifest, result: ReportResult): string[] {
  const wrong: string[] = [];
  if (manifest.records !== result.records) wrong.push(`${manifest.records} records, the report has ${result.records}`);
  const measured = (name: string) => findMeasure(name)?.id === name && name in result.totals;
  for (const [name, sum] of Object.entries(manifest.sums)) {
    const total = result.totals[name] ?? null;
    // Hours that are written as h:mm add up in minutes.
    const scale = findMeasure(name)?.unit === 'hours' && manifest.units?.[name] === 'minutes' ? 60n : 1n;
    if (name === 'logged_hours') {
      // Each line's hours are rounded at their eighth decimal.
      const rest = toUnits(sum ?? '0') - toUnits(total ?? '0') * scale;
      if ((rest < 0n ? -rest : rest) > BigInt(manifest.records + 1) * scale)
        wrong.push(`${name}: ${sum}, ${total} on screen`);
    } else if (measured(name) && sum !== (total === null ? null : formatUnits(toUnits(total) * scale)))
      wrong.push(`${name}: ${sum}, ${total} on screen`);
  }
  const inAll = (all: readonly { currency: string | null; totals: Readonly<Record<string, string | null>> }[]) =>
    all
      .map(({ currency, totals }) =>
        JSON.stringify([currency, Object.entries(totals).toSorted(([a], [b]) => (a < b ? -1 : 1))]),
      )
      .toSorted();
  const screen = (result.total.amounts ?? []).map(({ currency, values }) => ({
    currency,
    totals: Object.fromEntries(
      Object.keys(manifest.sumsByCurrency?.[0]?.totals ?? {}).map((name) => [name, values[name] ?? null]),
    ),
  }));
  if (manifest.sumsByCurrency && JSON.stringify(inAll(manifest.sumsByCurrency)) !== JSON.stringify(inAll(screen)))
    wrong.push(`by currency ${JSON.stringify(manifest.sumsByCurrency)}, on screen ${JSON.stringify(screen)}`);
  return wrong;
}

const EVERY_DIGIT = 'every-digit';
const ownWords: ReadonlySet<string> = new Set(['no-rate', 'no-cost', 'no-value', 'cost-alone']);

/** A report that was asked on screen, and its answer. */
export interface Shown {
  readonly report: Input<'report.run'>;
  readonly result: ReportResult;
}

/**
 * Notes of a file of records are those of reports over the same records: what is missing of one that adds up its columns, and what is left
 * out of one that also has rates and margins, as far as the file has their columns. Beside records some are in other words.
 */
export function findWrongNotes(manifest: Manifest, added: Shown, noted: Shown, settings: Settings): string[] {
  const all = ({ report, result }: Shown) => {
    const measures = report.measures.flatMap((name) => findMeasure(name) ?? []);
    return listFootNotes(reportSchema.parse(report), result, printReport(measures, result, settings), settings);
  };
  const isMissing = ({ code }: { readonly code: string }) => code === 'missing-data' || code === 'not-whole';
  const notes = [...all(added).filter(isMissing), ...all(noted).filter((each) => !isMissing(each))];
  const compared = (each: readonly { readonly code: string; readonly text: string }[]) =>
    JSON.stringify(each.map(({ text, ...note }) => (ownWords.has(note.code) ? note : { ...note, text })));
  const [own, meant] = [compared(manifest.notes.filter(({ code }) => code !== EVERY_DIGIT)), compared(notes)];
  return [...(own === meant ? [] : [`notes ${own}, on screen ${meant}`]), ...findWrongDigits(manifest)];
}

/** That it has more digits than a screen is said by a table for spreadsheets that has hours or amounts, and by no other file. */
function findWrongDigits({ format, preset, units = {}, notes }: Manifest): string[] {
  const isSaid = notes.some(({ code }) => code === EVERY_DIGIT);
  const isTable = format === 'csv' && preset === 'excel';
  const isFigure = Object.values(units).some((unit) => unit === 'hours' || unit === 'money');
  if (isSaid && !isTable) return [`${format} says that it has every digit`];
  return !isSaid && isTable && isFigure ? ['it has every digit, and does not say so'] : [];
}

/** The columns of a file of a report add up to the totals it prints, and its notes are those below its table. */
export function findWrongReport(manifest: Manifest, result: ReportResult, settings: Settings): string[] {
  const report = manifest.report ?? reportSchema.parse({ measures: ['records'] });
  const measures = report.measures.flatMap((name) => findMeasure(name) ?? []);
  const printed = printReport(measures, result, settings);
  const notes = listFootNotes(report, result, printed, settings);
  const wrong: string[] = [];
  const others = manifest.notes.filter(({ code }) => code !== 'rounded');
  if (JSON.stringify(others) !== JSON.stringify(notes)) wrong.push('its notes are not those of the report');
  const rounded = manifest.notes.find(({ code }) => code === 'rounded')?.text;
  if (manifest.preset === 'machine') return rounded === undefined ? wrong : [...wrong, `exact, and says ${rounded}`];
  for (const sheet of printed) {
    // A workbook holds what was not footed unrounded, and shows it as printed; its changes are those of the exact figures.
    const isUnrounded = manifest.format === 'xlsx' && (sheet.footing === 'exact' || sheet.footing === 'itself');
    const { style, digits } = sheet.grid;
    for (const { label, line } of partsIn(sheet)) {
      const places: [string, bigint | null][] = [
        ['', line.value],
        ['.before', line.before],
        ['.change', line.change],
        ...line.cells.map((cell, at): [string, bigint | null] => [`@${result.columns[at]?.key ?? ''}`, cell]),
      ];
      for (const [suffix, steps] of places) {
        const name = `${sheet.measure.id}${suffix}${label}`;
        if (!(name in manifest.sums) || (isUnrounded && suffix === '.change')) continue;
        const own = withRounding(manifest.sums[name] ?? '0', name, manifest) ?? '0';
        const sum = isUnrounded ? formatUnits(roundUnits(toUnits(own), style === 'clock' ? 0 : digits)) : own;
        const total = steps === null ? null : printedText(steps, sheet);
        if (sum !== (total ?? '0')) wrong.push(`${name}: ${sum}, printed ${total}`);
        const noted = isUnrounded || steps === null ? 0n : findNoted(suffix, label, sheet, result);
        const difference = formatSteps(noted, sheet.grid, { minus: '\u2212', signed: true });
        const isSaid = [`(difference ${difference})`, `${difference} in “`].some((each) => rounded?.includes(each));
        if (noted !== 0n && !isSaid) wrong.push(`${name}: ${difference} is not in ${rounded}`);
        if (noted === 0n && isUnrounded && rounded !== undefined) wrong.push(`${name} is exact, beside ${rounded}`);
      }
    }
  }
  return wrong;
}

/** By hand: what the printed lines directly below the total lack to it, where that is not more than half a step each. */
function findNoted(suffix: string, label: string, sheet: PrintedMeasure, result: ReportResult): bigint {
  const outer = result.subtotals.flatMap(({ key }, at) =>
    Object.keys(key).length === 1 ? (sheet.subtotals[at] ?? []) : [],
  );
  const lines = outer.length > 0 ? outer : sheet.rows;
  const read = (whole: PrintedLine) => {
    const line = label === '' ? whole : whole.parts?.find(({ currency }) => `[${currency ?? ''}]` === label)?.line;
    if (suffix.startsWith('@'))
      return line?.cells[result.columns.findIndex(({ key }) => `@${key ?? ''}` === suffix)] ?? 0n;
    return (suffix === '' ? line?.value : suffix === '.before' ? line?.before : line?.change) ?? 0n;
  };
  const lack = sheet.measure.additive ? lines.reduce((rest, line) => rest - read(line), read(sheet.total)) : 0n;
  return 2n * (lack < 0n ? -lack : lack) <= BigInt(lines.length) ? lack : 0n;
}

function partsIn({ total }: PrintedMeasure): { readonly label: string; readonly line: PrintedLine }[] {
  if (!total.parts) return [{ label: '', line: total }];
  return total.parts.map(({ currency, line }) => ({ label: `[${currency ?? ''}]`, line }));
}

function printedText(steps: bigint, { grid }: PrintedMeasure): string {
  return formatUnits(steps * 10n ** BigInt(8 - (grid.style === 'clock' ? 0 : grid.digits)));
}
