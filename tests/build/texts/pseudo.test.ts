import { expect, test } from 'vitest';
import { toPseudo } from '#build/texts/pseudo.ts';

test('every letter of a sentence is marked, and what is put into it, what the machine reads and what the compiler reads is not', () => {
  const source = `
import type { Kind } from './kinds.ts';
const format = new Intl.NumberFormat('en', { style: 'percent' });
type Unit = 'hours' | 'days';
export const texts = {
  'key-missing': 'No key',
  plain: "It\\u2019s \\"here\\"",
  plural: (count: string, unit: Unit) => \`\${count} \${count === '1' ? 'hour' : unit === 'days' ? 'days' : 'hours'}\`,
  share: (part: number) => \`Share \${format.format(part)} of \${part.toLocaleString('en')}\`,
  trimmed: (text: string) => (text.endsWith('and') ? text.replace('and', '') : text),
  list: (items: readonly string[]) => items.join(' and '),
  language: 'en',
  chosen: { one: 'One' }['one'],
} as const satisfies Record<string, unknown>;
`;
  expect(toPseudo('texts.ts', source)).toBe(`
import type { Kind } from './kinds.ts';
const format = new Intl.NumberFormat('en', { style: 'percent' });
type Unit = 'hours' | 'days';
export const texts = {
  'key-missing': 'Ñö ķéý',
  plain: "Îţ\\u2019š \\"ĥéŕé\\"",
  plural: (count: string, unit: Unit) => \`\${count} \${count === '1' ? 'ĥöûŕ' : unit === 'days' ? 'đåýš' : 'ĥöûŕš'}\`,
  share: (part: number) => \`Šĥåŕé \${format.format(part)} öƒ \${part.toLocaleString('en')}\`,
  trimmed: (text: string) => (text.endsWith('and') ? text.replace('and', '') : text),
  list: (items: readonly string[]) => items.join(' åñđ '),
  language: 'en',
  chosen: { one: 'Öñé' }['one'],
} as const satisfies Record<string, unknown>;
`);
});
