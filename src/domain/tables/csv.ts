/** Reads the lines of a CSV as spreadsheets of any country write it. The parser is the caller's: programs and pages have one each. Pure. */
import { z } from 'zod';

/** A line of a table; lines are counted from 1, the header's included. */
export interface TableLine {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The parser of the package csv-parse, for texts. */
export type ParseCsv = (text: string, options: CsvOptions) => unknown;

export interface CsvOptions {
  readonly delimiter: string;
  readonly info: true;
  readonly relax_column_count: true;
  readonly skip_empty_lines: true;
  readonly skip_records_with_empty_values: true;
  readonly trim: true;
  readonly to?: number;
}

export type CsvLines = readonly TableLine[] | { readonly brokenAt: number };

const rowsSchema = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }));
const separators = [',', ';', '\t', '|'] as const;

/** @param most lines to read; absent: all. @returns lines with any value, or where quotation marks do not fit. */
export function readCsvLines(parse: ParseCsv, text: string, separator: string, most?: number): CsvLines {
  try {
    const rows: unknown = parse(text, {
      delimiter: separator,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      // Spreadsheets write such lines below a table.
      skip_records_with_empty_values: true,
      trim: true,
      ...(most !== undefined && { to: most }),
    });
    return rowsSchema.parse(rows).map(({ record, info }) => ({ line: info.lines, cells: record }));
  } catch (error) {
    // Errors of the parser tell the line; anything else is a programming error.
    if (!(error instanceof Error && 'lines' in error)) throw error;
    return { brokenAt: typeof error.lines === 'number' ? error.lines : 1 };
  }
}

/** The separator by which the first line is worth the most. */
export function findSeparator(parse: ParseCsv, text: string, worth: (cells: readonly string[]) => number): string {
  const worths = separators.map((separator) => {
    const rows = readCsvLines(parse, text, separator, 1);
    return { separator, worth: worth('brokenAt' in rows ? [] : (rows[0]?.cells ?? [])) };
  });
  const most = Math.max(...worths.map((each) => each.worth));
  return worths.find((each) => each.worth === most)?.separator ?? ',';
}
