import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readGlobalOptions } from '#electron/cli/arguments/arguments.ts';
import { deriveOptions, option, readOptions, type Options } from '#electron/cli/arguments/option-values.ts';
import { AppFailure } from '#contract/errors.ts';

const given = (options: Record<string, string | true>) => ({
  options: new Map(Object.entries(options)),
  positionals: [],
});

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (fault) {
    if (fault instanceof AppFailure) return fault.error.code;
    throw fault;
  }
  return 'accepted';
}

const read = <Known extends Options>(options: Record<string, string | true>, known: Known) =>
  readOptions(given(options), known);

describe('option values', () => {
  const limit = { limit: option.wholeNumber(1, 200) };

  test.each(['0', '201', '-1', '1.5', '1e2', ' 5', 'ten', ''])('a page size of "%s" is refused', (written) => {
    expect(codeOf(() => read({ limit: written }, limit))).toBe('usage');
  });

  test('whole numbers include their bounds and may be left out', () => {
    expect(read({ limit: '200' }, limit)).toEqual({ limit: 200 });
    expect(read({ limit: '1' }, limit)).toEqual({ limit: 1 });
    expect(read({}, limit)).toEqual({});
  });

  test('a rate of 0 is a rate, not an absent one', () => {
    const rate = { rate: option.notNegative };
    expect(read({ rate: '0' }, rate)).toEqual({ rate: 0 });
    expect(read({ rate: '2.5' }, rate)).toEqual({ rate: 2.5 });
    expect(codeOf(() => read({ rate: '-1' }, rate))).toBe('usage');
  });

  test('a day must exist', () => {
    const asOf = { 'as-of': option.day };
    expect(read({ 'as-of': '2024-02-29' }, asOf)).toEqual({ asOf: '2024-02-29' });
    expect(codeOf(() => read({ 'as-of': '2026-02-29' }, asOf))).toBe('usage');
    expect(codeOf(() => read({ 'as-of': '21.11.2026' }, asOf))).toBe('usage');
  });

  test('lists drop blanks and repetitions but keep their order', () => {
    const measures = { measures: option.list };
    expect(read({ measures: 'b, a,,b' }, measures)).toEqual({ measures: ['b', 'a'] });
    expect(codeOf(() => read({ measures: ' , ' }, measures))).toBe('usage');
  });

  test('a choice is one of its words, exactly', () => {
    const format = { format: option.oneOf(['csv']) };
    expect(read({ format: 'csv' }, format)).toEqual({ format: 'csv' });
    expect(codeOf(() => read({ format: 'CSV' }, format))).toBe('usage');
  });

  test('the fields of a schema are options with their types, choices and bounds', () => {
    const schema = z.strictObject({
      maxRequests: z.number().int().positive().optional(),
      limit: z.number().int().min(2).max(9).default(5),
      full: z.boolean().default(false),
      heads: z.enum(['labels', 'names']).optional(),
      title: z.string().max(7).optional(),
      kinds: z.array(z.enum(['new', 'gone'])).default([]),
    });
    const known = deriveOptions(schema, 'max-requests', 'limit', 'full', 'heads', 'title', 'kinds');
    expect(known.full).toBe(option.flag);
    expect([known.limit.form, known.heads.form]).toEqual([
      { minimum: 2, maximum: 9, standard: 5 },
      { choices: ['labels', 'names'] },
    ]);
    const options = { 'max-requests': '1', limit: '9', full: true, heads: 'names', title: 'October' } as const;
    const values = { maxRequests: 1, limit: 9, full: true, heads: 'names', title: 'October', kinds: ['gone', 'new'] };
    expect(read({ ...options, kinds: 'gone,new' }, known)).toEqual(values);
    const numbers = [{ 'max-requests': '0' }, { limit: '1' }, { limit: '10' }];
    for (const wrong of [...numbers, { heads: 'none' }, { title: 'November' }, { kinds: 'new,old' }])
      expect(codeOf(() => read(wrong, known))).toBe('usage');
  });
});

describe('global options', () => {
  test.each(['', '  ', '\n', 'x'.repeat(201)])('"%s" is no workspace name', (workspace) => {
    expect(codeOf(() => readGlobalOptions(given({ workspace })))).toBe('usage');
  });

  test.each([
    'http://example.com',
    'https://user:pass@example.com',
    'https://example.com/path',
    'ftp://example.com',
    'x',
  ])('the address %s is refused before anything is opened', (address) => {
    expect(codeOf(() => readGlobalOptions(given({ 'base-url': address })))).toBe('address-refused');
  });

  test('the sample takes no address', () => {
    expect(codeOf(() => readGlobalOptions(given({ workspace: 'sample', 'base-url': 'http://127.0.0.1:1' })))).toBe(
      'usage',
    );
  });

  test('the workspace is "default" unless named', () => {
    expect(readGlobalOptions(given({})).workspace).toBe('default');
    expect(readGlobalOptions(given({ 'base-url': 'http://127.0.0.1:8080/' })).baseUrl).toBe('http://127.0.0.1:8080');
  });
});
