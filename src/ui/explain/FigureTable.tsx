/** A table whose figures open their explanation: one tab stop for all of them, arrows move between figures. */
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
import { walkFrom } from '../grid/walk-cells.ts';
import tables from '../components/tables.module.css';
import classes from './ExplainDrawer.module.css';

const MARK = 'data-figure';
/** Rows moved by Page Up and Page Down. */
const PAGE = 10;

/** Id of the figure that Tab leads to; null: outside such a table every figure is a tab stop. */
const StopContext = createContext<string | null>(null);

export interface FigureTableProps {
  readonly testId: string;
  readonly children: ReactNode;
}

export function FigureTable({ testId, children }: FigureTableProps) {
  const table = useRef<HTMLTableElement>(null);
  const [stop, setStop] = useState('');
  // The first figure is the tab stop until another was visited, and again when that one is gone. The figures belong to the children and may
  // change with any of their renders; the state set here settles at once.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    const figures = [...(table.current?.querySelectorAll(`[${MARK}]`) ?? [])];
    if (!figures.some(({ id }) => id === stop)) setStop(figures[0]?.id ?? '');
  });
  return (
    <StopContext value={stop}>
      {/* Its figures are buttons: the table only listens for the keys that move between them. */}
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
  /** Tooltip: what is explained. */
  readonly label: string;
  /** Undefined: there is nothing to explain, the figure is plain text. */
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
      className={classes.figureFigure}
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
  const to = walkFrom({ row, column }, event.key, isFar, { lastRow: rows.length - 1, columns, page: PAGE });
  if (!to) return;
  event.preventDefault();
  const figures = rows[Math.max(0, to.row)] ?? [];
  const next = figures[Math.min(Math.max(0, to.column), figures.length - 1)];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
