import { describe, expect, it } from 'vitest';
import { requireProperty } from '#domain/properties.ts';
import { defaultSettings } from '#domain/settings.ts';
import { formatUnit } from '#domain/reports/print/printed.ts';
import { formatMeasure, formatWithUnit } from '#ui/format/measured.ts';
import { momentText, timeText } from '#ui/format/figures-and-times.ts';
import { formatCell, formatValue, formatFullValue } from '#ui/format/values.ts';

const hours = requireProperty('total_hours');
const cell = { ...defaultSettings, zone: 'UTC' };
const clock = { ...defaultSettings, hoursStyle: 'clock' } as const;

describe('a value', () => {
  it('of hours is printed as the settings say in a cell, and with every digit in full', () => {
    expect(formatCell(hours, '1.68333333', cell)).toBe('1.68');
    expect(formatCell(hours, '1.68333333', { ...cell, hoursDigits: 1 })).toBe('1.7');
    expect(formatCell(hours, '-1.68333333', { ...cell, hoursStyle: 'clock' })).toBe('−1:41');
    expect(formatValue(hours, '1.68333333', 'UTC')).toBe('1.68333333');
    expect(formatValue(hours, '0.5', 'UTC')).toBe('0.5');
  });

  it('of money and rates has the digits of the settings, of a count none', () => {
    expect(formatCell(requireProperty('billable_amount'), '1234.565', { ...cell, moneyDigits: 0 })).toBe('1,235');
    expect(formatCell(requireProperty('billable_rate'), '151.416', cell)).toBe('151.42');
    expect(formatCell(requireProperty('total_minutes'), '341', cell)).toBe('341');
  });

  it('with every digit has at least those of its cell in a table', () => {
    const whole = (name: string, value: string, settings = cell) =>
      formatFullValue(requireProperty(name), value, settings);
    expect([whole('total_hours', '2.3'), whole('total_hours', '2.33333333')]).toEqual(['2.30', '2.33333333']);
    expect(whole('total_hours', '2.3', { ...cell, hoursDigits: 0 })).toBe('2.3');
    expect([whole('billable_rate', '90'), whole('billable_percentage', '100')]).toEqual(['90.00', '100.0']);
    expect([whole('total_minutes', '138'), whole('week_year', '2026-10-26')]).toEqual(['138', '26 Oct 2026']);
  });

  it('of a date never shifts by a zone', () => {
    expect(formatValue(requireProperty('week_year'), '2026-10-26', 'Pacific/Kiritimati')).toBe('26 Oct 2026');
    expect(formatValue(requireProperty('month_year'), '2026-10-01', 'America/Los_Angeles')).toBe('Oct 2026');
  });

  it('of a recorded month that is no first of a month shows its day', () => {
    expect(formatValue(requireProperty('month_year'), '2026-10-02', 'UTC')).toBe('2 Oct 2026');
  });

  it('of a time is in the zone asked for, across midnight and daylight saving', () => {
    expect(timeText('2026-10-25T00:30:00.000Z', 'Europe/Berlin')).toBe('25 Oct 2026 02:30');
    expect(timeText('2026-10-25T01:30:00.000Z', 'Europe/Berlin')).toBe('25 Oct 2026 02:30');
    expect(timeText('2026-10-31T23:30:00.000Z', 'Europe/Berlin')).toBe('1 Nov 2026 00:30');
    expect(timeText('2026-10-31T23:30:00.000Z', 'America/New_York')).toBe('31 Oct 2026 19:30');
  });

  it('of a clock says the day only when it is another', () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    expect(momentText('2026-11-21T08:02:00.000Z', 'UTC', now)).toBe('08:02');
    expect(momentText('2026-11-20T08:02:00.000Z', 'UTC', now)).toBe('20 Nov 08:02');
    expect(momentText('2026-11-20T23:30:00.000Z', 'Asia/Tokyo', now)).toBe('08:30');
  });
});

describe('a measure', () => {
  it('that is a share of 1 reads as a percentage', () => {
    expect(formatMeasure('billable_share', '0.7244', defaultSettings)).toBe('72.4');
    expect(formatUnit('share', null)).toBe('%');
  });

  it('that nothing says is a dash, never 0', () => {
    expect(formatMeasure('billable_value', null, defaultSettings)).toBe('–');
    expect(formatWithUnit('billable_value', undefined, defaultSettings, 'EUR')).toBe('–');
  });

  it('of money carries the currency only where one is known', () => {
    expect(formatUnit('rate', 'EUR')).toBe('EUR/h');
    expect(formatUnit('money', null)).toBe('');
  });

  it('of hours follows the setting everywhere, and as h:mm needs no unit', () => {
    expect(formatWithUnit('logged_hours', '312.4', defaultSettings)).toBe('312.40 h');
    expect(formatWithUnit('logged_hours', '1312.4', clock)).toBe('1,312:24');
    expect(formatWithUnit('gap_hours', '-0.004', clock)).toBe('0:00');
    expect(formatWithUnit('billable_value', '31240', { ...clock, moneyDigits: 0 }, 'EUR')).toBe('31,240 EUR');
  });
});
