import { expect, it } from 'vitest';
import { logoSchema, MAX_LOGO_BYTES, numberSchema, addressSchema } from '#domain/exports/letterhead.ts';

const encode = (content: string | Buffer) => Buffer.from(content).toString('base64');
const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex');
const svg = (inside: string) => `<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>\n`;

it.each([
  ['png', png],
  ['jpeg', Buffer.from('ffd8ffe0', 'hex')],
  [
    'svg',
    `\uFEFF<!-- made by hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<svg></svg>`,
  ],
  ['svg', svg('<title>Müller</title><use href="#a"/>')],
] as const)('takes a %s', (kind, content) => {
  expect(logoSchema.safeParse({ kind, data: encode(content) }).success).toBe(true);
});

it.each([
  ['a text', 'svg', 'hello'],
  ['another kind than it says', 'jpeg', png],
  ['a script', 'svg', svg('<script>alert(1)</script>')],
  ['an event', 'svg', svg('<rect onload="x()"/>')],
  ['another file', 'svg', svg('<image href="file:///etc/passwd"/>')],
  ['entities', 'svg', `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('')}`],
  ['nothing but comments', 'svg', '<!---->'.repeat(40)],
  ['nothing', 'png', ''],
] as const)('refuses %s for a logo', (_, kind, content) => {
  expect(logoSchema.safeParse({ kind, data: encode(content) }).success).toBe(false);
});

it('refuses a logo that is too large', () => {
  const data = encode(Buffer.concat([png, Buffer.alloc(MAX_LOGO_BYTES)]));
  expect(logoSchema.safeParse({ kind: 'png', data }).success).toBe(false);
});

it('takes an address in any script, without its empty lines, and refuses one that is too long', () => {
  expect(addressSchema.parse(' Straße 1 \r\n\r\n東京都 \n')).toBe('Straße 1\n東京都');
  for (const bad of ['', ' \n ', 'x\n'.repeat(9), 'x'.repeat(81), 'a\u0000b'])
    expect(addressSchema.safeParse(bad).success).toBe(false);
});

it('takes a pattern of numbers with the days in it, and no place that it does not know', () => {
  expect(numberSchema.safeParse('AS-{reference}/{period}').success).toBe(true);
  for (const bad of ['{client}', '{period}-{year}', '{period', ''])
    expect(numberSchema.safeParse(bad).success).toBe(false);
});
