/** Counts the selected records in the status bar, with exact sums of the selected columns from the store. */
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Input } from '#contract/api.ts';
import type { Property } from '#domain/properties.ts';
import { recordsSelectionTexts as texts } from '#texts/screens/record-columns.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { recordsSums } from '#ui/data/queries.ts';
import { count } from '#ui/format/figures-and-times.ts';
import { listTotalAmounts, formatMeasure } from '#ui/format/measured.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import { LOGGED_HOURS, findTotalMeasure } from './columns.ts';
import type { Rectangle } from '#ui/grid/cell-range.ts';
import classes from './RecordsScreen.module.css';

/** The pause after which a selection is summed, so that dragging does not query sums at every row. */
const PAUSE_MS = 120;

export interface SelectionSumsProps {
  readonly pageQuery: Pick<Input<'records.sums'>, 'filterGroups' | 'query' | 'period' | 'sort'>;
  readonly columns: readonly Property[];
  readonly selected: Rectangle;
}

export function SelectionSums({ pageQuery, columns, selected }: SelectionSumsProps) {
  const printing = usePrintSettings();
  const [{ firstRow, lastRow, firstColumn, lastColumn }] = useDebouncedValue(selected, PAUSE_MS);
  const summed = columns.slice(firstColumn, lastColumn + 1).flatMap((property) => {
    const measure = findTotalMeasure(property);
    return measure === undefined ? [] : [{ property, measure }];
  });
  const { filterGroups, query, period, sort } = pageQuery;
  const { data, isPlaceholderData } = useQuery(
    recordsSums({
      filterGroups,
      query,
      period,
      sort,
      offset: firstRow,
      limit: lastRow - firstRow + 1,
      measures: summed.length > 0 ? summed.map(({ measure }) => measure) : [LOGGED_HOURS],
    }),
  );
  const rows = selected.lastRow - selected.firstRow + 1;
  return (
    <output className={classes.sums} data-testid="selection-sums" data-old={isPlaceholderData || undefined}>
      <span className="figure">{texts.records(count(rows))}</span>
      {data &&
        summed.map(({ property, measure }) => {
          const amounts = listTotalAmounts(measure, data, printing);
          const value = data.totals[measure] ?? null;
          return (
            <span key={property.name} data-property={property.name} data-value={value ?? ''}>
              {uiTexts.recordsScreen.heads[property.name] ?? property.label}{' '}
              <strong className="figure">
                {amounts.length > 0 ? amounts.join(' · ') : formatMeasure(measure, value, printing)}
              </strong>
            </span>
          );
        })}
    </output>
  );
}
