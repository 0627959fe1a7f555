/** Values that JSON allows and few expect, as the text a service may send: drawn by seed. */
import type { Seeded } from '../support/worlds/seeded.ts';

const MEGABYTE = 2 ** 20;

/** Escapes as a service may write them; halves of pairs cannot be written otherwise. */
const oddPieces: readonly string[] = [
  String.raw`\ud83e`,
  String.raw`\udd1d`,
  String.raw`\udd1d\ud83e`,
  String.raw`\u0000`,
  String.raw`\u0001\u001b[31m`,
  String.raw`\b\f\n\r\t`,
  String.raw`\u007f\u0085\u009b`,
  String.raw`\u202e\u2066\u2069\u200f`,
  String.raw`\u2028\u2029`,
  String.raw`\ufeff`,
  String.raw`\ufffe\uffff`,
  String.raw`\ud83e\udd1d`,
  String.raw`\"\\\/`,
  '🤝',
  'e\u0301',
  'שלום',
  String.raw`$.\"a552213_title\"`,
  "'; DROP TABLE records; --",
  '=1+1',
  ' ',
  ',',
  ';',
  'ß',
  'İ',
];
const plainPieces: readonly string[] = ['Kick-off ', 'audit', 'Review of ', '2026', 'Müller'];

/** @returns the JSON text of a string. */
export function oddString(random: Seeded): string {
  if (random.chance(0.004)) return longString(random);
  const pieces = Array.from({ length: random.between(1, 5) }, () =>
    random.pick(random.chance(0.5) ? oddPieces : plainPieces),
  );
  return `"${pieces.join('')}"`;
}

function longString(random: Seeded): string {
  const piece = random.pick(['x', 'word ', 'é', String.raw`\u0000`, '🤝', String.raw`\n`]);
  const characters = String(JSON.parse(`"${piece}"`)).length;
  return `"${piece.repeat(Math.ceil(MEGABYTE / characters))}${random.chance(0.3) ? String.raw`\ud83e` : ''}"`;
}

const digits = (random: Seeded, most: number) =>
  Array.from({ length: random.between(1, most) }, (_, at) => random.between(at === 0 ? 1 : 0, 9)).join('');

/** @returns the JSON text of a number, from one that fits to one that nothing holds. */
export function oddNumber(random: Seeded): string {
  const sign = random.chance(0.3) ? '-' : '';
  switch (random.between(0, 9)) {
    case 0:
      return `${sign}0`;
    case 1:
      return random.pick(['1e400', '-1e400', '1e-400', '1E+308', '5e-324', '1e999', '0e999', '0.0e-7', '1e00']);
    case 2:
      return `${sign}${digits(random, 30)}.${digits(random, 30)}`;
    case 3:
      return `${sign}0.${'0'.repeat(random.between(5, 12))}${digits(random, 12)}`;
    case 4:
      return random.pick(['12345678901234567890.12', '9999999999.99999999', '9999999999.999999995', '10000000000']);
    case 5:
      return `${sign}${digits(random, 3)}e${random.between(-12, 8)}`;
    default:
      return `${sign}${digits(random, 4)}.${digits(random, 8)}`;
  }
}

/** Nested as deep as an answer may be without ending the reader. */
function nested(random: Seeded): string {
  const depth = random.chance(0.1) ? random.between(200, 3_000) : random.between(1, 60);
  const isList = random.chance(0.5);
  const [open, close] = isList ? ['[', ']'] : ['{"a":', '}'];
  return `${open.repeat(depth)}${oddScalar(random)}${close.repeat(depth)}`;
}

function oddScalar(random: Seeded): string {
  return random.pick([oddString, oddNumber, () => random.pick(['true', 'false', 'null', '""'])])(random);
}

/** @returns any JSON value. */
export function oddValue(random: Seeded): string {
  switch (random.between(0, 5)) {
    case 0:
      return nested(random);
    case 1:
      return `[${oddScalar(random)},${oddScalar(random)}]`;
    case 2:
      return `{${oddName(random)}:${oddScalar(random)},"1":${oddNumber(random)}}`;
    default:
      return oddScalar(random);
  }
}

/** @returns the JSON text of a property name that no catalogue has. */
export function oddName(random: Seeded): string {
  if (random.chance(0.4)) return oddString(random).replace('"', '"odd_');
  return random.pick([
    '""',
    '"__proto__"',
    '"constructor"',
    '"toString"',
    '"a552213_title "',
    '"A552213_TITLE"',
    '"a552213_"',
    '"$"',
    String.raw`"$.\"a552213_title\""`,
    String.raw`"\ud83e"`,
    String.raw`"\u0000"`,
    '"0"',
    `"${'n'.repeat(2_000)}"`,
  ]);
}
