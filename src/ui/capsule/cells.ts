/** How the cells of a capsule read: digits and thousands for people, never less than what is written. */
import type { Cell, ExportColumn } from '../../domain/exports/model.ts';
import { isFigure } from '../../domain/exports/value-types.ts';
import { groupThousands } from '../../domain/thousands.ts';
import { toUnits, type Units } from '../../domain/decimal.ts';

type Column = Pick<ExportColumn, 'kind' | 'digits'>;

/** Unset is empty. */
export function printCell(cell: Cell, column: Column): string {
  if (cell === null) return '';
  if (column.kind === 'datetime') return cell.replace('T', ' ');
  if (!isFigure(column)) return cell;
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(cell) ?? [];
  if (whole === '') return cell;
  const minus = sign === '' ? '' : '\u2212';
  if (column.kind === 'clock') {
    const count = BigInt(whole);
    const part = fraction === '' ? '' : `.${fraction}`;
    return `${minus}${groupThousands(count / 60n)}:${String(count % 60n).padStart(2, '0')}${part}`;
  }
  const shown = fraction.padEnd(column.digits ?? 0, '0');
  const end = shown === '' ? '' : `.${shown}`;
  return `${minus}${groupThousands(BigInt(whole))}${end}${column.kind === 'percent' ? '\u2009%' : ''}`;
}

/** The number of a cell; undefined where it is none. */
export function toNumber(cell: string): Units | undefined {
  try {
    return toUnits(cell);
  } catch {
    return undefined;
  }
}
