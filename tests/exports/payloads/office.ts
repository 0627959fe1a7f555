/** Cells of a CSV as LibreOffice shows them to a person who opens it. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runOffice } from '#tests/support/exports/office.ts';

const UTF8 = 76;

export interface ShownCell {
  /** `float`, `string`, `date`, …; '' for an empty one. */
  readonly type: string;
  readonly text: string;
}

export interface Opening {
  /** Its character code. */
  readonly separator: number;
  /** Whether dates, fractions and the like are looked for, as spreadsheets do that ask nothing. */
  readonly detects: boolean;
}

/** @param folder for the profile and the result. @returns rows of cells. */
export function openInOffice(path: string, { separator, detects }: Opening, folder: string): ShownCell[][] {
  const out = join(folder, `office-${separator}-${detects}`);
  const infilter = `--infilter=CSV:${separator},34,${UTF8},1,,0,false,${detects}`;
  runOffice(['--convert-to', 'fods', infilter, '--outdir', out, path], join(folder, 'profile'));
  return readRows(readFileSync(join(out, basename(path).replace(/\.csv$/, '.fods')), 'utf8'));
}

const ROW = /<table:table-row([^>]*?)(?:\/>|>(.*?)<\/table:table-row>)/gs;
const CELL = /<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs;
const PARAGRAPH = /<text:p[^>]*?(?:\/>|>(.*?)<\/text:p>)/gs;
/** Cells behind the last column are one empty cell a thousand times. */
const MAX_REPEATED = 16;

function readRows(document: string): ShownCell[][] {
  return [...document.matchAll(ROW)].map(([, , inner = '']) =>
    [...inner.matchAll(CELL)].flatMap(([, attributes = '', content = '']) => {
      const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1];
      const times = Number(attribute('table:number-columns-repeated') ?? 1);
      const cell = { type: attribute('office:value-type') ?? '', text: readText(content) };
      return Array.from({ length: Math.min(times, MAX_REPEATED) }, () => cell);
    }),
  );
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Paragraphs are lines; blanks, tabs and line ends have elements of their own, and what is only laid out so is no text. */
function readText(content: string): string {
  return [...content.matchAll(PARAGRAPH)]
    .map(([, inner = '']) =>
      inner
        .replaceAll(/\s*\n\s*/g, '')
        .replaceAll('<text:tab/>', '\t')
        .replaceAll('<text:line-break/>', '\n')
        .replaceAll(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count: string | undefined) => ' '.repeat(Number(count ?? 1)))
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, code: string) =>
          String.fromCodePoint(parseInt(code, hex === '' ? 10 : 16)),
        )
        .replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole),
    )
    .join('\n');
}
