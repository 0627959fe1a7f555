/** What the store looks for by its own regular expressions, against what is changed: by the same words in the expressions of JavaScript. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGuards, suspects } from '#electron/exports/formats/csv.ts';
import { separators } from '#domain/exports/options.ts';

const ids = fc.oneof(
  fc.stringMatching(/^[0-9]+ -- [0-9][0-9 .:-]*$/),
  fc.constantFrom('28011131 -- 2024-09-02 09:25:35.168', '0 -- 0', '1 -- 1-', '12345 -- 2026-10-05 -- 7'),
  fc.tuple(fc.stringMatching(/^[0-9]{1,3}$/), fc.string({ maxLength: 4 })).map(([id, rest]) => `${id} -- 1${rest}`),
);

test('a text that is told for plain is never changed', () => {
  const plain = new RegExp(suspects.plain, 'u');
  let found = 0;
  fc.assert(
    fc.property(ids, fc.constantFrom(...separators), fc.boolean(), (text, separator, isFirst) => {
      if (!plain.test(text)) return;
      found += 1;
      expect(createGuards(separator).text(text, isFirst)).toBe(text);
    }),
    { numRuns: 500 },
  );
  expect(found).toBeGreaterThan(100);
});
