/** Names the files of a pack: readable on every system, and no two alike even where case does not count. */
import { z } from 'zod';
import { exportDocumentTexts } from '#texts/export-document.ts';

const texts = exportDocumentTexts.pack.pattern;

/** What decides whose file a record is in. */
export const packKeys = ['client', 'platform_owner_id'] as const;
export type PackKey = (typeof packKeys)[number];

/** A pack is one file to hand on, or a folder to send files from. */
export const packForms = ['zip', 'folder'] as const;
export type PackForm = (typeof packForms)[number];

export interface PackNaming {
  /** `{name}` is replaced by whose file it is, `{period}` by its days. */
  readonly pattern: string;
  readonly span: string;
  /** Without its dot. */
  readonly extension: string;
}

export const DEFAULT_PATTERN = '{name}-{period}';
const MOST_LETTERS = 120;

/** Names of files: known places only, whose it is among them, and nothing that is no part of a name. */
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
  // Of what is written; of a client's name such letters become dashes.
  const letter = /[^\p{L}\p{N}\p{M} ._()&+-]/u.exec(rest)?.[0];
  return letter === undefined ? undefined : texts.letter(letter);
}
const BESIDE = ['.manifest.json', '.manifest.json.sig', '.datapackage.json', '.plain.txt'];
/** The file of records that belong to none. */
export const UNASSIGNED = '_unassigned';
/** With the ending of a manifest and a temporary name around it, still short enough for every file system. */
const MOST_BYTES = 120;

/** @param owners whose file each is; null: it belongs to none. @returns a name for each, in the same order */
export function namePackFiles(owners: readonly (string | null)[], { pattern, span, extension }: PackNaming): string[] {
  // The pack's own index, and what is beside each file.
  const taken = new Set(['index.json', 'index.json.sig', 'index.csv']);
  return owners.map((owner) => {
    const stem = toFileName(fillPattern(pattern, owner === null ? UNASSIGNED : safeName(owner), span));
    for (let at = 1; ; at += 1) {
      const name = `${at === 1 ? stem : `${stem}-${at}`}.${extension}`;
      const key = name.toLowerCase();
      if (taken.has(key)) continue;
      for (const suffix of ['', ...BESIDE]) taken.add(key + suffix);
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

/** A name of its own never looks like the file of unassigned records. */
function safeName(owner: string): string {
  return owner.replace(/^_+/, '');
}

/** Letters, digits, blanks and a few marks of any script; what systems refuse becomes a dash. */
export function toFileName(text: string): string {
  const plain = text
    .normalize('NFC')
    .toWellFormed()
    .replaceAll(/[^\p{L}\p{N}\p{M} ._()&+-]+/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[ .]+|[ .]+$/g, '');
  const kept = cutTo(plain, MOST_BYTES) || 'file';
  // Windows keeps these names for devices.
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(kept) ? `${kept}-` : kept;
}

function cutTo(text: string, bytes: number): string {
  let kept = '';
  let size = 0;
  for (const letter of text) {
    size += utf8Bytes(letter.codePointAt(0) ?? 0);
    if (size > bytes) break;
    kept += letter;
  }
  return kept.trimEnd();
}

function utf8Bytes(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x1_00_00 ? 3 : 4;
}
