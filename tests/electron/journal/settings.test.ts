/** Settings: defaults until set, kept over a restart, and never a value the schema would refuse. */
import { describe, expect, test } from 'vitest';
import { openJournal } from '#electron/journal/journal.ts';
import { saveSettings, readSettings, findRefusedSettings } from '#electron/journal/settings.ts';
import { defaultSettings, settingsSchema } from '#domain/settings.ts';

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

  test('tell what was kept and is not accepted any more, and leave it as it was until another takes its place', () => {
    const journal = openJournal(':memory:');
    const umlaut = 'https://crm.müller.example/records/{id}';
    journal.saveSetting('zone', 'Mars/Olympus');
    journal.saveSetting('recordAddress', umlaut);
    journal.saveSetting('hoursDigits', 9);
    journal.saveSetting('weekStart', 'sunday');
    const refused = [
      { name: 'zone', text: 'Mars/Olympus' },
      { name: 'hoursDigits', text: '9' },
      { name: 'recordAddress', text: umlaut },
    ];
    expect(readSettings(journal).recordAddress).toBeNull();
    expect(findRefusedSettings(journal)).toEqual(refused);
    saveSettings(journal, { footing: 'round-lines' });
    expect(findRefusedSettings(journal)).toEqual(refused);
    saveSettings(journal, {
      recordAddress: 'https://crm.xn--mller-kva.example/records/{id}',
      zone: 'UTC',
      hoursDigits: 2,
    });
    expect(findRefusedSettings(journal)).toEqual([]);
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
