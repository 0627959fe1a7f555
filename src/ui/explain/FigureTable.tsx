/** A table whose figures explain themselves: one stop of the Tab key for all of them, arrows walk from figure to figure. */
import {
  createContext,
  use,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { walked } from '../keyboard/walk-cells.ts';
import tables from '../components/values/tables.module.css';
import classes from './FigureTable.module.css';

const MARK = 'data-figure';
/** Rows that Page Up and Page Down go by. */
const PAGE = 10;

/** Id of the figure Tab leads to; null: outside such a table every figure is a stop of its own. */
const StopContext = createContext<string | null>(null);

export interface FigureTableProps {
  readonly testId: string;
  readonly children: ReactNode;
}

export function FigureTable({ testId, children }: FigureTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const [stop, setStop] = useState('');
  // The first figure is the stop until another was visited, and again when that one is gone.
  // The figures are the children's and may change with any of their renders; what is set here settles at once.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    const figures = [...(table.current?.querySelectorAll(`[${MARK}]`) ?? [])];
    if (!figures.some(({ id }) => id === stop)) setStop(figures[0]?.id ?? '');
  });
  return (
    <StopContext value={stop}>
      {/* Its figures are buttons: the table only listens for what walks between them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table
        ref={table}
        className={tables.table}
        data-testid={testId}
        onKeyDown={walkFigures}
        onFocus={({ target }) => target.hasAttribute(MARK) && setStop(target.id)}
      >
        {children}
      </table>
    </StopContext>
  );
}

export interface FigureButtonProps {
  /** What is explained, for whoever points at it. */
  readonly label: string;
  /** Undefined: there is nothing to explain, the figure stands by itself. */
  readonly onExplain: (() => void) | undefined;
  readonly children: ReactNode;
}

export function FigureButton({ label, onExplain, children }: FigureButtonProps) {
  const id = useId();
  const stop = use(StopContext);
  if (!onExplain) return children;
  return (
    <button
      id={id}
      type="button"
      className={classes.figure}
      title={label}
      tabIndex={stop === null || stop === id ? 0 : -1}
      onClick={onExplain}
      {...{ [MARK]: '' }}
    >
      {children}
    </button>
  );
}

function walkFigures(event: KeyboardEvent<HTMLTableElement>): void {
  const from = event.target;
  if (event.altKey || !(from instanceof HTMLElement) || !from.hasAttribute(MARK)) return;
  const rows = [...event.currentTarget.rows]
    .map((row) => [...row.querySelectorAll<HTMLElement>(`[${MARK}]`)])
    .filter((figures) => figures.length > 0);
  const row = rows.findIndex((figures) => figures.includes(from));
  const column = rows[row]?.indexOf(from) ?? 0;
  const columns = Math.max(...rows.map(({ length }) => length));
  const isFar = event.ctrlKey || event.metaKey;
  const to = walked(event.key, isFar, { row, column }, { rows: rows.length - 1, columns, page: PAGE });
  if (!to) return;
  event.preventDefault();
  const figures = rows[Math.max(0, to.row)] ?? [];
  const next = figures[Math.min(Math.max(0, to.column), figures.length - 1)];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
