/** The table in which ids get their names: every cell is a field, only the visible rows are drawn. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { findNearCurrencies } from '../../../domain/people/directory.ts';
import { changeFields } from '../../../domain/people/names-cell.ts';
import type { NameColumn } from '../../../domain/people/names-line.ts';
import type { NamedRow } from '../../../domain/people/named-rows.ts';
import { peopleTexts as texts } from '#texts/screens/people/table.ts';
import tables from '../../components/values/tables.module.css';
import { failureText } from '../../data/error-text.ts';
import { inUnit } from '../../format/measured.ts';
import { usePrinting } from '../../format/use-printing.ts';
import { useNames } from '../../names.ts';
import { useChangeNames } from '../../naming/use-change-names.ts';
import { addressOfId } from './address-of-id.ts';
import type { Shown } from '../../naming/use-named-rows.ts';
import { countLines, fieldColumns, type FieldColumn } from './columns.ts';
import { NameField } from './NameField.tsx';
import classes from './PeopleScreen.module.css';

const ROW_PX = 32;
const LINE_PX = 18;

export interface NamesTableProps {
  readonly shown: Shown;
  readonly rows: readonly NamedRow[];
}

export function NamesTable({ shown, rows }: NamesTableProps) {
  const scroll = useRef<HTMLElement>(null);
  const columns = fieldColumns[shown];
  const { directory } = useNames();
  const printing = usePrinting();
  const change = useChangeNames();
  const [problem, setProblem] = useState<string>();
  // Its functions are not stable: fine as long as nothing here is memoised by the compiler.
  // oxlint-disable-next-line react/incompatible-library
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: (at) => ROW_PX + (countLines(rows[at]?.fields.weekly_hours ?? '') - 1) * LINE_PX,
    overscan: 10,
  });
  const inSight = lines.getVirtualItems();
  const above = inSight[0]?.start ?? 0;
  const below = lines.getTotalSize() - (inSight.at(-1)?.end ?? 0);
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
    // A letter may follow at once. Where it was out of sight the row is drawn with the next frame.
    if (!focus()) requestAnimationFrame(focus);
  };
  /** The currency that was asked about last: Enter again means it. */
  const asked = useRef<string>(undefined);
  const save = async (
    row: NamedRow,
    column: NameColumn,
    text: string,
    isMeant: boolean,
  ): Promise<string | undefined> => {
    const head = texts.field(texts.heads[column], row.name ?? row.id);
    const read = changeFields(directory, row, { [column]: text });
    if (!read.ok) return texts.problem(head, withoutColumn(read.problem, column));
    const [near] = findNearCurrencies(directory, read.change);
    if (near && !(isMeant && asked.current === `${row.id} ${near.given}`)) {
      asked.current = `${row.id} ${near.given}`;
      return texts.nearCurrency(head, near.given, near.inUse);
    }
    const isRemoved = column === 'name' && text.trim() === '';
    const name = column === 'name' && !isRemoved ? text.trim() : (row.name ?? row.id);
    try {
      await change(read.change, isRemoved ? texts.removed(name) : texts.changed(name));
      return undefined;
    } catch (error) {
      return failureText(error).sentence;
    }
  };
  return (
    <>
      <section ref={scroll} className={classes.scroll} aria-label={texts[shown]}>
        <Suggestions columns={columns} rows={rows} />
        <table className={tables.table} aria-rowcount={rows.length + 1} data-testid="names-table">
          <thead>
            <tr>
              {shown === 'objects' && <th scope="col">{texts.heads.kind}</th>}
              <th scope="col">{texts.heads.id}</th>
              <th scope="col" className={tables.number}>
                {texts.heads.hours}
              </th>
              {columns.map(({ name, right }) => (
                <th key={name} scope="col" className={right ? tables.number : undefined}>
                  {texts.heads[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Spacer height={above} />
            {inSight.map(({ index }) => {
              const row = rows[index];
              return (
                row && (
                  <tr key={`${row.kind}:${row.id}`} aria-rowindex={index + 2} data-index={index}>
                    {shown === 'objects' && <td className="quiet">{texts.kinds[row.kind] ?? row.kind}</td>}
                    <th scope="row">
                      <a className={`${tables.link} figure`} href={addressOfId(row)} title={texts.records}>
                        {row.id}
                      </a>
                    </th>
                    <td className={tables.number}>{inUnit('hours', row.hours, printing)}</td>
                    {columns.map((column) => (
                      <td key={column.name} className={classes.cell} style={{ minWidth: `${column.letters}ch` }}>
                        <NameField
                          row={row}
                          column={column}
                          onSave={(text, isMeant) => save(row, column.name, text, isMeant)}
                          onProblem={setProblem}
                          onMove={(step) => move(index, step, column.name)}
                        />
                      </td>
                    ))}
                  </tr>
                )
              );
            })}
            <Spacer height={below} />
          </tbody>
        </table>
      </section>
      <p
        className={classes.foot}
        role="alert"
        data-testid="names-problem"
        data-bad={problem !== undefined || undefined}
      >
        {problem ?? (shown === 'people' ? `${texts.keys} ${texts.changing}` : texts.keys)}
      </p>
    </>
  );
}

/** The field is named already, in words. */
function withoutColumn(problem: string, column: NameColumn): string {
  return problem.startsWith(`${column} "`) ? problem.slice(column.length + 1) : problem;
}

/** What other rows have in a column: offered while typing, so that one team is written in one way. */
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

function Spacer({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return <tr aria-hidden style={{ height }} />;
}
