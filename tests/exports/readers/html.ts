/** HTML pages as Chromium shows them without a network and without scripts: the lines, the notes and the totals. */
import type { Manifest } from '#contract/exports.ts';
import { exportPdfTexts as words } from '#texts/export-pdf.ts';
import { readPrinted } from './figures.ts';
import { isLabel, readDifference, toCurrency } from './pdf.ts';
import type { Reader, ReadFile, StatedSum } from './read-file.ts';

export const html: Reader = {
  presets: ['excel'],
  async read(path, manifest, numeric, room) {
    const browser = await room.pages();
    await browser.open(path);
    const shown = await browser.page.evaluate(readPage, words.notes);
    // Numbers of lines are no column of the file.
    const order = manifest.heads.map((head) => shown.heads.indexOf(head));
    const rows = shown.rows.map((row) => ({ ...row, cells: order.map((at) => row.cells[at] ?? ''), all: row.cells }));
    const figure = (text: string) => readPrinted(text, manifest.options.decimalMark);
    const isData = (level: string) =>
      level === 'line' || level === 'difference' || (level === 'total' && manifest.report?.groupBy.length === 0);
    const totals = rows.filter(({ level }) => level === 'total');
    return {
      heads: shown.rows.length === 0 ? [...manifest.heads] : order.map((at) => shown.heads[at] ?? ''),
      lines: rows
        .filter(({ level }) => isData(level))
        .map(({ cells }) => cells.map((cell, at) => (numeric(at) ? figure(cell) : cell))),
      notes: shown.notes,
      ...(manifest.of === 'records' ? readTotals(totals, manifest, shown.notes) : readTotal(totals.at(-1), manifest)),
      wrong: browser.asked.map((address) => `its page asked for ${address}`),
    };
  },
};

interface Row {
  readonly cells: readonly string[];
  readonly all: readonly string[];
}

/** Of each currency one below the lines; what rounding the lines leaves to it is in a note. */
function readTotals(rows: readonly Row[], manifest: Manifest, notes: readonly string[]): Partial<ReadFile> {
  const figure = (text: string) => readPrinted(text, manifest.options.decimalMark);
  const sums = rows.flatMap(({ cells, all }) => {
    const label = all.find(isLabel) ?? '';
    const currency = toCurrency(label);
    return cells.flatMap((cell, at) => {
      const [column = '', head = ''] = [manifest.columns[at], manifest.heads[at]];
      if (cell === '' || isLabel(cell)) return [];
      const name = currency === undefined ? head : `${head} (${currency ?? 'currency unknown'})`;
      const left = readDifference(notes, name, cell);
      const of = { where: label, column, ...(currency !== undefined && { currency }) };
      return [{ of, sum: figure(cell), left: left === undefined ? undefined : figure(left) }];
    });
  });
  return {
    stated: sums.map(({ of, sum }): StatedSum => ({ ...of, sum, isRounded: true })),
    roundedAway: sums.flatMap(({ of, left }) => (left === undefined ? [] : [{ ...of, sum: left }])),
  };
}

function readTotal(row: Row | undefined, manifest: Manifest): Partial<ReadFile> {
  const groups = manifest.report?.groupBy.length ?? 0;
  return {
    stated: manifest.columns.slice(groups).map((column, at) => {
      const cell = row?.cells[groups + at] ?? '';
      return { where: 'total row', column, sum: cell === '' ? null : readPrinted(cell, manifest.options.decimalMark) };
    }),
  };
}

/** In the page: everything as it is seen. */
function readPage(notesTitle: string) {
  const all = (selector: string, within: ParentNode = document) => [...within.querySelectorAll<HTMLElement>(selector)];
  const texts = (selector: string, within?: ParentNode) => all(selector, within).map((each) => each.innerText.trim());
  const notes = all('h2').find((heading) => heading.innerText === notesTitle)?.nextElementSibling;
  return {
    heads: texts('#t0 th'),
    rows: all('#t0 tbody tr').map((row) => ({ level: row.className || 'line', cells: texts('td', row) })),
    notes: notes ? texts('li', notes) : [],
  };
}
