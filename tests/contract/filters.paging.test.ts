/** What a caller asks a part of a list with is bounded by the contract: nothing else reaches a database. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { api } from '#contract/api.ts';

const parts = Object.entries(api).flatMap(([method, { input }]) =>
  input instanceof z.ZodObject
    ? Object.entries(input.shape)
        .filter(([name]) => name === 'limit' || name === 'offset')
        .map(([name, schema]) => [`${method} ${name}`, schema] as const)
    : [],
);

test('a part of a list has bounds in every method that gives one', () => {
  expect(parts.map(([place]) => place)).toEqual(
    expect.arrayContaining([
      'records.values limit',
      'records.page offset',
      'checks.findings limit',
      'service.list limit',
    ]),
  );
  const refused = [-1, 0.5, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY, Number.NaN, '1'];
  for (const [place, schema] of parts)
    expect(
      refused.map((given) => z.safeParse(schema, given).success),
      place,
    ).not.toContain(true);
});
