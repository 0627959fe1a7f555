/** One JSON document: columns, rows, sums, and what the manifest says. Written in pieces, rows before what is known only behind them. */
import type { FormatWriter } from '../document.ts';
import { describeColumn, rowWriter } from './json/rows.ts';

export const json: FormatWriter = {
  isThreaded: true,
  async write(document, file) {
    const { head, columns, options } = document;
    const about = {
      title: head.title,
      period: head.period,
      seal: head.seal,
      complete: head.complete,
      notes: head.notes,
    };
    const described = columns.map((column) => describeColumn(column, options));
    await file.write(`${JSON.stringify({ ...about, columns: described }).slice(0, -1)},"rows":[`);
    const toRow = rowWriter(columns, options);
    let between = '\n';
    for await (const piece of document.lines) {
      let text = '';
      for (const line of piece) {
        text += between + toRow(line);
        between = ',\n';
      }
      await file.write(text);
    }
    const { all, byCurrency } = document.sums();
    const sums = { sums: all, ...(byCurrency.length > 0 && { sumsByCurrency: byCurrency }) };
    const facts = { ...document.facts() };
    // They stand in the document itself.
    for (const name of ['columns', 'heads', 'sums', 'sumsByCurrency']) delete facts[name];
    await file.write(`\n],${JSON.stringify({ ...sums, manifest: facts }).slice(1)}\n`);
    return { guarded: 0 };
  },
};
