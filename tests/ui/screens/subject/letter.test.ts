import { expect, test } from 'vitest';
import { writeLetter } from '#ui/screens/subject/letter.ts';

const person = {
  name: 'Anna Keller',
  period: 'October 2026',
  logged: '120.50 h',
  expected: '168.00 h',
  gap: '47.50 h',
  lastEntry: '20 Oct 2026',
};

test('a message says what is logged, what is missing and what to look at', () => {
  const findings = [
    { check: 'billable-without-rate', records: '1' },
    { check: 'overlap', records: '12' },
  ];
  expect(writeLetter({ ...person, findings })).toBe(
    [
      'Hello Anna Keller,',
      '',
      'October 2026: 120.50 h of 168.00 h expected are logged.',
      '47.50 h are missing. Please add what you worked, or tell me about days away.',
      'Your last entry is of 20 Oct 2026.',
      '',
      'Please look at these entries, too:',
      '- Billable without a rate: 1 entry',
      '- Two at the same time: 12 entries',
      '',
    ].join('\n'),
  );
});

test('what is not known is not claimed', () => {
  const text = writeLetter({ ...person, expected: undefined, gap: undefined, lastEntry: undefined, findings: [] });
  expect(text).toBe('Hello Anna Keller,\n\nOctober 2026: 120.50 h are logged.\n');
});
