/** The same digest as plain text, which mails carry beside their page. */
import type { DigestParts } from './digest-parts.ts';
import { toSafeText } from './safe-text.ts';
import type { DigestWords } from './words.ts';

export function toDigestText(parts: DigestParts, words: DigestWords): string {
  const { title, period, seal, figures, table, remarks, notes, facts } = parts;
  const pair = ({ label, value }: { readonly label: string; readonly value: string }) =>
    `${toSafeText(label)}: ${toSafeText(value)}`;
  const sections = [
    [title, period, seal].map(toSafeText),
    figures.map(pair),
    toColumns(table),
    remarks.map(toSafeText),
    notes.length === 0 ? [] : [words.notes, ...notes.map((note) => `- ${toSafeText(note)}`)],
    [words.check, words.howToCheck, ...facts.map(({ label, text }) => pair({ label, value: text }))],
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function toColumns({ columns, rows }: DigestParts['table']): string[] {
  const cells = [columns.map(({ head }) => head), ...rows.map((row) => row.cells)].map((row) => row.map(toSafeText));
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const toLine = (row: readonly string[]) =>
    columns
      .map(({ isFigure }, at) => {
        const cell = row[at] ?? '';
        return isFigure ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0);
      })
      .join('  ')
      .trimEnd();
  const [heads = [], ...body] = cells;
  return [toLine(heads), widths.map((width) => '-'.repeat(width)).join('  '), ...body.map(toLine)];
}
