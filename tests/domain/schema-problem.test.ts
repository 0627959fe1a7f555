import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeIssue } from '#domain/schema-problem.ts';

const told = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: describeIssue }).error?.issues.map(({ message }) => message);

test('a bound is told as it is: with the number itself allowed or not', () => {
  expect(told(z.number().min(1), 0)).toEqual(['less than 1']);
  expect(told(z.number().positive(), 0)).toEqual(['not more than 0']);
  expect(told(z.number().max(5), 6)).toEqual(['more than 5']);
  expect(told(z.number().lt(5), 5)).toEqual(['not less than 5']);
});
