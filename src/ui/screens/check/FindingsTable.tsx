/** Lists a check's findings, with keys to move, select, mark as reviewed and open. */
import { Checkbox, UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Finding } from '#contract/checks.ts';
import { findClient } from '#domain/people/directory.ts';
import { OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';
import { checkScreenTexts as texts } from '#texts/screens/checks.ts';
import { UNKNOWN, dayOfTime, momentText } from '#ui/format/figures-and-times.ts';
import { formatAs } from '#ui/format/measured.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import { useNow } from '#ui/clock.ts';
import { Table, type Attributes, type Column } from '#ui/grid/Table.tsx';
import { namePerson, useNames } from '#ui/names.ts';
import { CrmLink } from '#ui/naming/CrmLink.tsx';
import { describeFinding, toHours } from './check-view.ts';
import { useWorkspace } from '#ui/data/queries.ts';
import { isInOverlay, isTyping } from '#ui/keyboard.ts';
import { findBareId, markBareId, type BareId } from '#ui/naming/bare-id.ts';
import classes from './CheckScreen.module.css';

/** The ids of the chosen findings. */
export interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

export interface FindingsTableProps {
  readonly check: string;
  /** Undefined while loading. */
  readonly findings: readonly Finding[] | undefined;
  readonly selection: Selection;
  readonly showsReviewed: boolean;
  readonly isStale: boolean;
  /** Whether the first line takes the focus after the list was empty. */
  readonly takesFocus: boolean;
  readonly onOpen: (id: string) => void;
  readonly onMark: (ids: readonly string[]) => void;
}

const { heads } = texts;

export function FindingsTable(props: FindingsTableProps) {
  const { check, findings, selection, isStale, showsReviewed, onOpen } = props;
  const { selected, onSelect } = selection;
  const { zone } = useWorkspace();
  const { nameOf, directory } = useNames();
  const now = useNow();
  const printing = usePrintSettings();
  const box = useRef<HTMLDivElement>(null);
  useKeys(props, box);
  const isAll = findings !== undefined && findings.length > 0 && findings.every(({ id }) => selected.has(id));
  const columns: Column<Finding>[] = [
    {
      id: 'select',
      header: (
        <Checkbox
          size="xs"
          aria-label={texts.selectAll}
          checked={isAll}
          indeterminate={!isAll && selected.size > 0}
          onChange={() => onSelect(isAll ? new Set() : new Set(findings?.map(({ id }) => id)))}
        />
      ),
      renderCell: ({ id }) => (
        <Checkbox
          size="xs"
          tabIndex={-1}
          aria-label={texts.select(id)}
          checked={selected.has(id)}
          onChange={() => onSelect(toggle(selected, id))}
        />
      ),
      attributes: stopClick,
    },
    {
      id: heads.who,
      className: classes.who,
      renderCell: (finding, index) => {
        const owner = getValue(finding, OWNER_PROPERTY);
        const start = getValue(finding, propertyNames.firstStart);
        return (
          <UnstyledButton className={classes.line} data-row={index} tabIndex={index === 0 ? 0 : -1}>
            <Clipped
              text={owner === undefined ? undefined : namePerson(nameOf, owner)}
              bare={findBareId(directory, { property: OWNER_PROPERTY, value: owner })}
            />
            <span className={classes.second}>{start === undefined ? UNKNOWN : dayOfTime(start, zone)}</span>
            <span className="visually-hidden"> {texts.details(finding.id)}</span>
          </UnstyledButton>
        );
      },
    },
    {
      id: heads.what,
      className: classes.what,
      renderCell: (finding) => {
        const object = getValue(finding, propertyNames.objectId);
        const objectName = object === undefined ? undefined : (nameOf(propertyNames.objectId, object) ?? object);
        const objectType = getValue(finding, propertyNames.objectType);
        const client = findClient(directory, objectType, object);
        return (
          <>
            <Clipped text={getValue(finding, propertyNames.title)} />
            <span
              className={classes.second}
              title={client === undefined ? objectName : `${client} · ${objectName ?? ''}`}
              {...markBareId(findBareId(directory, { property: propertyNames.objectId, value: object, objectType }))}
            >
              {objectName ?? UNKNOWN}
            </span>
          </>
        );
      },
    },
    {
      id: heads.found,
      className: classes.found,
      renderCell: (finding) => {
        const { reviewedAt, note } = finding;
        const difference = describeFinding(check, finding, { zone, directory, printing });
        return (
          <>
            <span className={classes.foundText} title={difference}>
              {difference}
            </span>
            {showsReviewed && reviewedAt !== null && (
              <span className={classes.second} title={note}>
                {texts.reviewedAt(momentText(reviewedAt, zone, now), note)}
              </span>
            )}
          </>
        );
      },
    },
    {
      id: heads.hours,
      isNumber: true,
      renderCell: ({ minutes }) => formatAs('hours', minutes === null ? null : toHours(minutes), printing),
    },
    { id: heads.value, isNumber: true, renderCell: ({ value }) => formatAs('money', value, printing) },
    {
      id: texts.openInCrm,
      isHeaderHidden: true,
      renderCell: ({ id }) => <CrmLink id={id} />,
      attributes: stopClick,
    },
  ];
  return (
    <div
      ref={box}
      className={classes.scroll}
      data-old={isStale || undefined}
      aria-busy={isStale || findings === undefined}
    >
      <Table
        columns={columns}
        rows={findings}
        row={{
          toKey: ({ id }) => id,
          // The button in the line does the same for keyboard users.
          attributes: ({ id }) => ({
            onClick: () => onOpen(id),
            'data-record': id,
            'data-selected': selected.has(id) || undefined,
          }),
        }}
        pendingRows={12}
        caption={texts.keys}
        className={classes.findings}
        data-testid="findings"
      />
    </div>
  );
}

/** The content of these cells is used without opening the finding. */
const stopClick = (): Attributes => ({ onClick: (event) => event.stopPropagation() });

const getValue = ({ unreadable, values }: Finding, name: string) => unreadable[name] ?? values[name] ?? undefined;

function toggle(selected: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** The keys work anywhere on the screen except in text fields and open dialogs. */
function useKeys(props: FindingsTableProps, box: React.RefObject<HTMLElement | null>): void {
  const { findings } = props;
  const { selected, onSelect } = props.selection;
  /** The index of the line to focus once the focused one is gone. */
  const lostIndex = useRef<number | undefined>(props.takesFocus ? 0 : undefined);
  const stops = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  useEffect(() => {
    const index = lostIndex.current;
    if (findings === undefined || index === undefined || document.activeElement !== document.body) return;
    lostIndex.current = undefined;
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    rows[Math.min(index, rows.length - 1)]?.focus();
  }, [findings, box]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || isInOverlay(event.target)) return;
      const rows = stops();
      const index = rows.findIndex((row) => row === document.activeElement);
      const to = chooseStep(event.key, index, rows.length, index >= 0);
      if (to !== undefined) {
        event.preventDefault();
        rows[to]?.focus();
        rows[to]?.scrollIntoView({ block: 'nearest' });
        return;
      }
      const here = findings?.[index];
      if (event.key === 'r' && (here || selected.size > 0)) {
        event.preventDefault();
        lostIndex.current = index < 0 ? 0 : index;
        props.onMark(selected.size > 0 ? [...selected] : here ? [here.id] : []);
      } else if ((event.key === 'x' || event.key === ' ') && here) {
        event.preventDefault();
        onSelect(toggle(selected, here.id));
      }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}

function Clipped({ text, bare }: { readonly text: string | undefined; readonly bare?: BareId | undefined }) {
  return (
    <span className={text === undefined ? `${classes.first} quiet` : classes.first} title={text} {...markBareId(bare)}>
      {text ?? UNKNOWN}
    </span>
  );
}

/** @param index the focused line; −1 without one. @returns the line to move to; undefined for other keys */
export function chooseStep(key: string, index: number, lines: number, isInList: boolean): number | undefined {
  if (lines === 0) return undefined;
  switch (key) {
    case 'j':
      return Math.min(lines - 1, index + 1);
    case 'k':
      return Math.max(0, index - 1);
    // Outside the list these keys belong to the focused element.
    case 'ArrowDown':
      return isInList ? Math.min(lines - 1, index + 1) : undefined;
    case 'ArrowUp':
      return isInList ? Math.max(0, index - 1) : undefined;
    case 'Home':
      return isInList ? 0 : undefined;
    case 'End':
      return isInList ? lines - 1 : undefined;
    default:
      return undefined;
  }
}
