/** One JSON object a line, nothing before or behind them. */
import type { FormatWriter } from '../document.ts';
import { rowWriter } from './json/rows.ts';

export const jsonl: FormatWriter = {
  isThreaded: true,
  async write({ columns, options, lines }, file) {
    const toRow = rowWriter(columns, options);
    for await (const piece of lines) {
      let text = '';
      for (const line of piece) text += `${toRow(line)}\n`;
      await file.write(text);
    }
    return { guarded: 0 };
  },
};
