/** Reads PDFs by another maker's program (poppler). */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The text of each page, laid out as on paper. */
export function readPages(pdf: Uint8Array): string[] {
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
  return text.split('\f').slice(0, -1);
}

/** The text in reading order, with one blank between words. */
export function readWords(pdf: Uint8Array): string {
  const text = execFileSync('pdftotext', ['-raw', '-', '-'], { input: pdf, encoding: 'utf8' });
  return text.replaceAll(/\s+/gu, ' ');
}

export interface WordPlace {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface PagePlaces {
  readonly width: number;
  readonly height: number;
  readonly words: readonly WordPlace[];
}

/** Where every word stands, in points from the top left. */
export function readPlaces(pdf: Uint8Array): PagePlaces[] {
  const xml = execFileSync('pdftotext', ['-bbox', '-', '-'], { input: pdf, encoding: 'utf8' });
  return xml
    .split('<page ')
    .slice(1)
    .map((page) => {
      const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(page) ?? [];
      const found = page.matchAll(/<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)</g);
      return {
        width: Number(width),
        height: Number(height),
        words: [...found].map(([, left, top, right, bottom, text = '']) => ({
          text: decode(text),
          left: Number(left),
          right: Number(right),
          top: Number(top),
          bottom: Number(bottom),
        })),
      };
    });
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decode(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|(\w+));/g, (whole, code: string | undefined, name: string) =>
    code === undefined ? (entities[name] ?? whole) : String.fromCodePoint(Number(code)),
  );
}

/** The one file inside it. */
export function readAttachment(pdf: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-reader-'));
  try {
    writeFileSync(join(folder, 'a.pdf'), pdf);
    execFileSync('pdfdetach', ['-save', '1', '-o', join(folder, 'attached'), join(folder, 'a.pdf')]);
    return readFileSync(join(folder, 'attached'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Names of the fonts in it. */
export function readFonts(pdf: Uint8Array): string[] {
  const table = execFileSync('pdffonts', ['-'], { input: pdf, encoding: 'utf8' });
  return table
    .split('\n')
    .slice(2)
    .filter((line) => line !== '')
    .map((line) => line.split(' ')[0]?.replace(/^[A-Z]{6}\+/, '') ?? '');
}
