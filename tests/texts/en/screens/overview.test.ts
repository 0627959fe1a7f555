import { expect, it } from 'vitest';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { checkScreenTexts } from '#texts/screens/checks.ts';
import { overviewTexts } from '#texts/screens/overview.ts';

it('what is missing of expected hours has one name on every screen: its measure’s', () => {
  const name = findMeasure('gap_hours')?.label;
  expect(name).toBe('Gap');
  expect([overviewTexts.people.gap, checkScreenTexts.peopleHeads.gap]).toEqual([name, name]);
  expect(overviewTexts.attention.short('8.00 h')).toBe('gap 8.00 h');
});
