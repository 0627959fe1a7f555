/** The lines of a capsule: sorted by their heads, filtered by column or in all, with the sums of those that are shown. */
import type { CapsuleData } from '../../domain/exports/capsule.ts';
import type { Line, OutlineRow } from '../../domain/exports/model.ts';
import { startSums } from '../../domain/exports/sums.ts';
import { printCell } from './cells.ts';
import { isFigure } from '../../domain/exports/value-types.ts';
import { chooseLines, everything, isEverything, type Choice } from './choose-lines.ts';
import { measureColumns } from './column-widths.ts';
import { element, fill } from './dom.ts';
import { createRowWindow } from './row-window.ts';
import { count } from './seal-view.ts';

/** More would hold the printer's preview for minutes; the paper says how many it has. */
const MOST_PRINTED = 10_000;

export function linesTable(data: CapsuleData): HTMLElement {
  const { words, columns, lines, outline } = data;
  let choice: Choice = everything;
  let rows: readonly OutlineRow[] = [];
  const search = element('input', { type: 'search', placeholder: words.search, 'aria-label': words.search });
  const shown = element('span', { class: 'shown', role: 'status' });
  const clear = element('button', { type: 'button', class: 'clear' }, words.clear);
  const heads = columns.map((column, at) => sortHead(column.head, isFigure(column), () => turnSort(at)));
  const filters = columns.map((column, at) =>
    filterField(fill(words.filterBy, { column: column.head }), (text) => {
      change({ ...choice, filters: new Map([...choice.filters, [at, text]]) });
    }),
  );
  const body = element('tbody');
  const foot = element('tr');
  const scroller = element('div', { class: 'lines', tabindex: '0', role: 'region', 'aria-label': words.lines });
  const window = createRowWindow(scroller, body, (at) => lineRow(rows[at], data));
  const update = () => {
    const all = isEverything(choice);
    const found = all ? lines : chooseLines(lines, columns, choice);
    rows = all && outline ? outline : found.map((cells): OutlineRow => ({ level: 'line', depth: 0, cells }));
    shown.textContent =
      found.length === 0 && lines.length > 0
        ? words.nothing
        : fill(words.shown, { shown: count(found.length), all: count(lines.length) });
    clear.hidden = all;
    foot.replaceChildren(...(all && outline ? [] : sumCells(data, found)));
    heads.forEach((head, at) => head.setAttribute('aria-sort', sortState(choice, at)));
    window.show(rows.length);
  };
  const change = (next: Choice) => {
    choice = next;
    update();
  };
  const turnSort = (at: number) => {
    const { sort } = choice;
    const next = sort?.at !== at ? { at, isUp: true } : sort.isUp ? { at, isUp: false } : undefined;
    change({ ...choice, sort: next });
  };
  search.addEventListener('input', () => change({ ...choice, search: search.value }));
  clear.addEventListener('click', () => {
    for (const field of [search, ...filters]) field.value = '';
    change(everything);
    search.focus();
  });
  const paper = element('p', { class: 'paper' });
  addEventListener('beforeprint', () => {
    window.showAll(MOST_PRINTED);
    const isCut = rows.length > MOST_PRINTED;
    paper.textContent = isCut ? fill(words.printed, { printed: count(MOST_PRINTED), all: count(rows.length) }) : '';
  });
  addEventListener('afterprint', () => window.refresh());
  const widths = measureColumns(columns, lines, outline);
  const table = element(
    'table',
    { 'aria-rowcount': String(lines.length + 1) },
    element('colgroup', {}, ...widths.map((width) => sizedColumn(width))),
    element(
      'thead',
      {},
      element('tr', {}, ...heads),
      element('tr', { class: 'filters' }, ...filters.map((field) => element('td', {}, field))),
    ),
    body,
    element('tfoot', {}, foot),
  );
  table.style.width = `${widths.reduce((sum, width) => sum + width, 0)}px`;
  scroller.append(table);
  // Its height is known once it is in the page.
  new ResizeObserver(() => window.refresh()).observe(scroller);
  update();
  return element(
    'section',
    { class: 'panel' },
    element('div', { class: 'tools' }, element('h2', {}, words.lines), search, clear, shown),
    element('p', { class: 'quiet hint' }, words.filterAbout),
    paper,
    scroller,
  );
}

function sizedColumn(width: number): HTMLElement {
  const column = element('col');
  column.style.width = `${width}px`;
  return column;
}

function sortHead(text: string, isNumber: boolean, onClick: () => void): HTMLTableCellElement {
  const button = element('button', { type: 'button', title: text }, element('span', {}, text));
  button.addEventListener('click', onClick);
  return element('th', { scope: 'col', ...(isNumber && { class: 'figure' }) }, button);
}

function filterField(label: string, onInput: (text: string) => void): HTMLInputElement {
  const field = element('input', { type: 'text', 'aria-label': label, title: label, spellcheck: 'false' });
  field.addEventListener('input', () => onInput(field.value));
  return field;
}

function sortState({ sort }: Choice, at: number): string {
  if (sort?.at !== at) return 'none';
  return sort.isUp ? 'ascending' : 'descending';
}

function lineRow(row: OutlineRow | undefined, { columns }: CapsuleData): HTMLTableRowElement {
  const cells = columns.map((column, at) => {
    const text = printCell(row?.cells[at] ?? null, column);
    const cell = element('td', isFigure(column) ? { class: 'figure' } : {}, text);
    if (text.length > 24) cell.title = text;
    return cell;
  });
  return element('tr', { 'data-level': row?.level ?? 'line' }, ...cells);
}

/** What the shown lines add up to, of each currency its own. */
function sumCells({ words, columns, currencyAt }: CapsuleData, lines: readonly Line[]): HTMLElement[] {
  if (!columns.some(({ adds }) => adds)) return [];
  const texts = readSums(columns, currencyAt, lines, words.noCurrency);
  return columns.map((column, at) => {
    const text = column.adds ? (texts.get(column.name) ?? '') : at === 0 ? words.sumShown : '';
    return element('td', { ...(isFigure(column) && { class: 'figure' }), title: text }, text);
  });
}

function readSums(
  columns: CapsuleData['columns'],
  currencyAt: number | null,
  lines: readonly Line[],
  noCurrency: string,
): Map<string, string> {
  try {
    const sums = startSums(columns, currencyAt ?? undefined);
    sums.add(lines);
    const { all, byCurrency } = sums.result();
    return new Map(
      columns.map((column) => {
        const own = all[column.name];
        const each = byCurrency.map(
          ({ currency, sums: of }) => `${printCell(of[column.name] ?? null, column)} ${currency || noCurrency}`,
        );
        const isSplit = byCurrency.length > 0 && column.kind === 'money' && column.adds;
        return [column.name, isSplit ? each.join('\n') : printCell(own ?? null, column)];
      }),
    );
  } catch {
    return new Map();
  }
}
