/** Prints cells as people read them: thousands grouped, the column's decimals, hours as h:mm, dates without a T. */
import { formatUnits, roundUnits, toUnits } from '../../../../src/domain/decimal.ts';
import type { ExportColumn } from '../../../../src/domain/exports/model.ts';
import { pdfWords } from '../../../../src/domain/exports/pdf-words.ts';
import { groupThousands } from '../../../../src/domain/thousands.ts';

export type PrintedColumn = Pick<ExportColumn, 'kind' | 'digits'>;
export type DecimalMark = 'point' | 'comma';

const NO_BREAK_SPACE = '\u00A0';
/** Of `2026-10-01 09:30`: to the minute, as on screen. */
const MINUTE_LENGTH = 16;

/** @param cell exact, as documents have it */
export function printCell(cell: string, column: PrintedColumn, mark: DecimalMark): string {
  switch (column.kind) {
    case 'text':
    case 'id':
    case 'unreadable':
    case 'date':
      return cell;
    case 'boolean':
      return cell === 'true' ? pdfWords.yes : pdfWords.no;
    case 'datetime':
      return cell.replace('T', ' ').slice(0, MINUTE_LENGTH);
    case 'percent':
      return `${toMarked(printDecimal(cell, column.digits), mark)}${NO_BREAK_SPACE}%`;
    case 'clock':
      return toMarked(printClock(column.digits === null ? cell : roundTo(cell, column.digits)), mark);
    case 'count':
    case 'number':
    case 'hours':
    case 'minutes':
    case 'days':
    case 'money':
    case 'rate':
      return toMarked(printDecimal(cell, column.digits), mark);
  }
}

function toMarked(figure: string, mark: DecimalMark): string {
  return mark === 'comma' ? figure.replaceAll(/[.,]/g, (each) => (each === '.' ? ',' : '.')) : figure;
}

const roundTo = (cell: string, digits: number) => formatUnits(roundUnits(toUnits(cell), digits));

/** Rounded to the column's decimals, which are always written out; as it is where the column names none. */
function printDecimal(cell: string, digits: number | null): string {
  const exact = digits === null ? cell : roundTo(cell, digits);
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(exact) ?? [undefined, '', exact];
  const decimals = digits === null ? fraction : fraction.padEnd(digits, '0');
  return `${sign}${/^\d+$/.test(whole) ? groupThousands(BigInt(whole)) : whole}${decimals === '' ? '' : `.${decimals}`}`;
}

/** Whole minutes as `h:mm`; a part of a minute stays a decimal. */
function printClock(minutes: string): string {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(minutes) ?? [];
  const count = BigInt(whole);
  return `${sign}${groupThousands(count / 60n)}:${String(count % 60n).padStart(2, '0')}${fraction}`;
}
