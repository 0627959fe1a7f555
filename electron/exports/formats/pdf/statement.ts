/** The printed table of a client's statement, and the head of its pages. */
import { findGroupColumn, toStatementRows } from '#domain/exports/statement.ts';
import type { Letter } from '#domain/exports/letter.ts';
import { fromBase64 } from '#domain/exports/letterhead.ts';
import { type Line, isFigure } from '#domain/exports/model.ts';
import { exportPdfTexts as pdfWords } from '#texts/export-pdf.ts';
import { statementTexts as texts } from '#texts/exports/statement.ts';
import { formatCount } from '#domain/locale-forms.ts';
import type { PrintJob } from '../pdf.ts';
import type { Printable } from './fonts.ts';
import { canWrap, printOr, type PrintedTable, type TableRow } from './table.ts';

/** Omits the column whose values are the groups' headings; the labels of sums span the columns before the first figure. */
export function printStatement(job: PrintJob, toPrintable: Printable): PrintedTable {
  const { columns, decimalMark, locale, groupedBy } = job;
  const groupIndex = findGroupColumn(columns, groupedBy);
  const visibleColumns = columns.flatMap((column, index) => (index === groupIndex ? [] : [{ column, index }]));
  const firstSum = visibleColumns.findIndex(({ column }) => column.adds);
  // Sums need a column for their label.
  const isNumbered = firstSum === 0 || visibleColumns.length === 0;
  const print = (cells: Line) =>
    visibleColumns.map(({ column, index }) => toPrintable(printOr(cells[index] ?? null, column, decimalMark, locale)));
  let count = 0;
  const rows = toStatementRows(job, groupedBy).map(({ level, label, cells, carried }): TableRow => {
    if (level === 'line') count += 1;
    const number = isNumbered ? [level === 'line' ? formatCount(count, locale) : ''] : [];
    return {
      level,
      label: toPrintable(label),
      cells: [...number, ...print(cells)],
      ...(carried && { carried: [...number, ...print(carried)] }),
    };
  });
  const number = { head: pdfWords.lineNumber, isFigure: true, wraps: true };
  return {
    columns: [
      ...(isNumbered ? [number] : []),
      ...visibleColumns.map(({ column }) => ({
        head: toPrintable(column.head),
        isFigure: isFigure(column),
        wraps: canWrap(column),
      })),
    ],
    rows,
    keys: 1,
    span: isNumbered ? 1 : firstSum < 0 ? visibleColumns.length : firstSum,
    notes: [],
  };
}

const FORMATS = { png: 'png', jpeg: 'jpg', svg: 'svg' } as const;

/** @param fit breaks a text to a width in points */
export function printLetter(letter: Letter, fit: (text: string, width: number) => string) {
  const { heading, sender, receiver, number, facts } = letter;
  const toAddress = (lines: readonly string[]) => lines.map((line) => fit(line, ADDRESS));
  return {
    heading: fit(heading, HEADING),
    sender: sender && {
      name: fit(sender.name, ADDRESS),
      lines: toAddress(sender.lines),
      logo: sender.logo && {
        format: FORMATS[sender.logo.kind],
        bytes: [...fromBase64(sender.logo.data)],
        alternative: sender.name,
      },
    },
    /** The sender in one small line above the client's address, for envelopes with windows. */
    from: fit(sender ? [sender.name, ...sender.lines].filter((line) => line !== '').join(' · ') : '', ADDRESS * 1.5),
    receiver: toAddress([texts.receiver(receiver.name), ...receiver.lines]),
    facts: facts.map(({ label, text }) => [fit(label, FACT_LABEL), fit(text, FACT_TEXT)] as const),
    number: fit(number, ADDRESS),
    words: { carried: texts.carried, brought: texts.brought },
  };
}

/** Widths of the template, in points of its type size. */
const ADDRESS = 250;
const FACT_LABEL = 80;
const FACT_TEXT = 140;
const HEADING = 250;
