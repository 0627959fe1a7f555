/** Capsules as Chromium shows them without a network: the lines on the page, the notes, and the totals that the page adds up again. */
import { readFileSync } from 'node:fs';
import type { Manifest } from '../../../src/contract/exports.ts';
import { readPrinted } from './figures.ts';
import type { Reader, StatedSum } from './read-file.ts';

export const capsule: Reader = {
  presets: ['excel'],
  async read(path, manifest, numeric, room) {
    const browser = await room.capsules();
    await browser.open(`${path}.html`, readFileSync(path));
    const [state, shown] = [await browser.state(), await browser.page.evaluate(readPage)];
    const isData = (level: string) =>
      level === 'line' || level === 'difference' || (level === 'total' && manifest.report?.groupBy.length === 0);
    const plain = (cell: string, at: number) => (numeric(at) ? readPrinted(cell) : cell);
    return {
      heads: shown.heads,
      lines: shown.rows.filter(({ level }) => isData(level)).map(({ cells }) => cells.map(plain)),
      notes: shown.notes,
      stated: toStated(shown.totals, manifest),
      wrong: [
        ...(state === 'untouched' ? [] : [`its page says that it is ${state}`]),
        ...browser.asked.map((address) => `its page asked for ${address}`),
      ],
    };
  },
};

/** In the page: everything as it is seen, all lines at once as for paper. */
function readPage() {
  dispatchEvent(new Event('beforeprint'));
  const all = (selector: string, within: ParentNode = document) => [...within.querySelectorAll<HTMLElement>(selector)];
  return {
    heads: all('.lines thead th').map((head) => head.textContent),
    rows: all('.lines tbody tr').map((row) => ({
      level: row.dataset['level'] ?? '',
      cells: all('td', row).map((cell) => cell.textContent),
    })),
    totals: all('table.totals tbody tr').map((row) => all('td', row).map((cell) => cell.innerText.trim())),
    notes: all('section.panel > ul > li').map((note) => note.innerText),
  };
}

/** In the order of the manifest's sums: stated, then added up again, before the verdict. */
function toStated(rows: readonly (readonly string[])[], { sums, sumsByCurrency = [] }: Manifest): StatedSum[] {
  const meant = [
    ...Object.keys(sums).map((column) => ({ column })),
    ...sumsByCurrency.flatMap(({ currency, totals }) => Object.keys(totals).map((column) => ({ column, currency }))),
  ];
  return meant.flatMap((of, at) => {
    const [stated, added] = rows[at]?.slice(-3, -1) ?? [];
    const read = (text = 'missing') => (text === '' ? null : readPrinted(text));
    return [
      { where: 'stated on the page', ...of, sum: read(stated) },
      { where: 'added up again by the page', ...of, sum: read(added) },
    ];
  });
}
