import { describe, expect, test } from 'vitest';
import { defaultSettings } from '#domain/settings.ts';
import { formatLetter, groupIntoLetters } from '#ui/screens/check/messages.ts';
import { finding, nobody } from '#tests/support/reports/check-finding.ts';

describe('one message for each person', () => {
  const found = [
    { check: 'amount-differs', findings: [finding('1', 'a'), finding('2', 'b')] },
    { check: 'negative', findings: [finding('1', 'a'), finding('3', null)] },
  ];

  test('holds what every check found on their records, those with most first, records without a person last', () => {
    const letters = groupIntoLetters(found);
    expect(letters.map(({ ownerId, findings }) => [ownerId, findings])).toEqual([
      ['a', 2],
      ['b', 1],
      [undefined, 1],
    ]);
    expect(letters[0]?.parts.map(({ check }) => check)).toEqual(['amount-differs', 'negative']);
  });

  test('greets once and names each check above what it found', () => {
    const [first] = groupIntoLetters(found);
    if (!first) throw new Error('No letter');
    const text = formatLetter(first, {
      name: 'Anna',
      zone: 'UTC',
      directory: nobody,
      printing: defaultSettings,
      recordAddress: null,
    });
    expect(text).toMatch(
      /^Hello Anna,\n\ncould you look at these 2 points .*\n\nValue differs from hours × rate:\n- .*\(1\)\n\nNegative:\n- .*\(1\)\n$/s,
    );
    expect(text).not.toContain('(2)');
  });
});
