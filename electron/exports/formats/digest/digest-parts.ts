/** A digest's content, before it is written as a page or as plain text. */
import { groupThousands as count } from '../../../../src/domain/thousands.ts';
import type { ExportDocument } from '../../document.ts';
import { printOr, toDigestTable, type DigestTable } from './digest-table.ts';

const MOST_SUMS = 24;
/** The measure that counts them: a report with it says so itself. */
const RECORDS = 'records';

export interface DigestParts {
  readonly title: string;
  readonly period: string;
  readonly seal: string;
  readonly isComplete: boolean;
  /** Records first, then every sum. */
  readonly figures: readonly { readonly label: string; readonly value: string }[];
  readonly table: DigestTable;
  /** What is not in it. */
  readonly remarks: readonly string[];
  readonly notes: readonly string[];
  readonly facts: readonly { readonly label: string; readonly text: string }[];
}

export async function toDigestParts(document: ExportDocument): Promise<DigestParts> {
  const { head, words, columns, lineCount } = document;
  const table = await toDigestTable(document);
  const { records } = document.facts();
  const sums = listSums(document);
  const isReport = document.outline !== null;
  return {
    title: head.title,
    period: head.period,
    seal: head.seal,
    isComplete: head.complete,
    figures: [
      ...(typeof records === 'number' && !columns.some(({ name }) => name === RECORDS)
        ? [{ label: words.digest.records, value: count(records) }]
        : []),
      ...(isReport ? [{ label: words.digest.lines, value: count(lineCount) }] : []),
      ...sums.slice(0, MOST_SUMS),
    ],
    table,
    remarks: [
      ...(sums.length > MOST_SUMS ? [words.digest.moreSums(count(sums.length - MOST_SUMS))] : []),
      ...(table.hidden.length > 0 ? [words.digest.moreColumns(shorten(table.hidden))] : []),
    ],
    notes: head.notes,
    facts: head.sections.flatMap(({ facts }) => facts),
  };
}

const MOST_HEADS = 12;

function shorten(heads: readonly string[]): string {
  const more = heads.length - MOST_HEADS;
  return more > 0 ? `${heads.slice(0, MOST_HEADS).join(', ')} … (+${count(more)})` : heads.join(', ');
}

/** Of a report the total's cells, which are printed as they are; of records the sums of every column that adds up. */
function listSums(document: ExportDocument): { label: string; value: string }[] {
  const { columns, outline, words } = document;
  const total = outline?.findLast(({ level }) => level === 'total');
  if (total)
    return columns.flatMap((column, at) => {
      const cell = total.cells[at] ?? null;
      return cell === null || !/^-?\d/.test(cell)
        ? []
        : [{ label: column.head, value: printOr(cell, column, document) }];
    });
  const { all, byCurrency } = document.sums();
  return [
    ...columns.flatMap((column) => {
      const sum = all[column.name] ?? null;
      return sum === null ? [] : [{ label: column.head, value: printOr(sum, column, document) }];
    }),
    ...byCurrency.flatMap(({ currency, sums }) =>
      columns.flatMap((column) => {
        const sum = sums[column.name] ?? null;
        const named = currency ?? words.workbook.noCurrency;
        return sum === null ? [] : [{ label: `${column.head}, ${named}`, value: printOr(sum, column, document) }];
      }),
    ),
  ];
}
