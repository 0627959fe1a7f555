/** How the cells of a capsule read: digits and thousands for people, never less than what is written. */
import type { Cell, ExportColumn } from '../../domain/exports/model.ts';
import { groupThousands } from '../../domain/thousands.ts';
import { toUnits, type Units } from '../../domain/decimal.ts';

type Column = Pick<ExportColumn, 'kind' | 'digits'>;

export function isNumeric({ kind }: Pick<ExportColumn, 'kind'>): boolean {
  switch (kind) {
    case 'count':
    case 'number':
    case 'hours':
    case 'clock':
    case 'minutes':
    case 'days':
    case 'money':
    case 'rate':
    case 'percent':
      return true;
    case 'text':
    case 'id':
    case 'boolean':
    case 'date':
    case 'datetime':
    case 'unreadable':
      return false;
  }
}

/** Unset is empty. */
export function printCell(cell: Cell, column: Column): string {
  if (cell === null) return '';
  if (column.kind === 'datetime') return cell.replace('T', ' ');
  if (!isNumeric(column)) return cell;
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
