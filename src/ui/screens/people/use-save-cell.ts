/** Saves one cell of the names table. */
import { useRef } from 'react';
import { findNearCurrencies } from '#domain/people/directory.ts';
import type { NamedRow } from '#domain/people/named-rows.ts';
import { type NameColumn, changeFields } from '#domain/people/names-table.ts';
import { peopleTexts as texts } from '#texts/screens/people.ts';
import { explainFailure } from '#ui/data/client.ts';
import { useNames } from '#ui/names.ts';
import { useChangeNames } from '#ui/naming/use-change-names.ts';
import type { SaveOptions } from './NameField.tsx';

/** @returns the problem with the text as a sentence; undefined if it was saved */
type SaveCell = (row: NamedRow, column: NameColumn, text: string, options: SaveOptions) => Promise<string | undefined>;

export function useSaveCell(): SaveCell {
  const { directory } = useNames();
  const change = useChangeNames();
  /** The currency that was questioned last; pressing Enter again confirms it. */
  const lastQuestion = useRef<string>(undefined);
  return async (
    row: NamedRow,
    column: NameColumn,
    text: string,
    { isConfirmed, isGone }: SaveOptions,
  ): Promise<string | undefined> => {
    const head = texts.field(texts.heads[column], row.name ?? row.id);
    const read = changeFields(directory, row, { [column]: text });
    if (!read.ok) return (isGone ? texts.notKept : texts.problem)(head, withoutColumn(read.problem, column));
    const [near] = findNearCurrencies(directory, read.change);
    if (near && !(isConfirmed && lastQuestion.current === `${row.id} ${near.written}`)) {
      lastQuestion.current = `${row.id} ${near.written}`;
      return texts.nearCurrency(head, near.written, near.inUse);
    }
    const isRemoved = column === 'name' && text.trim() === '';
    const name = column === 'name' && !isRemoved ? text.trim() : (row.name ?? row.id);
    try {
      await change(read.change, isRemoved ? texts.removed(name) : texts.changed(name));
      return undefined;
    } catch (error) {
      return explainFailure(error).sentence;
    }
  };
}

/** The message names the field already. */
function withoutColumn(problem: string, column: NameColumn): string {
  return problem.startsWith(`${column} "`) ? problem.slice(column.length + 1) : problem;
}
