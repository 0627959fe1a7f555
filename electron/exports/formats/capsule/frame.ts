/**
 * The frame of a capsule: everything in the file but its data, written exactly as a browser writes it again, so that the page can compare
 * what was read with what was sealed. The red page and its warning come first: whatever is damaged behind them, they are what is seen.
 */
import { createHash } from 'node:crypto';
import { escapeMarkup, type CapsuleWords } from '../../../../src/domain/exports/capsule.ts';
import type { PageTexts } from './page-texts.ts';

export interface Frame {
  /** The file up to its data. */
  readonly before: string;
  /** The file after its data. */
  readonly after: string;
}

export const DOCTYPE = '<!doctype html>';
const HOLDER = '<script type="application/json">';
const AFTER = '</script>';
/** Red until the page has checked itself. */
const BODY = '<body bgcolor="#b3261e" text="#ffffff">';
/** What browsers write and the file goes without: a changed letter in them would change nothing. */
const HEAD_END = '</head>';
const ENDINGS = '</body></html>';

export function toFrame({ script, style }: PageTexts, words: CapsuleWords, title: string): Frame {
  const policy = [
    "default-src 'none'",
    `script-src '${toSource(script)}'`,
    `style-src '${toSource(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const { unchecked, language } = words;
  const before = [
    `${DOCTYPE}<html lang="${language}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `${BODY}<main><h1>${escapeMarkup(unchecked.title)}</h1>${escapeMarkup(unchecked.text)}</main>`,
    `<title>${escapeMarkup(title)}</title><style>${style}</style><script>${script}</script>${HOLDER}`,
  ].join('');
  return { before, after: AFTER };
}

/** What is hashed of the frame: as the page reads it, without the document's type. */
export function sealedFrame({ before, after }: Frame): string {
  return before.slice(DOCTYPE.length).replace(BODY, HEAD_END + BODY) + after + ENDINGS;
}

/** Takes a file's beginning for a frame of whatever version of this program wrote it. @returns undefined where it is none */
export function findFrame(start: string): Frame | undefined {
  const at = start.indexOf(HOLDER);
  return start.startsWith(DOCTYPE) && at > 0 ? { before: start.slice(0, at + HOLDER.length), after: AFTER } : undefined;
}

function toSource(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
