/** The forms in which a key may appear: plain, encoded, reversed, or only its beginning or end. */
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { seeded } from '#tests/support/worlds/seeded.ts';

const LETTERS = Array.from('ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789');
const PIECE = 12;

/** Begins and ends with letters and digits; between them are characters that JSON, URLs and shells escape. */
export function makeCanary(seed: number): string {
  const random = seeded(seed);
  const word = () => Array.from({ length: 16 }, () => random.pick(LETTERS)).join('');
  return `${word()}"\\%+/=&'${word()}`;
}

export interface Forms {
  /** @returns the name of the form that was found; undefined: none. */
  find(bytes: Buffer): string | undefined;
}

export function formsOf(key: string): Forms {
  const pieces = { beginning: key.slice(0, PIECE), end: key.slice(-PIECE) };
  const needles = Object.entries(pieces).flatMap(([part, piece]) =>
    Object.entries(encodings(piece)).flatMap(([form, texts]) =>
      texts.map((needle) => [`its ${part}, ${form}`, needle] as const),
    ),
  );
  return { find: (bytes) => needles.find(([, needle]) => bytes.includes(needle))?.[0] };
}

function encodings(piece: string): Readonly<Record<string, readonly Buffer[]>> {
  const plain = Buffer.from(piece);
  const hex = plain.toString('hex');
  const reversed = Array.from(piece).toReversed().join('');
  const utf16 = Buffer.from(piece, 'utf16le');
  return {
    plain: [plain],
    reversed: [Buffer.from(reversed)],
    'in hexadecimal': [Buffer.from(hex), Buffer.from(hex.toUpperCase())],
    'in UTF-16': [utf16, Buffer.from(utf16).swap16()],
    'in Base64': [0, 1, 2].map((before) => Buffer.from(base64Within(plain, before))),
    'in percent signs': [Buffer.from([...plain].map((byte) => `%${byte.toString(16)}`).join(''))],
    'in escapes': [Buffer.from([...plain].map((byte) => String.raw`\u00${byte.toString(16)}`).join(''))],
  };
}

/** The part of the Base64 that is the same for any text with the piece after so many bytes. */
function base64Within(piece: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), piece])
    .toString('base64')
    .replace(/=+$/, '');
  const from = [0, 2, 3][before] ?? 0;
  const whole = Math.floor(((before + piece.length) * 8) / 6);
  return text.slice(from, whole);
}

const WINDOW = 4 * 2 ** 20;
const OVERLAP = 512;

/** Everything below a folder, sparse dumps of any size included. @returns a line for each file that holds a form. */
export function findInFiles(folder: string, forms: Forms): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const nameForm = forms.find(Buffer.from(entry.name));
    if (nameForm !== undefined) found.push(`a file is named by ${nameForm}`);
    if (!entry.isFile()) continue;
    const form = findInFile(path, forms);
    if (form !== undefined) found.push(`${path.slice(folder.length + 1)} holds ${form}`);
  }
  return found;
}

function findInFile(path: string, forms: Forms): string | undefined {
  const { size } = statSync(path);
  const file = openSync(path, 'r');
  const bytes = Buffer.alloc(Math.min(size, WINDOW));
  try {
    for (let from = 0; from < size; from += WINDOW - OVERLAP) {
      const form = forms.find(bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from)));
      if (form !== undefined) return form;
    }
  } finally {
    closeSync(file);
  }
  return undefined;
}
