/** The table for naming ids. Every cell is a field, and only visible rows are drawn. */
import { Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { NameColumn, NamedId } from '#domain/people/names-table.ts';
import type { NamedRow } from '#domain/people/named-rows.ts';
import { peopleTexts as texts } from '#texts/screens/people.ts';
import { formatAs } from '#ui/format/measured.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import type { Shown } from '#ui/naming/use-named-rows.ts';
import { useSaveCell } from './use-save-cell.ts';
import { countLines, fieldColumns, type FieldColumn, NameField } from './NameField.tsx';
import { Table, type Column } from '#ui/grid/Table.tsx';
import { PERSON, OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';
import { paths } from '#ui/routing/paths.ts';
import { ALL_TIME } from '#ui/period/view-period.ts';
import { emptyView, toAddress } from '#ui/routing/view-state.ts';
import tables from '#ui/components/tables.module.css';
import grid from '#ui/grid/grid.module.css';
import classes from './PeopleScreen.module.css';

const ROW_PX = 32;
const LINE_PX = 18;

export function NamesTable({ kinds, rows }: { readonly kinds: Shown; readonly rows: readonly NamedRow[] }) {
  const scroll = useRef<HTMLElement>(null);
  const fields = fieldColumns[kinds];
  const printing = usePrintSettings();
  const [problem, setProblem] = useState<string>();
  // Its functions are not stable, which is fine because the compiler memoises nothing here.
  // oxlint-disable-next-line react/incompatible-library
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: (at) => ROW_PX + (countLines(rows[at]?.fields.weekly_hours ?? '') - 1) * LINE_PX,
    overscan: 10,
  });
  const visibleLines = lines.getVirtualItems();
  const drawn = {
    first: visibleLines[0]?.index ?? 0,
    last: visibleLines.at(-1)?.index ?? -1,
    above: visibleLines[0]?.start ?? 0,
    below: lines.getTotalSize() - (visibleLines.at(-1)?.end ?? 0),
  };
  const move = (from: number, step: number, column: NameColumn) => {
    const to = Math.min(rows.length - 1, Math.max(0, from + step));
    lines.scrollToIndex(to, { align: 'auto' });
    const focus = () => {
      const field = scroll.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(
        `tr[data-index="${to}"] [data-column="${column}"]`,
      );
      field?.focus();
      field?.select();
      return field !== undefined && field !== null;
    };
    // Focuses at once, because a letter may follow; a row that was out of sight is drawn only in the next frame.
    if (!focus()) requestAnimationFrame(focus);
  };
  const save = useSaveCell();
  const columns: Column<NamedRow>[] = [
    ...(kinds === 'objects'
      ? [
          {
            id: texts.heads.kind,
            className: 'quiet',
            renderCell: ({ kind }: NamedRow) => texts.kinds[kind] ?? kind,
          },
        ]
      : []),
    {
      id: texts.heads.id,
      isRowHeader: true,
      renderCell: (row) => (
        <Link className={`${tables.link} figure`} href={toRecordsAddress(row)} title={texts.records}>
          {row.id}
        </Link>
      ),
    },
    { id: texts.heads.hours, isNumber: true, renderCell: ({ hours }) => formatAs('hours', hours, printing) },
    ...fields.map((column): Column<NamedRow> => ({
      id: column.name,
      header: texts.heads[column.name],
      isNumber: column.right,
      className: classes.cell,
      renderCell: (row: NamedRow, index: number) => (
        <NameField
          row={row}
          column={column}
          onSave={(text, options) => save(row, column.name, text, options)}
          onProblem={setProblem}
          onMove={(step) => move(index, step, column.name)}
        />
      ),
      attributes: () => ({ style: { minWidth: `${column.letters}ch` } }),
    })),
  ];
  return (
    <>
      <section ref={scroll} className={grid.scroll} aria-label={texts[kinds]}>
        <Suggestions columns={fields} rows={rows} />
        <Table
          columns={columns}
          rows={rows.slice(drawn.first, drawn.last + 1)}
          row={{
            toKey: ({ kind, id }) => `${kind}:${id}`,
            attributes: (_, index) => ({ 'aria-rowindex': index + 2, 'data-index': index }),
          }}
          drawn={drawn}
          className={classes.table}
          aria-rowcount={rows.length + 1}
          data-testid="names-table"
        />
      </section>
      <Text
        inherit
        className={`${classes.foot} screen-only`}
        py="sm"
        px="lg"
        c={problem === undefined ? 'dimmed' : 'var(--bad)'}
        fz="xs"
        role="alert"
        data-testid="names-problem"
      >
        {problem ?? (kinds === 'people' ? `${texts.keys} ${texts.changing}` : texts.keys)}
      </Text>
    </>
  );
}

/** Offers the values of other rows while people type, so that a team is always spelled the same way. */
function Suggestions({
  columns,
  rows,
}: {
  readonly columns: readonly FieldColumn[];
  readonly rows: readonly NamedRow[];
}) {
  const known = useMemo(
    () =>
      columns
        .filter(({ suggests }) => suggests)
        .map(({ name }) => ({
          name,
          values: [...new Set(rows.flatMap(({ fields }) => fields[name] ?? []))]
            .filter((text) => text !== '')
            .toSorted(),
        })),
    [columns, rows],
  );
  return known.map(({ name, values }) => (
    <datalist key={name} id={`known-${name}`}>
      {values.map((value) => (
        <option key={value} value={value} label={value}>
          {value}
        </option>
      ))}
    </datalist>
  ));
}

function toRecordsAddress({ kind, id }: NamedId): string {
  const is = (propertyName: string, value: string) => ({ propertyName, operator: 'EQ' as const, value });
  const filters =
    kind === PERSON ? [is(OWNER_PROPERTY, id)] : [is(propertyNames.objectType, kind), is(propertyNames.objectId, id)];
  return toAddress(paths.records, { ...emptyView, period: ALL_TIME, filterGroups: [{ filters }] });
}
