/** One cell of the table: a field as plain as text until it is used; saved by Enter or by leaving it, reset by Escape, which then leaves the table. */
import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { NamedRow } from '#domain/people/named-rows.ts';
import { replacedWhenTyped } from '#ui/keyboard.ts';
import { peopleTexts as texts } from '#texts/screens/people.ts';
import type { Shown } from '#ui/naming/use-named-rows.ts';
import { dayText } from '#ui/format/figures-and-times.ts';
import { localizeDecimal, readDay, toDecimal } from '#ui/locale.ts';
import type { NameColumn } from '#domain/people/names-table.ts';
import classes from './PeopleScreen.module.css';

export interface SaveOptions {
  /** Said by Enter, which answers what was asked about the text before. */
  readonly isMeant: boolean;
  /** The field is no longer drawn: nothing can be corrected in it. */
  readonly isGone: boolean;
}

export interface NameFieldProps {
  readonly row: NamedRow;
  readonly column: FieldColumn;
  /** @returns what is wrong with the text; undefined: nothing. */
  readonly onSave: (text: string, options: SaveOptions) => Promise<string | undefined>;
  readonly onProblem: (problem: string | undefined) => void;
  /** Moves to the same column of another row. */
  readonly onMove: (step: 1 | -1 | 0) => void;
}

export function NameField({ row, column, onSave, onProblem, onMove }: NameFieldProps) {
  const { name, right, suggests, form } = column;
  const held = showCell(column, row.fields[name] ?? '');
  // Undefined: as it is stored.
  const [typed, setTyped] = useState<string>();
  const [isBad, setBad] = useState(false);
  const isGone = useRef(false);
  const saving = useRef<Promise<boolean>>(undefined);
  /** The text that was saved last: until it is drawn, `typed` still has it, and a row that goes then would save it again. */
  const saved = useRef<string>(undefined);
  const save = async (isMeant: boolean) => {
    if (typed === undefined || typed.trim() === held || typed === saved.current) {
      setTyped(undefined);
      return true;
    }
    const problem = await onSave(readCell(column, typed), { isMeant, isGone: isGone.current });
    if (isGone.current && problem !== undefined)
      notifications.show({ message: problem, color: 'var(--bad)', autoClose: 12_000 });
    setBad(problem !== undefined);
    onProblem(problem);
    if (problem !== undefined) return false;
    saved.current = typed;
    setTyped((now) => (now === typed ? undefined : now));
    return true;
  };
  /** Left by the key that saves it, the field is saved once. */
  const commit = (isMeant = false) => {
    saving.current ??= save(isMeant).finally(() => {
      saving.current = undefined;
    });
    return saving.current;
  };
  const last = useRef(commit);
  useEffect(() => {
    last.current = commit;
  });
  // A row that scrolls out of the page is left, too.
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      void last.current();
    };
  }, []);
  const press = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    if (event.key === 'Escape' && typed === undefined) {
      // Out of the table, however many fields it has.
      document.getElementById('content')?.focus();
    }
    if (event.key === 'Escape' && typed !== undefined) {
      event.stopPropagation();
      setTyped(undefined);
      setBad(false);
      onProblem(undefined);
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      onMove(event.key === 'ArrowDown' ? 1 : -1);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      const isSaved = commit(true);
      // At once: the next letters belong to the next row. What is refused takes the focus back.
      onMove(event.shiftKey ? -1 : 1);
      void isSaved.then((saved) => !saved && onMove(0));
    }
  };
  const Field = form === 'hours' ? 'textarea' : 'input';
  return (
    <Field
      className={classes.field}
      {...(form === 'hours' && { rows: countLines(typed ?? held) })}
      aria-label={texts.field(texts.heads[name], row.name ?? row.id)}
      aria-invalid={isBad}
      data-column={name}
      data-right={right || undefined}
      list={suggests ? `known-${name}` : undefined}
      placeholder={name === 'name' ? texts.examples[name] : undefined}
      title={
        texts.examples[name] === undefined
          ? undefined
          : typed === undefined && held !== ''
            ? held
            : texts.examples[name]
      }
      spellCheck={false}
      autoComplete="off"
      value={typed ?? held}
      onChange={(event) => {
        saved.current = undefined;
        setTyped(event.currentTarget.value);
      }}
      {...(right && { onFocus: replacedWhenTyped.onFocus, onClick: replacedWhenTyped.onClick })}
      onBlur={(event) => {
        replacedWhenTyped.onBlur(event);
        void commit();
      }}
      onKeyDown={press}
    />
  );
}

export interface FieldColumn {
  readonly name: NameColumn;
  /** Width in letters. */
  readonly letters: number;
  readonly right?: boolean;
  /** Shown and typed as the chosen locale writes it; without: as it is. */
  readonly form?: 'day' | 'hours';
  /** Offers what other rows have there. */
  readonly suggests?: boolean;
}

/** The columns of People & clients that are filled by hand, and what a cell holds. */
export const fieldColumns: Readonly<Record<Shown, readonly FieldColumn[]>> = {
  people: [
    { name: 'name', letters: 22 },
    { name: 'team', letters: 16, suggests: true },
    { name: 'weekly_hours', letters: 21, right: true, form: 'hours' },
    { name: 'active_from', letters: 11, form: 'day' },
    { name: 'active_to', letters: 11, form: 'day' },
    { name: 'absences', letters: 30 },
  ],
  objects: [
    { name: 'name', letters: 30 },
    { name: 'client', letters: 26, suggests: true },
    { name: 'currency', letters: 8, suggests: true },
  ],
};

/** @param held the cell's value: a day `YYYY-MM-DD`, weekly hours, a line for each day from which they hold, or text */
export function showCell({ form }: FieldColumn, held: string): string {
  if (form === 'day') return dayText(held);
  if (form !== 'hours') return held;
  const lines = held.split('; ').map((line) => line.split(' from '));
  return lines
    .map(([hours = '', from]) => localizeDecimal(hours) + (from === undefined ? '' : texts.from(dayText(from))))
    .join('\n');
}

/** @returns the value that is meant; a text that cannot be read stays as it is, to be refused with its reason */
export function readCell({ form }: FieldColumn, typed: string): string {
  if (form === 'day') return readDay(typed) ?? typed;
  return form === 'hours' ? typed.split(/[;\n]/).map(readHoursLine).join('; ') : typed;
}

function readHoursLine(line: string): string {
  const [hours = '', ...words] = line.trim().split(/\s+/);
  // Behind a word, or at once.
  const from = readDay(words.join(' ')) ?? readDay(words.slice(1).join(' '));
  const read = toDecimal(hours);
  return from === undefined ? [read, ...words].join(' ') : `${read} from ${from}`;
}

export const countLines = (text: string): number => text.split(/;|\n/).length;
