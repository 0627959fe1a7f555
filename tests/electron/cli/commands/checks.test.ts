import { describe, expect, test } from 'vitest';
import { checks, formatFindings } from '#electron/cli/commands/checks.ts';
import type { Finding } from '#contract/checks.ts';
import type { Directory } from '#domain/people/directory.ts';
import { defaultSettings } from '#domain/settings.ts';
import { AppFailure, type AppError } from '#contract/errors.ts';

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

  test('a name is found whatever its case and spaces, and the nearest is named where none is', async () => {
    expect(await checks.prepare({ options: new Map(), positionals: ['Amount Differs'] })).toBeTypeOf('function');
    expect(await refusal({}, 'overlpa')).toMatchObject({
      detail: expect.stringContaining('did you mean "overlap"?') as string,
    });
  });

  test('findings name people, objects and the other entry, with the currency at the head', () => {
    const other = {
      id: '8',
      start: '2026-10-01T08:30:00.000Z',
      end: null,
      objectType: 'deal',
      object: '7',
      title: 'Call',
    };
    const finding: Finding = {
      id: '9',
      values: { platform_owner_id: '1', a552213_assoc_obj_type: 'deal', a552213_assoc_record_id: '7' },
      unreadable: {},
      value: '1234.5',
      minutes: '90',
      facts: { firstStart: '2026-10-01T08:00:00.000Z', firstEnd: '2026-10-01T09:30:00.000Z' },
      related: ['8'],
      others: [other],
      stays: false,
      reviewedAt: null,
    };
    const directory: Directory = {
      owners: { '1': { name: 'Anna', team: null, weeklyHours: null, activeFrom: null, activeTo: null } },
      objects: { 'deal:7': { name: 'Audit', client: null, currency: null } },
    };
    const settings = { ...defaultSettings, currency: 'EUR', zone: 'Europe/Berlin' };
    const [head, , line] = formatFindings('overlap', [finding], { settings, directory });
    expect(head).toContain('At stake EUR');
    expect(line).toMatch(
      /^9 +Anna +Audit .*2026-10-01 10:00 – 11:30 · at the same time as Audit, “Call”, 2026-10-01 10:30 – – \(record 8\) +1\.50 +1,234\.50$/,
    );
    const clock = { ...settings, hoursStyle: 'clock' as const, moneyDigits: 0 };
    expect(formatFindings('overlap', [finding], { settings: clock, directory })[2]).toMatch(/ 1:30 +1,235$/);
    const inFrancs: Directory = {
      ...directory,
      objects: { 'deal:7': { name: 'Audit', client: null, currency: 'CHF' } },
    };
    expect(formatFindings('overlap', [finding], { settings, directory: inFrancs })[0]).toContain('At stake CHF');
    const both = [finding, { ...finding, id: '10', values: {} }];
    const [headOfBoth, , ...lines] = formatFindings('overlap', both, { settings, directory: inFrancs });
    expect(headOfBoth).toMatch(/At stake$/);
    expect(lines.map((text) => text.slice(-3))).toEqual(['CHF', 'EUR']);
  });

  test('findings fit a narrow terminal: who and how much in a line, what it is about and what differs below', () => {
    const finding = (id: string): Finding => ({
      id,
      values: {
        platform_owner_id: 'Anna Keller',
        a552213_title: 'Deferred taxes, second review of the opening balance',
      },
      unreadable: {},
      value: '1327.04',
      minutes: '101',
      facts: { recorded: '1500', hours: '1.68333333', rate: '102.75', computed: '172.9625' },
      related: [],
      others: [],
      stays: false,
      reviewedAt: null,
    });
    const words = { settings: { ...defaultSettings, zone: 'UTC' }, directory: { owners: {}, objects: {} } };
    const found = [finding('10007271900'), finding('10007271901')];
    const wide = formatFindings('amount-differs', found, words);
    expect(wide).toHaveLength(4);
    const narrow = formatFindings('amount-differs', found, { ...words, columns: 50 });
    expect(Math.max(...narrow.map((line) => line.length))).toBeLessThanOrEqual(50);
    expect(narrow.slice(3, 7)).toEqual([
      '10007271900  Anna Keller   1.68  1,327.04',
      '  Deferred taxes, second review of the opening',
      '  balance',
      '  1,500.00 recorded · 1.68 h × 102.75 = 172.96',
    ]);
    expect(formatFindings('amount-differs', found, { ...words, columns: 200 })).toEqual(wide);
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
