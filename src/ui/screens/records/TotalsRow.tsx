/** The foot of the records table, with totals of all filtered records, never of the visible ones alone. */
import { findMeasure } from '#domain/reports/definition/measures.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import type { Property } from '#domain/properties.ts';
import { recordsTotalsTexts } from '#texts/screens/record-columns.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Amounts } from '#ui/components/values.tsx';
import { Pending } from '#ui/components/states.tsx';
import { FigureButton } from '#ui/explain/FigureTable.tsx';
import { count } from '#ui/format/figures-and-times.ts';
import { amountsOfTotal, measured } from '#ui/format/measured.ts';
import { usePrinting } from '#ui/format/use-printing.ts';
import { oneStop } from '#ui/grid/one-stop.ts';
import { pinCell, type GridColumnsTable } from '#ui/grid/use-grid-columns.ts';
import { isRightAligned, totalMeasure } from './columns.ts';
import { ROW_NUMBER } from './SortHeads.tsx';
import classes from './RecordsScreen.module.css';
import tables from '#ui/components/tables.module.css';

const RATE = 'effective_rate';

export interface ShownTotals {
  /** Undefined while the totals are computed. */
  readonly result: ReportResult | undefined;
  readonly isOld: boolean;
  readonly isSoFar: boolean;
}

export interface TotalsRowProps {
  readonly columns: readonly Property[];
  /** Undefined until the records are counted. */
  readonly total: number | undefined;
  readonly totals: ShownTotals;
  readonly table: GridColumnsTable;
  readonly onExplain: (measure: string) => void;
}

export function TotalsRow({ columns, total, totals, table, onExplain }: TotalsRowProps) {
  const { isOld, isSoFar } = totals;
  const firstTotal = columns.findIndex((property) => totalMeasure(property) !== undefined);
  const pinned = table.getStartLeafColumns().length - 1;
  // The label spans only pinned columns, so that it does not cover those that scroll beneath it.
  const before = firstTotal < 0 ? columns.length : firstTotal;
  const labelled = pinned > 0 ? Math.min(before, pinned) : before;
  return (
    <tfoot {...oneStop} data-old={isOld || undefined} aria-busy={isOld}>
      <tr data-testid="records-totals">
        <th scope="row" colSpan={labelled + 1} {...pinCell(table.getColumn(ROW_NUMBER))}>
          {total === undefined ? uiTexts.loading : totalsLabel(total, isSoFar)}
        </th>
        {columns.slice(labelled).map((property) => (
          <Total key={property.name} table={table} property={property} totals={totals.result} onExplain={onExplain} />
        ))}
      </tr>
    </tfoot>
  );
}

function totalsLabel(total: number, isSoFar: boolean): string {
  const texts = uiTexts.recordsScreen;
  if (isSoFar) return texts.allSoFar(count(total));
  return total === 1 ? texts.allOne : texts.all(count(total));
}

interface TotalProps extends Pick<TotalsRowProps, 'table' | 'onExplain'> {
  readonly property: Property;
  readonly totals: ReportResult | undefined;
}

function Total({ table, property, totals, onExplain }: TotalProps) {
  const printing = usePrinting();
  const measure = totalMeasure(property);
  const value = measure === undefined ? undefined : totals?.totals[measure];
  const amounts = measure === undefined || !totals ? [] : amountsOfTotal(measure, totals, printing);
  return (
    <td
      {...pinCell(table.getColumn(property.name))}
      className={isRightAligned(property) ? tables.number : undefined}
      title={findFormula(measure)}
      data-property={property.name}
      data-value={value ?? ''}
    >
      {measure !== undefined &&
        (totals ? (
          <span className={classes.total}>
            <FigureButton label={recordsTotalsTexts.explain(property.label)} onExplain={() => onExplain(measure)}>
              {amounts.length > 0 ? <Amounts amounts={amounts} /> : measured(measure, value, printing)}
            </FigureButton>
            {measure === RATE && <small className="unit">{uiTexts.recordsScreen.effective}</small>}
          </span>
        ) : (
          <Pending width="56px" />
        ))}
    </td>
  );
}

/** @returns the measure's formula for the tooltip, which says of a rate that it is no sum of rates */
function findFormula(measure: string | undefined): string | undefined {
  const formula = measure === undefined ? undefined : findMeasure(measure)?.formula;
  return measure === RATE && formula !== undefined ? uiTexts.recordsScreen.effectiveDetail(formula) : formula;
}
