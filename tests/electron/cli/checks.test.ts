import { describe, expect, test } from 'vitest';
import { checks } from '../../../electron/cli/checks.ts';
import { AppFailure, type AppError } from '../../../src/contract/errors.ts';

async function refusal(options: Record<string, string>, ...positionals: string[]): Promise<AppError> {
  try {
    await checks.prepare({ options: new Map(Object.entries(options)), positionals });
  } catch (fault) {
    if (fault instanceof AppFailure) return fault.error;
    throw fault;
  }
  throw new Error('accepted');
}

describe('checks', () => {
  test('names the checks there are when one is asked for that is none', async () => {
    const error = await refusal({}, 'overlaps');
    expect(error).toMatchObject({ code: 'usage', detail: expect.stringContaining('overlap, ') as string });
  });

  test.each([
    ['a second name', {}, ['overlap', 'negative'], 'usage'],
    ['a period that is none', { period: 'soon' }, [], 'usage'],
    [
      'a filter that is none',
      { filter: '[{"filters":[{"propertyName":"x","operator":"EQ"}]}]' },
      ['overlap'],
      'filter-invalid',
    ],
  ])('refuses %s before anything is opened', async (_, options, names, code) => {
    expect(await refusal(options as Record<string, string>, ...names)).toMatchObject({ code });
  });

  test('takes a check by its name, over a part of the records', async () => {
    const work = await checks.prepare({ options: new Map([['period', '2026-10']]), positionals: ['overlap'] });
    expect(work).toBeTypeOf('function');
  });
});
