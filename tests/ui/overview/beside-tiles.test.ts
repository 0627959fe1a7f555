import { describe, expect, it } from 'vitest';
import { besideLoggedHours, besideMargin } from '../../../src/ui/screens/overview/beside-tiles.ts';

const hours = (logged: string | null, total: string | null) => ({ logged_hours: logged, a552213_total_hours: total });

describe('beside logged hours', () => {
  it('stands by how much the sum of total hours differs, to the last digit on hover', () => {
    expect(besideLoggedHours(hours('4852.1', '5324.10000004'))).toEqual({
      text: 'Σ total hours differs by 472.00 h',
      exact: 'Σ total hours differs by 472.00000004 h',
    });
    expect(besideLoggedHours(hours('10', '9.5'))?.text).toBe('Σ total hours differs by −0.50 h');
  });

  it('stands nothing where they differ by rounding alone, or one is not known', () => {
    expect(besideLoggedHours(hours('4868.13333333', '4868.13333329'))).toBeUndefined();
    expect(besideLoggedHours(hours(null, '1'))).toBeUndefined();
  });
});

describe('beside the margin', () => {
  it('stand the hours whose cost is not known, where there are any', () => {
    expect(besideMargin({ a552213_total_minutes: '750' })?.text).toBe('12.50 h without cost left out');
    expect(besideMargin({ a552213_total_minutes: '0' })).toBeUndefined();
    expect(besideMargin({ a552213_total_minutes: null })).toBeUndefined();
  });
});
