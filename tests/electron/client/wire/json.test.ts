import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isObject,
  getOwnMember,
  NumberText,
  parseJson,
  toPlainJson,
  writeJson,
  type JsonObject,
} from '#electron/client/wire/json.ts';
import { chooseSize } from '#tests/support/tier.ts';

function object(text: string): JsonObject {
  const json = parseJson(text);
  if (!isObject(json)) throw new Error('not an object');
  return json;
}

it('keeps every digit of a number', () => {
  for (const text of [
    '12345678901234567890.123456789012345678',
    '1.10',
    '-0',
    '1e400',
    '0.1e-30',
    '9007199254740993',
  ]) {
    expect(parseJson(text)).toEqual(new NumberText(text));
    expect(writeJson(parseJson(text))).toBe(text);
  }
});

it('gives numbers to JavaScript only where a double holds them', () => {
  expect(toPlainJson(parseJson('[1.10, 9007199254740992, 0.1, -3.50, 1e3, 0, -0.0]'))).toEqual([
    1.1, 9007199254740992, 0.1, -3.5, 1000, 0, -0,
  ]);
  expect(toPlainJson(parseJson('[9007199254740993, 1e400, 0.12345678901234567890, 1e-400]'))).toEqual([
    '9007199254740993',
    '1e400',
    '0.12345678901234567890',
    '1e-400',
  ]);
});

it('treats __proto__ as data in any place', () => {
  const json = object('{"__proto__":{"polluted":1},"a":{"__proto__":[1],"constructor":{"prototype":{"polluted":2}}}}');
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(Object.getPrototypeOf(json)).toBe(Object.prototype);
  expect(writeJson(json)).toBe(
    '{"__proto__":{"polluted":1},"a":{"__proto__":[1],"constructor":{"prototype":{"polluted":2}}}}',
  );
  const plain = toPlainJson(json);
  expect(Object.getPrototypeOf(plain)).toBe(Object.prototype);
  expect(JSON.stringify(plain)).toBe(
    '{"__proto__":{"polluted":1},"a":{"__proto__":[1],"constructor":{"prototype":{"polluted":2}}}}',
  );
});

it('reads own members only', () => {
  expect(getOwnMember(object('{}'), 'constructor')).toBeUndefined();
  expect(getOwnMember(object('{}'), '__proto__')).toBeUndefined();
  expect(getOwnMember(object('{"constructor":"x"}'), 'constructor')).toBe('x');
});

describe('nesting', () => {
  it('survives any depth and keeps what is deep as text', () => {
    const deep = `${'['.repeat(200_000)}"end"${']'.repeat(200_000)}`;
    const json = object(`{"a":${deep},"b":"next"}`);
    expect(getOwnMember(json, 'b')).toBe('next');
    expect(writeJson(getOwnMember(json, 'a') ?? null)).toContain('end');
    expect(() => toPlainJson(json)).not.toThrow();
  });

  it('is not misled by brackets and quotes inside strings', () => {
    const text = JSON.stringify({ a: '['.repeat(500), b: '"\\"[{'.repeat(300), c: '\\' });
    expect(writeJson(parseJson(text))).toBe(text);
  });

  it('refuses brackets that never close without following them', () => {
    for (const text of ['['.repeat(200_000), '{"a":'.repeat(100_000), `${'['.repeat(200_000)}]`]) {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    }
  });
});

it('refuses what is not JSON', () => {
  for (const text of [
    '',
    ' ',
    '{',
    '{"a":1',
    'NaN',
    "{'a':1}",
    '[1,]',
    '01',
    '+1',
    '.5',
    '"\u0001"',
    'undefined',
    '{"a":1}x',
    '"\\ud8"',
  ]) {
    expect(() => parseJson(text), text).toThrow(SyntaxError);
  }
});

const COUNT = chooseSize(150, 5000);

it(`reads ${COUNT} generated documents to the same meaning as JSON.parse and writes them back`, () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      expect(JSON.stringify(toPlainJson(parseJson(text)))).toBe(JSON.stringify(JSON.parse(text)));
      expect(JSON.parse(writeJson(parseJson(text)))).toEqual(JSON.parse(text));
    }),
    { numRuns: COUNT, seed: 20261121 },
  );
});

describe('numbers of every form', () => {
  /** A number token of JSON's grammar, the odd ones on purpose. */
  const digits = fc.stringMatching(/^\d{1,22}$/);
  const whole = fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9]\d{0,21}$/));
  const fraction = fc.oneof(
    fc.constant(''),
    fc.stringMatching(/^0{0,8}$/).chain((zeros) => digits.map((each) => `.${zeros}${each}`)),
  );
  const exponent = fc.oneof({ weight: 3, arbitrary: fc.constant('') }, fc.stringMatching(/^[eE][+-]?\d{1,3}$/));
  const token = fc.tuple(fc.constantFrom('', '', '-'), whole, fraction, exponent).map((parts) => parts.join(''));
  const printed = fc
    .oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer())
    .map((each) => JSON.stringify(each));
  const scalar = fc.oneof(
    token,
    printed,
    fc.json({ maxDepth: 0 }).filter((text) => text.startsWith('"')),
    fc.constantFrom('null', 'true'),
  );
  const { tree: document } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      scalar,
      fc.array(tie('tree'), { maxLength: 5 }).map((parts) => `[${parts.join(',')}]`),
      fc
        .uniqueArray(fc.tuple(fc.constantFrom('a', '-1.50', '__proto__', 'e"\\'), tie('tree')), {
          selector: ([name]) => name,
        })
        .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
    ),
  }));

  it('writes back every document to the last character, whether a reviver was needed for it or not', () => {
    fc.assert(
      fc.property(document, fc.boolean(), (text, forced) => {
        // A number that no double prints makes the whole document take the slow way.
        const whole = forced ? `[1.10,${text}]` : text;
        expect(writeJson(parseJson(whole))).toBe(whole);
      }),
      { numRuns: chooseSize(150, 5000), seed: 20261121 },
    );
  });

  it('gives the same for a part, whatever else is in the document', () => {
    fc.assert(
      fc.property(document, (text) => {
        expect(parseJson(`[1.10,${text}]`)).toEqual([new NumberText('1.10'), parseJson(text)]);
      }),
      { numRuns: chooseSize(60, 2000), seed: 20261121 },
    );
  });

  it('keeps a number plain exactly where JavaScript prints it as it was written', () => {
    fc.assert(
      fc.property(fc.oneof(token, printed), (text) => {
        expect(parseJson(text)).toEqual(String(Number(text)) === text ? Number(text) : new NumberText(text));
      }),
      { numRuns: chooseSize(150, 5000), seed: 20261121 },
    );
  });
});
