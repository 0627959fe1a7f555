/** Compiles pages with Typst. The same pages give the same bytes: no clock, no machine's font, nothing random goes in. */
import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler';
import type { Fonts } from './fonts.ts';
import type { Pages } from './pages.ts';
import { pageTemplate } from './template.ts';

/** Tags let pages be read aloud and take ten times the figures' own bytes: long tables go without. */
const MOST_TAGGED_CELLS = 20_000;

/** @throws Error with the compiler's own words; the template and the fonts decide that, never the data. */
export function compilePages(pages: Pages, { regular, bold }: Fonts): Uint8Array {
  const compiler = NodeCompiler.create({
    fontArgs: [{ fontBlobs: [regular, bold].map(({ bytes }) => Buffer.from(bytes)) }],
  });
  try {
    const compiled = compiler.compile({ mainFileContent: pageTemplate, inputs: { pages: JSON.stringify(pages) } });
    if (!compiled.result) throw new Error(JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics ?? []));
    return compiler.pdf(compiled.result, {
      // An archive's file needs a date, and data that are of no one moment have none.
      pdfStandard: pages.date === null ? PdfStandard.V_1_7 : PdfStandard.A_3b,
      pdfTags: countCells(pages) <= MOST_TAGGED_CELLS,
    });
  } finally {
    // What it remembers for a next time would stay as long as the program runs.
    compiler.evictCache(0);
  }
}

function countCells({ parts }: Pages): number {
  return parts
    .flatMap(({ blocks }) => blocks)
    .reduce((total, { rows, widths }) => total + rows.length * widths.length, 0);
}
