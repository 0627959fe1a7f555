/** A searchable list to pick from by keyboard: typing narrows it, arrows move, Enter picks. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- options with details and groups do not fit a select */
import { Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useId, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { reportsTexts as texts } from '#texts/screens/reports-screen.ts';
import { findItems, type PickGroup, type PickItem } from './offers.ts';
import classes from './builder.module.css';

export interface PickListProps {
  readonly label: string;
  readonly groups: readonly PickGroup[];
  /** The ticked entries. */
  readonly chosen: readonly string[];
  readonly onPick: (value: string) => void;
  readonly multiple?: boolean;
  readonly search?: boolean;
}

const PAGE = 8;

export function PickList({ label, groups, chosen, onPick, multiple = false, search = true }: PickListProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState<number>();
  const matches = findItems(groups, typed);
  const items = matches.flatMap((group) => group.items);
  const first = items.findIndex(({ value }) => chosen.includes(value));
  const current = Math.min(items.length - 1, at ?? Math.max(0, first));
  const pick = (item: PickItem | undefined) => {
    if (item && !item.isOff) onPick(item.value);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      pick(items[current]);
      return;
    }
    const to = stepTo(event.key, current, items.length);
    if (to === undefined) return;
    event.preventDefault();
    setAt(to);
    list.current?.querySelectorAll('[role=option]')[to]?.scrollIntoView({ block: 'nearest' });
  };
  const offer = { groups: matches, chosen, current, multiple };
  const options = { id, listRef: list, label, offer, onPoint: setAt, onPick: pick };
  if (!search) return <PickOptions {...options} onPress={press} />;
  return (
    <Stack gap="sm" miw={260}>
      <TextInput
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={press}
        placeholder={label}
        leftSection={<IconSearch size={14} aria-hidden />}
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={items.length > 0 ? `${id}-${current}` : undefined}
        aria-autocomplete="list"
        data-autofocus
      />
      {items.length === 0 ? (
        <Text component="output" size="xs" c="dimmed">
          {texts.builder.nothingFits}
        </Text>
      ) : (
        <PickOptions {...options} />
      )}
    </Stack>
  );
}

function stepTo(key: string, at: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE };
  const step = steps[key];
  return step === undefined ? undefined : Math.max(0, Math.min(count - 1, at + step));
}

/** The offered groups after typing, with the current entry. */
interface Offer {
  readonly groups: readonly PickGroup[];
  readonly chosen: readonly string[];
  /** Its index in all groups together. */
  readonly current: number;
  readonly multiple: boolean;
}

interface PickOptionsProps {
  readonly id: string;
  readonly listRef: Ref<HTMLDivElement>;
  readonly label: string;
  readonly offer: Offer;
  readonly onPoint: (index: number) => void;
  readonly onPick: (item: PickItem) => void;
  /** Without a field above, the list itself has the focus and the keys. */
  readonly onPress?: (event: KeyboardEvent) => void;
}

function PickOptions(props: PickOptionsProps) {
  const { id, listRef, label, offer, onPoint, onPick, onPress } = props;
  const { groups, chosen, current, multiple } = offer;
  const starts = groups.map((_, index) => groups.slice(0, index).reduce((sum, { items }) => sum + items.length, 0));
  return (
    <div
      ref={listRef}
      id={`${id}-list`}
      className={classes.options}
      role="listbox"
      aria-label={label}
      aria-multiselectable={multiple || undefined}
      tabIndex={onPress ? 0 : -1}
      onKeyDown={onPress}
      {...(onPress && { 'aria-activedescendant': `${id}-${current}`, 'data-autofocus': true })}
    >
      {groups.map((group, at) => (
        <div key={group.label} role="group" aria-label={group.label === '' ? label : group.label}>
          {group.label !== '' && (
            <Text inherit className="caption" pt={6} px={6} pb={2} aria-hidden>
              {group.label}
            </Text>
          )}
          {group.items.map((item, index) => {
            const position = (starts[at] ?? 0) + index;
            return (
              // The field or the list handles the keys; this handles the pointer.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={item.value}
                id={`${id}-${position}`}
                role="option"
                className={classes.option}
                aria-selected={chosen.includes(item.value)}
                aria-disabled={item.isOff}
                data-current={position === current || undefined}
                onMouseMove={() => onPoint(position)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onPick(item)}
              >
                <span className={classes.tick}>
                  {chosen.includes(item.value) && <IconCheck size={13} aria-hidden />}
                </span>
                <span>
                  {item.label}
                  {item.detail !== undefined && <small className={classes.detail}>{item.detail}</small>}
                </span>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
