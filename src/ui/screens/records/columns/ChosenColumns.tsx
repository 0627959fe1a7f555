/** The chosen columns in their order: dragged or moved by Alt and the arrows, pinned, removed. */
import { ActionIcon } from '@mantine/core';
import { IconGripVertical, IconPin, IconPinFilled, IconX } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { Property } from '#domain/properties.ts';
import { recordsColumnsTexts as texts } from '#texts/screens/records/columns.ts';
import { movedBy, movedTo } from './order.ts';
import classes from './ColumnsChooser.module.css';

export interface ChosenColumnsProps {
  readonly columns: readonly Property[];
  readonly pinned: readonly string[];
  readonly onOrder: (names: string[]) => void;
  readonly onPin: (pinned: string[]) => void;
}

export function ChosenColumns({ columns, pinned, onOrder, onPin }: ChosenColumnsProps) {
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<string>();
  const names = columns.map(({ name }) => name);
  const press = (event: KeyboardEvent, name: string) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (step === undefined) return;
    event.preventDefault();
    if (event.altKey) return onOrder(movedBy(names, name, step));
    const stops = [...(list.current?.querySelectorAll<HTMLElement>('[data-grip]') ?? [])];
    stops[names.indexOf(name) + step]?.focus();
  };
  return (
    <ul ref={list} className={classes.chosen} aria-label={texts.chosen}>
      {columns.map(({ name, label }, at) => {
        const isPinned = pinned.includes(name);
        return (
          // By keyboard the same is done at its grip.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li
            key={name}
            className={classes.column}
            draggable
            data-dragged={dragged === name || undefined}
            onDragStart={() => setDragged(name)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              if (dragged !== name) onOrder(movedTo(names, dragged, at));
            }}
          >
            <button
              type="button"
              className={classes.grip}
              data-grip
              aria-label={texts.move(label)}
              title={texts.move(label)}
              onKeyDown={(event) => press(event, name)}
            >
              <IconGripVertical size={14} aria-hidden />
            </button>
            <span className={classes.label}>{label}</span>
            <ActionIcon
              size={22}
              aria-label={isPinned ? texts.unpin(label) : texts.pin(label)}
              aria-pressed={isPinned}
              onClick={() => onPin(isPinned ? pinned.filter((each) => each !== name) : [...pinned, name])}
            >
              {isPinned ? <IconPinFilled size={14} aria-hidden /> : <IconPin size={14} aria-hidden />}
            </ActionIcon>
            <ActionIcon
              size={22}
              aria-label={texts.remove(label)}
              disabled={columns.length === 1}
              onClick={() => onOrder(names.filter((each) => each !== name))}
            >
              <IconX size={14} aria-hidden />
            </ActionIcon>
          </li>
        );
      })}
    </ul>
  );
}
