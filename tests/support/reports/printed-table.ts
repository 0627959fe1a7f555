/** Reads a table of the terminal back as people do: cells by the rule below the heads. */

export interface ReadTable {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Lines below the table. */
  readonly below: readonly string[];
}

export function readTable(lines: readonly string[]): ReadTable {
  const at = lines.findIndex((line) => /^-+( {2}-+)*$/.test(line));
  const spans = [...(lines[at] ?? '').matchAll(/-+/g)].map(({ index, 0: rule }) => ({
    from: index,
    to: index + rule.length,
  }));
  const cellsOf = (line: string) => spans.map(({ from, to }) => line.slice(from, to).trim());
  const end = lines.findIndex((line, index) => index > at && line.startsWith('Total '));
  return {
    heads: cellsOf(lines[at - 1] ?? ''),
    rows: lines.slice(at + 1, end + 1).map(cellsOf),
    below: lines.slice(end + 1),
  };
}

/** A printed figure in whole steps of its own last digit; empty is nothing. `1:30` → 90, `1,234.50` → 123450. */
export function stepsIn(cell: string): number {
  if (cell === '') return 0;
  const clock = /^([+-]?)([\d,]+):(\d\d)$/.exec(cell);
  const sign = cell.startsWith('-') ? -1 : 1;
  if (clock) return sign * (60 * Number((clock[2] ?? '').replaceAll(',', '')) + Number(clock[3]));
  if (!/^[+-]?[\d,]+(\.\d+)?$/.test(cell)) throw new Error(`Not a figure: ${cell}`);
  return sign * Number(cell.replaceAll(/[^\d]/g, ''));
}
