/** One JSON document: columns, rows, sums and manifest. Written in pieces, rows before what is known only after them. */
import type { FormatWriter } from '../document.ts';
import { type ExportColumn, type Line, toValueType } from '#domain/exports/model.ts';
import type { ExportOptions } from '#domain/exports/options.ts';

export const json: FormatWriter = {
  isThreaded: true,
  async write(document, file) {
    const { head, columns, options } = document;
    const header = {
      title: head.title,
      period: head.period,
      seal: head.seal,
      complete: head.complete,
      notes: head.notes,
    };
    const described = columns.map((column) => describeColumn(column, options));
    await file.write(`${JSON.stringify({ ...header, columns: described }).slice(0, -1)},"rows":[`);
    const toRow = createRowWriter(columns, options);
    let separator = '\n';
    for await (const piece of document.lines) {
      let text = '';
      for (const line of piece) {
        text += separator + toRow(line);
        separator = ',\n';
      }
      await file.write(text);
    }
    const { all, byCurrency } = document.sums();
    const sums = { sums: all, ...(byCurrency.length > 0 && { sumsByCurrency: byCurrency }) };
    const facts = { ...document.facts() };
    // The document already contains them.
    for (const name of ['columns', 'heads', 'sums', 'sumsByCurrency']) delete facts[name];
    await file.write(`\n],${JSON.stringify({ ...sums, manifest: facts }).slice(1)}\n`);
    return { guarded: 0 };
  },
};

/** One JSON object per line, and nothing else. */
export const jsonl: FormatWriter = {
  isThreaded: true,
  async write({ columns, options, lines }, file) {
    const toRow = createRowWriter(columns, options);
    for await (const piece of lines) {
      let text = '';
      for (const line of piece) text += `${toRow(line)}\n`;
      await file.write(text);
    }
    return { guarded: 0 };
  },
};

// Lines as JSON objects by column name. Decimals are texts, because readers of JSON parse numbers as doubles, which hold 15 digits.

/** @returns a function that formats a line: every column in order, null if unset. */
function createRowWriter(
  columns: readonly Pick<ExportColumn, 'name' | 'kind'>[],
  options: Pick<ExportOptions, 'times'>,
): (line: Line) => string {
  const starts = columns.map(({ name }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  const values = columns.map((column) => createValueWriter(column, options));
  return (line) => {
    let row = '';
    for (let index = 0; index < starts.length; index += 1) {
      const cell = line[index] ?? null;
      row += starts[index] ?? '';
      row += cell === null ? 'null' : (values[index]?.(cell) ?? 'null');
    }
    return row === '' ? '{}' : `${row}}`;
  };
}

function createValueWriter(
  column: Pick<ExportColumn, 'kind'>,
  options: Pick<ExportOptions, 'times'>,
): (cell: string) => string {
  switch (toValueType(column, options)) {
    case 'text':
      return (cell) => JSON.stringify(cell);
    case 'boolean':
    case 'object':
      return (cell) => cell;
    case 'integer':
    case 'decimal':
    case 'date':
    case 'instant':
    case 'local':
      // Digits, dates and times need no escapes.
      return (cell) => `"${cell}"`;
  }
}

export function describeColumn(column: ExportColumn, options: Pick<ExportOptions, 'times'>): object {
  const { name, label, kind, currency, adds } = column;
  return { name, label, type: toValueType(column, options), kind, currency, adds };
}
