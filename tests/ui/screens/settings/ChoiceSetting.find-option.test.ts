import { expect, test } from 'vitest';
import { findOption } from '#ui/screens/settings/ChoiceSetting.tsx';

const options = ['America/New York', 'America/North Dakota/Center', 'Europe/Zurich'].map((label) => ({
  value: label.replaceAll(' ', '_'),
  label,
}));
const found = (search: string, limit = 10) => findOption({ options, search, limit });

test('a time zone is found by the name it is shown with and by its own', () => {
  expect(found('new york')).toEqual([options[0]]);
  expect(found('America/New_York')).toEqual([options[0]]);
  expect(found(' zurich')).toEqual([options[2]]);
  expect(found('', 2)).toHaveLength(2);
  expect(found('Mars')).toEqual([]);
});
