/** A workbook (Office Open XML): a table of the lines, live sums with checks, notes and manifest, written as the lines come. */
import type { FormatWriter } from '../document.ts';
import { writeWorkbook } from './xlsx/workbook.ts';

export const xlsx: FormatWriter = {
  isThreaded: true,
  async write(document, file) {
    await writeWorkbook(document, file);
    // Texts are cells of texts: none can be run, and none is changed.
    return { guarded: 0 };
  },
};
