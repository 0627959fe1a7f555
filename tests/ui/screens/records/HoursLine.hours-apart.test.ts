import { expect, it } from 'vitest';
import { computeHoursDifference } from '#ui/screens/records/HoursLine.tsx';

const totals = (logged: string | null, property?: string | null) => ({
  logged_hours: logged,
  ...(property !== undefined && { a552213_total_hours: property }),
});

it('the property’s hours are apart from the logged ones by what anybody could see, to the last digit', () => {
  expect(computeHoursDifference(totals('4852.1', '5324.10000004'))).toBe('472.00000004');
  expect(computeHoursDifference(totals('10', '9.5'))).toBe('-0.5');
});

it('they are not apart by rounding alone, nor where one of them is not known or not shown', () => {
  expect(computeHoursDifference(totals('4868.13333333', '4868.13333329'))).toBeUndefined();
  expect(computeHoursDifference(totals('1', null))).toBeUndefined();
  expect(computeHoursDifference(totals(null, '1'))).toBeUndefined();
  expect(computeHoursDifference(totals('1'))).toBeUndefined();
});
