import { describe, expect, it } from 'vitest';
import { estimateScrubRequests } from '#electron/sync/phases/scrub.ts';
import { validateField } from '#ui/screens/settings/TextSetting.tsx';
import { countScrubRequests } from '#ui/screens/settings/FetchingSettings.tsx';

describe('a value beside its field', () => {
  it.each([
    ['zone', 'Europe/Berlin'],
    ['quotaLimit', 5000],
    ['hoursPerDay', '7.5'],
    ['currency', null],
    ['recordAddress', 'https://crm.example.com/{id}'],
    ['refreshWhenOlderHours', null],
  ] as const)('%s may be %j', (name, value) => {
    expect(validateField(name, value)).toBeUndefined();
  });

  it.each([
    ['zone', 'Mars/Base'],
    ['quotaLimit', 0],
    ['quotaLimit', Number.NaN],
    ['quotaLimit', 2.5],
    ['hoursPerDay', '0'],
    ['notableChange', '-1'],
    ['hoursPerDay', 'eight'],
    ['moneyDigits', 5],
    ['recordAddress', 'http://crm.example.com/{id}'],
    ['recordAddress', 'https://crm.example.com/'],
  ] as const)('%s cannot be %j', (name, value) => {
    expect(validateField(name, value)).toBeTypeOf('string');
  });
});

it.each([0, 199, 6_000, 60_000, 1_000_000])('the scrub of %i records is priced as the run prices it', (records) => {
  const { min, max } = estimateScrubRequests(records);
  expect(countScrubRequests(records)).toBeGreaterThanOrEqual(min);
  expect(countScrubRequests(records)).toBeLessThanOrEqual(max);
});
