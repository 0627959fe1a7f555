/** A report as it is read on screen: its lines with subtotals, differences and totals, folded by group. */
import type { ExportColumn, OutlineRow } from '../../../../src/domain/exports/model.ts';
import { drawText, toCellDrawer, type CellContext } from './cells.ts';
import { toSheetPieces, type SheetRow } from './sheet.ts';
import type { Font } from './styles.ts';
import { chooseWidths, isTextKind } from './widths.ts';

const fonts: Readonly<Record<OutlineRow['level'], Font>> = {
  line: 'plain',
  difference: 'italic',
  subtotal: 'bold',
  total: 'bold',
};

export interface OutlineQuestion extends CellContext {
  readonly columns: readonly ExportColumn[];
  readonly outline: readonly OutlineRow[];
  readonly isActive: boolean;
}

export function toOutlinePieces(question: OutlineQuestion): AsyncGenerator<string> {
  const { columns, outline, styles, isActive } = question;
  const bold = styles.find({ font: 'bold' });
  const right = styles.find({ font: 'bold', align: 'right' });
  const drawers = new Map(
    [...new Set(Object.values(fonts))].map((font) => [
      font,
      columns.map((column) => toCellDrawer(column, { ...question, font })),
    ]),
  );
  const rows = outline.map(({ level, depth, cells }): SheetRow => {
    const own = drawers.get(fonts[level]);
    return {
      level: level === 'total' ? 0 : depth,
      cells: cells.map((cell, at) => (cell === null || cell === '' ? null : (place) => own?.[at]?.(cell, place) ?? '')),
    };
  });
  const heads = columns.map(({ head }) => head);
  const widths = chooseWidths(
    columns,
    heads,
    outline.map(({ cells }) => cells),
  );
  return toSheetPieces(
    [{ cells: columns.map(({ head, kind }) => drawText(head, isTextKind(kind) ? bold : right)) }, ...rows],
    {
      widths,
      frozenRow: 1,
      hasLevels: outline.some(({ depth }) => depth > 0),
      isActive,
    },
  );
}
