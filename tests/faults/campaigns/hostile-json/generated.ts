/** Hostile answers by seed: records of odd values and names, a part of them with a byte gone, doubled or changed. */
import { declaredProperties } from '#domain/properties.ts';
import { oddName, oddNumber, oddString, oddValue } from '#tests/oddities/values.ts';
import { seeded, type Seeded } from '#tests/support/worlds/seeded.ts';
import { answerText, recordText, type HostileAnswer } from './hostile-answer.ts';

const MAX_RECORDS = 3;
/** The client's limit on an answer. */
const MAX_BYTES = 3 * 2 ** 20;
const pieces = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '0',
  '-',
  'e',
  'null',
  '\u0000',
  '\ud800',
  '__proto__',
  '\ufeff',
  '1e999',
];

export function generated(seed: number, at: number, firstId: number): HostileAnswer {
  const random = seeded(seed * 1_000_003 + at);
  const ids = Array.from({ length: random.between(1, MAX_RECORDS) }, (_, index) => String(firstId + index));
  const body = answerText(ids.map((id) => recordText(`"${id}"`, propertiesText(random))));
  const what = `generated ${at}`;
  if (Buffer.byteLength(body) > MAX_BYTES) return { what: `${what}, too long`, body, fate: 'refused', ids };
  if (random.chance(0.7)) return { what, body, fate: 'held', ids };
  return { what: `${what}, damaged`, body: damaged(body, random), fate: 'either', ids };
}

function propertiesText(random: Seeded): string {
  const known = declaredProperties
    .filter(() => random.chance(0.3))
    .map(
      ({ name, type }) => `"${name}":${type === 'number' && random.chance(0.6) ? oddNumber(random) : oddOf(random)}`,
    );
  const unknown = Array.from({ length: random.between(0, 3) }, () => `${oddName(random)}:${oddValue(random)}`);
  return `{${[...known, ...unknown].join(',')}}`;
}

const oddOf = (random: Seeded) => (random.chance(0.3) ? oddString(random) : oddValue(random));

function damaged(body: string, random: Seeded): string {
  let text = body;
  for (let times = random.between(1, 3); times > 0; times -= 1) {
    const at = random.between(0, text.length - 1);
    const end = at + random.between(0, 4);
    const piece = random.pick([() => '', () => text.slice(at, end).repeat(2), () => random.pick(pieces)])();
    text = text.slice(0, at) + piece + text.slice(end);
  }
  return text.toWellFormed();
}
