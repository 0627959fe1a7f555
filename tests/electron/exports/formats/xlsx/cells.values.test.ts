import { describe, expect, it } from 'vitest';
import { exceedsDigits, toDays, toDaySerial, toHundredth, toMoment } from '#electron/exports/formats/xlsx/cells.ts';

describe('a day', () => {
  it.each([
    ['1900-03-01', '61'],
    ['2000-02-29', '36585'],
    ['2026-10-31', '46326'],
    ['9999-12-31', '2958465'],
  ])('%s is the spreadsheet’s day %s', (day, serial) => {
    expect(toDaySerial(day)).toBe(serial);
  });

  it.each(['1900-02-28', '1899-12-31', '0001-01-01', '2026-02-30', '2026-13-01', 'Total', '12026-01-01'])(
    '%s is none: it stays a text',
    (day) => {
      expect(toDaySerial(day)).toBeUndefined();
    },
  );

  it('has the time as its part, in whatever zone the machine is', () => {
    expect(toMoment('2026-03-29T02:30:00')).toEqual({ serial: '46110.10416666766', hasFraction: false });
    expect(toMoment('2026-10-31T12:00:00.000Z')).toEqual({ serial: '46326.5', hasFraction: false });
    expect(toMoment('2026-10-31T00:00:00.500Z')?.hasFraction).toBe(true);
    expect(toMoment('1900-02-28T12:00:00')).toBeUndefined();
    expect(toMoment('2026-10-31T24:00:00')).toBeUndefined();
  });

  it.each(['1900-03-01', '1970-07-12', '2026-10-31', '9999-12-31'])(
    'never shows a second earlier where a reader cuts, on %s',
    (day) => {
      const pair = (number: number) => String(number).padStart(2, '0');
      for (let second = 0; second < 86_400; second += 7) {
        const time = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60].map(pair).join(':');
        const held = Number(toMoment(`${day}T${time}`)?.serial);
        const after = (held - Math.floor(held)) * 86_400 - second;
        if (after < 0 || after > 0.001) expect.fail(`${time} is ${after} seconds off`);
      }
    },
  );
});

it.each([
  ['0', '0'],
  ['90', '0.0625'],
  ['-90', '-0.0625'],
  ['1440', '1'],
  ['100', '0.06944444444444444'],
  ['200', '0.13888888888888889'],
  ['0.5', '0.00034722222222222'],
  ['5999999', '4166.66597222222222222'],
])('%s minutes are %s days', (minutes, days) => {
  expect(toDays(minutes)).toBe(days);
});

it.each([
  ['0', '0.00'],
  ['5', '0.05'],
  ['12.5', '0.125'],
  ['100', '1.00'],
  ['-33.3', '-0.333'],
  ['1234.56789012', '12.3456789012'],
])('%s percent is %s, by its digits', (percent, part) => {
  expect(toHundredth(percent)).toBe(part);
});

it.each([
  ['999999999999999', false],
  ['1000000000000000', false],
  ['1000000000000001', true],
  ['-1234567890.12345', false],
  ['-1234567890.123456', true],
  ['0.000000000000000001', false],
  ['1234567890.12345000', false],
])('%s has more digits than a spreadsheet holds: %s', (decimal, exceeds) => {
  expect(exceedsDigits(decimal)).toBe(exceeds);
});
