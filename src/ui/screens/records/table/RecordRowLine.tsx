/** One row of the records table, drawn again only when something about it changes. */
import { memo } from 'react';
import { UnstyledButton } from '@mantine/core';
import type { RecordRow } from '../../../../contract/api.ts';
import type { NameOf } from '../../../../domain/people/id-names.ts';
import type { Property } from '../../../../domain/properties.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Pending } from '../../../components/states/Pending.tsx';
import { count } from '../../../format/figures.ts';
import type { CellSettings } from '../../../format/values.ts';
import { isColumnIn } from './cell-range.ts';
import { isRightAligned } from './columns.ts';
import { RecordCell } from './RecordCell.tsx';
import tables from '../../../components/values/tables.module.css';
import classes from '../RecordsScreen.module.css';

export interface RecordRowLineProps {
  readonly index: number;
  /** Undefined while it is loaded. */
  readonly row: RecordRow | undefined;
  readonly columns: readonly Property[];
  readonly settings: CellSettings;
  readonly nameOf: NameOf;
  /** The column that the keyboard is at, −1 for the row's number; undefined: another row. */
  readonly active: number | undefined;
  /** The interval of its columns that is selected. */
  readonly selected: string | undefined;
}

/** @returns the id of a cell, by which the table names the one that the keyboard is at. */
export function idOfCell(row: number, column: number): string {
  return `record-${row}-${column}`;
}

export const RecordRowLine = memo(function RecordRowLine(props: RecordRowLineProps) {
  const { index, row, columns, settings, nameOf, active, selected } = props;
  const attributes = (column: number) => ({
    id: idOfCell(index, column),
    'data-column': column,
    'data-active': active === column || undefined,
    'aria-selected': isColumnIn(selected, column) || undefined,
  });
  return (
    <tr data-row={index} data-record={row?.id} aria-rowindex={index + 2}>
      <td {...attributes(-1)} className={tables.number}>
        <UnstyledButton className={classes.number} tabIndex={-1}>
          {count(index + 1)}
          <span className="visually-hidden">
            {uiTexts.recordsScreen.details} {row?.id}
          </span>
        </UnstyledButton>
      </td>
      {columns.map((property, column) => (
        <td
          key={property.name}
          {...attributes(column)}
          className={isRightAligned(property) ? tables.number : classes.cell}
        >
          {row ? (
            <RecordCell property={property} row={row} settings={settings} nameOf={nameOf} />
          ) : (
            <Pending width="60%" />
          )}
        </td>
      ))}
    </tr>
  );
});
