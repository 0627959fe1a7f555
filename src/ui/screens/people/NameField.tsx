/** An editable cell that looks like text until it is used. Enter or leaving it saves; Escape resets it, and a second Escape leaves the table. */
import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { NamedRow } from '#domain/people/named-rows.ts';
import { focusContent, selectOnFocus } from '#ui/keyboard.ts';
import { peopleTexts as texts } from '#texts/screens/people.ts';
import type { Shown } from '#ui/naming/use-named-rows.ts';
import { dayText } from '#ui/format/figures-and-times.ts';
import { localizeDecimal, readDay, toDecimal } from '#ui/locale.ts';
import type { NameColumn } from '#domain/people/names-table.ts';
import classes from './PeopleScreen.module.css';

export interface SaveOptions {
  /** Confirms a text that was questioned; true when Enter is pressed. */
  readonly isConfirmed: boolean;
  /** Whether the field is no longer drawn, so that nothing can be corrected in it. */
  readonly isGone: boolean;
}

export interface NameFieldProps {
  readonly row: NamedRow;
  readonly column: FieldColumn;
  /** @returns the problem with the text; undefined if it was saved. */
  readonly onSave: (text: string, options: SaveOptions) => Promise<string | undefined>;
  readonly onProblem: (problem: string | undefined) => void;
  /** Moves to the same column of the next or previous row; 0 returns to this field. */
  readonly onMove: (step: 1 | -1 | 0) => void;
}

export function NameField({ row, column, onSave, onProblem, onMove }: NameFieldProps) {
  const { name, right, suggests, form } = column;
  const stored = formatCell(column, row.fields[name] ?? '');
  // Undefined while the field shows the stored text.
  const [typed, setTyped] = useState<string>();
  const [isInvalid, setInvalid] = useState(false);
  const isGone = useRef(false);
  const saving = useRef<Promise<boolean>>(undefined);
  /** The text saved last. Until the next render `typed` still holds it, and a row that is removed before would save it again. */
  const saved = useRef<string>(undefined);
  const save = async (isConfirmed: boolean) => {
    if (typed === undefined || typed.trim() === stored || typed === saved.current) {
      setTyped(undefined);
      return true;
    }
    const problem = await onSave(parseCell(column, typed), { isConfirmed, isGone: isGone.current });
    if (isGone.current && problem !== undefined)
      notifications.show({ message: problem, color: 'var(--bad)', autoClose: 12_000 });
    setInvalid(problem !== undefined);
    onProblem(problem);
    if (problem !== undefined) return false;
    saved.current = typed;
    setTyped((now) => (now === typed ? undefined : now));
    return true;
  };
  /** Saves once even if the key that saves also moves the focus out. */
  const commit = (isConfirmed = false) => {
    saving.current ??= save(isConfirmed).finally(() => {
      saving.current = undefined;
    });
    return saving.current;
  };
  const latestCommit = useRef(commit);
  useEffect(() => {
    latestCommit.current = commit;
  });
  // A row that scrolls out of view is saved, too.
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      void latestCommit.current();
    };
  }, []);
  const handleKey = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    if (event.key === 'Escape' && typed === undefined) {
      // Leaves the table without a Tab through all its fields.
      focusContent();
    }
    if (event.key === 'Escape' && typed !== undefined) {
      event.stopPropagation();
      setTyped(undefined);
      setInvalid(false);
      onProblem(undefined);
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      onMove(event.key === 'ArrowDown' ? 1 : -1);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      const isSaved = commit(true);
      // The focus moves before the save ends, so that the next letters reach the next row. A rejected text takes the focus back.
      onMove(event.shiftKey ? -1 : 1);
      void isSaved.then((saved) => !saved && onMove(0));
    }
  };
  const Field = form === 'hours' ? 'textarea' : 'input';
  return (
    <Field
      className={classes.field}
      {...(form === 'hours' && { rows: countLines(typed ?? stored) })}
      aria-label={texts.field(texts.heads[name], row.name ?? row.id)}
      aria-invalid={isInvalid}
      data-column={name}
      data-right={right || undefined}
      list={suggests ? `known-${name}` : undefined}
      placeholder={name === 'name' ? texts.examples[name] : undefined}
      title={
        texts.examples[name] === undefined
          ? undefined
          : typed === undefined && stored !== ''
            ? stored
            : texts.examples[name]
      }
      spellCheck={false}
      autoComplete="off"
      value={typed ?? stored}
      onChange={(event) => {
        saved.current = undefined;
        setTyped(event.currentTarget.value);
      }}
      {...(right && { onFocus: selectOnFocus.onFocus, onClick: selectOnFocus.onClick })}
      onBlur={(event) => {
        selectOnFocus.onBlur(event);
        void commit();
      }}
      onKeyDown={handleKey}
    />
  );
}

export interface FieldColumn {
  readonly name: NameColumn;
  /** Width in letters. */
  readonly letters: number;
  readonly right?: boolean;
  /** Shown and typed in the format of the locale; without a form, as stored. */
  readonly form?: 'day' | 'hours';
  /** Offers the values of other rows. */
  readonly suggests?: boolean;
}

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

/** @param value a day `YYYY-MM-DD`; weekly hours, such as `40; 20 from 2026-10-01`; or text */
export function formatCell({ form }: FieldColumn, value: string): string {
  if (form === 'day') return dayText(value);
  if (form !== 'hours') return value;
  const lines = value.split('; ').map((line) => line.split(' from '));
  return lines
    .map(([hours = '', from]) => localizeDecimal(hours) + (from === undefined ? '' : texts.from(dayText(from))))
    .join('\n');
}

/** @returns the value; an unreadable text stays as it is, so that saving rejects it with the reason */
export function parseCell({ form }: FieldColumn, typed: string): string {
  if (form === 'day') return readDay(typed) ?? typed;
  return form === 'hours' ? typed.split(/[;\n]/).map(readHoursLine).join('; ') : typed;
}

function readHoursLine(line: string): string {
  const [hours = '', ...words] = line.trim().split(/\s+/);
  // With or without a word such as "from" before the day.
  const from = readDay(words.join(' ')) ?? readDay(words.slice(1).join(' '));
  const read = toDecimal(hours);
  return from === undefined ? [read, ...words].join(' ') : `${read} from ${from}`;
}

export const countLines = (text: string): number => text.split(/;|\n/).length;
