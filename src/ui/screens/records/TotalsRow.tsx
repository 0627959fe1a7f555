/** The foot of the records table: totals of every record of the filter, never of the page alone. */
import { findMeasure } from '../../../domain/reports/measures.ts';
import type { ReportResult } from '../../../domain/reports/report.ts';
import type { Property } from '../../../domain/properties.ts';
import { uiTexts } from '../../../texts/en/ui.ts';
import { Pending } from '../../components/Pending.tsx';
import { count } from '../../format/figures.ts';
import { measured } from '../../format/measured.ts';
import { isRightAligned, totalMeasure } from './columns.ts';
import tables from '../../components/tables.module.css';

export interface TotalsRowProps {
  readonly columns: readonly Property[];
  readonly total: number;
  /** Undefined while they are added up. */
  readonly totals: ReportResult['totals'] | undefined;
  readonly isPending: boolean;
}

export function TotalsRow({ columns, total, totals, isPending }: TotalsRowProps) {
  const firstTotal = columns.findIndex((property) => totalMeasure(property) !== undefined);
  const labelled = firstTotal < 0 ? columns.length : firstTotal;
  const label = total === 1 ? uiTexts.recordsScreen.allOne : uiTexts.recordsScreen.all(count(total));
  return (
    <tfoot>
      <tr data-testid="records-totals">
        <th scope="row" colSpan={labelled + 1}>
          {isPending ? uiTexts.loading : label}
        </th>
        {columns.slice(labelled).map((property) => (
          <Total key={property.name} property={property} totals={totals} />
        ))}
      </tr>
    </tfoot>
  );
}

function Total({ property, totals }: { readonly property: Property; readonly totals: TotalsRowProps['totals'] }) {
  const measure = totalMeasure(property);
  const value = measure === undefined ? undefined : totals?.[measure];
  return (
    <td
      className={isRightAligned(property) ? tables.number : undefined}
      title={measure === undefined ? undefined : findMeasure(measure)?.formula}
      data-property={property.name}
      data-value={value ?? ''}
    >
      {measure !== undefined && (totals ? measured(measure, value, 'table') : <Pending width="56px" />)}
    </td>
  );
}
