/** Names the files of a pack: readable on every system, and no two alike even where case does not count. */
import { z } from 'zod';
import { exportDocumentTexts } from '#texts/export-document.ts';

const texts = exportDocumentTexts.pack.pattern;

/** A pack is split by one of these, which decides in whose file a record is. */
export const packKeys = ['client', 'platform_owner_id'] as const;
export type PackKey = (typeof packKeys)[number];

/** A pack is one file to hand on, or a folder to send files from. */
export const packForms = ['zip', 'folder'] as const;
export type PackForm = (typeof packForms)[number];

export interface PackNaming {
  /** In the pattern `{name}` is replaced by the client or person of the file, and `{period}` by its days. */
  readonly pattern: string;
  readonly span: string;
  /** The extension is without its dot. */
  readonly extension: string;
}

export const DEFAULT_PATTERN = '{name}-{period}';
const MOST_LETTERS = 120;

/** A pattern has only known places, `{name}` among them, and nothing that cannot be part of a file's name. */
export const patternSchema = z
  .string()
  .trim()
  .min(1)
  .max(MOST_LETTERS)
  .superRefine((pattern, context) => {
    const message = findPatternProblem(pattern);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

function findPatternProblem(pattern: string): string | undefined {
  const rest = pattern.replaceAll(/\{(?:name|period)\}/g, '');
  const place = /[{}][^{}]*\}?/.exec(rest)?.[0];
  if (place !== undefined) return texts.place(place);
  if (!pattern.includes('{name}')) return texts.nameless;
  // Letters that the pattern itself has are refused; in a client's name they become dashes.
  const letter = /[^\p{L}\p{N}\p{M} ._()&+-]/u.exec(rest)?.[0];
  return letter === undefined ? undefined : texts.letter(letter);
}
const SUFFIXES_BESIDE = ['.manifest.json', '.manifest.json.sig', '.datapackage.json', '.mail.html'];
/** The file of records without a client or person has this name. */
export const UNASSIGNED = '_unassigned';
/** With the ending of a manifest and a temporary name around it, such a name is still short enough for every file system. */
const MOST_BYTES = 120;

/** @param owners the client or person of each file; null for none. @returns a name for each, in the same order */
export function namePackFiles(owners: readonly (string | null)[], { pattern, span, extension }: PackNaming): string[] {
  // The pack's own index has these names, and further files stand beside each file.
  const usedNames = new Set(['index.json', 'index.json.sig', 'index.csv']);
  return owners.map((owner) => {
    const stem = toFileName(fillPattern(pattern, owner === null ? UNASSIGNED : toSafeName(owner), span));
    for (let number = 1; ; number += 1) {
      const name = `${number === 1 ? stem : `${stem}-${number}`}.${extension}`;
      const key = name.toLowerCase();
      if (usedNames.has(key)) continue;
      for (const suffix of ['', ...SUFFIXES_BESIDE]) usedNames.add(key + suffix);
      return name;
    }
  });
}

/** A client may be called `$&` or `{period}`: its name is put in as it is. */
export function fillPattern(pattern: string, name: string, span: string): string {
  return pattern
    .split(/(\{name\}|\{period\})/)
    .map((part) => (part === '{name}' ? name : part === '{period}' ? span : part))
    .join('');
}

/** A client's name never looks like the file of unassigned records. */
function toSafeName(owner: string): string {
  return owner.replace(/^_+/, '');
}

/** Keeps letters, digits, blanks and a few marks of any script; what systems refuse becomes a dash. */
export function toFileName(text: string): string {
  const plain = text
    .normalize('NFC')
    .toWellFormed()
    .replaceAll(/[^\p{L}\p{N}\p{M} ._()&+-]+/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[ .]+|[ .]+$/g, '');
  const name = cutToBytes(plain, MOST_BYTES) || 'file';
  // Windows keeps these names for devices.
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name) ? `${name}-` : name;
}

function cutToBytes(text: string, bytes: number): string {
  let shortened = '';
  let size = 0;
  for (const letter of text) {
    size += countUtf8Bytes(letter.codePointAt(0) ?? 0);
    if (size > bytes) break;
    shortened += letter;
  }
  return shortened.trimEnd();
}

function countUtf8Bytes(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x1_00_00 ? 3 : 4;
}

/** Letters and digits of any language; everything else becomes a hyphen: a name is free text, a file's name is not. */
export function toFileWords(name: string, fallback: string): string {
  const words = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return words === '' ? fallback : words;
}
