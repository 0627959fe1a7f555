import { describe, expect, test } from 'vitest';
import { readGlobalOptions } from '../../../../electron/cli/arguments/global-options.ts';
import { day, list, notNegative, readChoice, wholeNumber } from '../../../../electron/cli/arguments/option-values.ts';
import { AppFailure } from '../../../../src/contract/errors.ts';

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

describe('option values', () => {
  test.each(['0', '201', '-1', '1.5', '1e2', ' 5', 'ten', ''])('a page size of "%s" is refused', (text) => {
    expect(codeOf(() => wholeNumber(given({ limit: text }), 'limit', 1, 200))).toBe('usage');
  });

  test('whole numbers include their bounds and may be left out', () => {
    expect(wholeNumber(given({ limit: '200' }), 'limit', 1, 200)).toBe(200);
    expect(wholeNumber(given({ limit: '1' }), 'limit', 1, 200)).toBe(1);
    expect(wholeNumber(given({}), 'limit', 1, 200)).toBeUndefined();
  });

  test('a rate of 0 is a rate, not an absent one', () => {
    expect(notNegative(given({ rate: '0' }), 'rate')).toBe(0);
    expect(notNegative(given({ rate: '2.5' }), 'rate')).toBe(2.5);
    expect(codeOf(() => notNegative(given({ rate: '-1' }), 'rate'))).toBe('usage');
  });

  test('a day must exist', () => {
    expect(day(given({ 'as-of': '2024-02-29' }), 'as-of')).toBe('2024-02-29');
    expect(codeOf(() => day(given({ 'as-of': '2026-02-29' }), 'as-of'))).toBe('usage');
    expect(codeOf(() => day(given({ 'as-of': '21.11.2026' }), 'as-of'))).toBe('usage');
  });

  test('lists drop blanks and repetitions but keep their order', () => {
    expect(list(given({ measures: 'b, a,,b' }), 'measures')).toEqual(['b', 'a']);
    expect(codeOf(() => list(given({ measures: ' , ' }), 'measures'))).toBe('usage');
  });

  test('a choice is one of its words, exactly', () => {
    expect(readChoice(given({ format: 'csv' }), 'format', ['csv'])).toBe('csv');
    expect(codeOf(() => readChoice(given({ format: 'CSV' }), 'format', ['csv']))).toBe('usage');
  });
});

describe('global options', () => {
  test.each(['../other', 'a/b', '', '.hidden', 'x'.repeat(65), 'a b'])('"%s" is no workspace name', (workspace) => {
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
