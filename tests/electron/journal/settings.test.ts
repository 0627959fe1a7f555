/** Settings: defaults until set, kept over a restart, and never a value the schema would refuse. */
import { describe, expect, test } from 'vitest';
import { openJournal } from '../../../electron/journal/journal.ts';
import { saveSettings, readSettings } from '../../../electron/journal/settings.ts';
import { defaultSettings, settingsSchema } from '../../../src/domain/settings.ts';

describe('settings', () => {
  test('begin with the defaults, the workspace’s own over the general ones', () => {
    const settings = readSettings(openJournal(':memory:'), { currency: 'EUR' });
    expect(settings).toEqual({ ...defaultSettings, currency: 'EUR', zone: expect.any(String) });
  });

  test('keep what is set, an empty currency over the workspace’s own default included', () => {
    const journal = openJournal(':memory:');
    saveSettings(journal, { currency: null, footing: 'largest-remainder', zone: 'Asia/Kolkata' });
    const settings = readSettings(journal, { currency: 'EUR' });
    expect(settings).toMatchObject({ currency: null, footing: 'largest-remainder', zone: 'Asia/Kolkata' });
  });

  test('fall back to the default where a kept value can no longer be read', () => {
    const journal = openJournal(':memory:');
    journal.saveSetting('fiscalYearStart', 13);
    journal.saveSetting('zone', 'Mars/Olympus');
    expect(readSettings(journal)).toMatchObject({ fiscalYearStart: 1 });
    expect(readSettings(journal).zone).not.toBe('Mars/Olympus');
  });

  test.each([
    { zone: 'Mars/Olympus' },
    { fiscalYearStart: 0 },
    { hoursPerDay: '0' },
    { hoursPerDay: 'eight' },
    { recordAddress: 'http://crm.example/{id}' },
    { recordAddress: 'https://crm.example/record' },
    { thresholds: { long: '-1' } },
    { quotaLimit: 0 },
  ])('refuse %o', (change) => {
    expect(settingsSchema.partial().safeParse(change).success).toBe(false);
  });
});
