/** Names the files of a pack, so that they are valid on every system and unique regardless of case. */
import { z } from 'zod';
import { exportDocumentTexts } from '#texts/export-document.ts';

const texts = exportDocumentTexts.pack.pattern;

/** What a pack can be split by. */
export const packKeys = ['client', 'platform_owner_id'] as const;
export type PackKey = (typeof packKeys)[number];

/** A pack is either a single zip file or a folder. */
export const packForms = ['zip', 'folder'] as const;
export type PackForm = (typeof packForms)[number];

export interface PackNaming {
  /** `{name}` is replaced by the file's client or person, and `{period}` by its dates. */
  readonly pattern: string;
  readonly span: string;
  /** Without its dot. */
  readonly extension: string;
}

export const DEFAULT_PATTERN = '{name}-{period}';
const MAX_LETTERS = 120;

/** A pattern has only known placeholders including `{name}`, and no characters that are invalid in file names. */
export const patternSchema = z
  .string()
  .trim()
  .min(1)
  .max(MAX_LETTERS)
  .superRefine((pattern, context) => {
    const message = findPatternProblem(pattern);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

function findPatternProblem(pattern: string): string | undefined {
  const rest = pattern.replaceAll(/\{(?:name|period)\}/g, '');
  const placeholder = /[{}][^{}]*\}?/.exec(rest)?.[0];
  if (placeholder !== undefined) return texts.place(placeholder);
  if (!pattern.includes('{name}')) return texts.nameless;
  // Invalid characters are refused in the pattern, but become dashes in a client's name.
  const letter = /[^\p{L}\p{N}\p{M} ._()&+-]/u.exec(rest)?.[0];
  return letter === undefined ? undefined : texts.letter(letter);
}
const SUFFIXES_BESIDE = ['.manifest.json', '.manifest.json.sig', '.datapackage.json', '.mail.html'];
/** The name of the file of records without a client or person. */
export const UNASSIGNED = '_unassigned';
/** Short enough for every file system, even with a manifest's extension and a temporary name around it. */
const MAX_BYTES = 120;

/** @param ownerNames the client or person of each file; null if none. @returns a name for each, in the same order */
export function namePackFiles(
  ownerNames: readonly (string | null)[],
  { pattern, span, extension }: PackNaming,
): string[] {
  // These names are used by the pack's index, and further files are written beside each file.
  const usedNames = new Set(['index.json', 'index.json.sig', 'index.csv']);
  return ownerNames.map((ownerName) => {
    const stem = toFileName(fillPattern(pattern, ownerName === null ? UNASSIGNED : toSafeName(ownerName), span));
    for (let number = 1; ; number += 1) {
      const name = `${number === 1 ? stem : `${stem}-${number}`}.${extension}`;
      const key = name.toLowerCase();
      if (usedNames.has(key)) continue;
      for (const suffix of ['', ...SUFFIXES_BESIDE]) usedNames.add(key + suffix);
      return name;
    }
  });
}

/** Inserts names literally, because a client may be called `$&` or `{period}`. */
export function fillPattern(pattern: string, name: string, span: string): string {
  return pattern
    .split(/(\{name\}|\{period\})/)
    .map((part) => (part === '{name}' ? name : part === '{period}' ? span : part))
    .join('');
}

/** Prevents a client's name from looking like the file of unassigned records. */
function toSafeName(ownerName: string): string {
  return ownerName.replace(/^_+/, '');
}

/** Keeps letters, digits, spaces and some punctuation; characters that systems refuse become dashes. */
export function toFileName(text: string): string {
  const plain = text
    .normalize('NFC')
    .toWellFormed()
    .replaceAll(/[^\p{L}\p{N}\p{M} ._()&+-]+/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[ .]+|[ .]+$/g, '');
  const name = cutToBytes(plain, MAX_BYTES) || 'file';
  // Windows reserves these names for devices.
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

/** Keeps letters and digits of any language; all other characters become hyphens. */
export function toFileWords(name: string, fallback: string): string {
  const words = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return words === '' ? fallback : words;
}
