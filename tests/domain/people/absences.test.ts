/** Days away are read in the forms people type, written in one, and never counted twice. */
import * as fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { formatAbsences, mergeAbsences, parseAbsences } from '#domain/people/absences.ts';

const canonical = (text: string) => {
  const read = parseAbsences(text);
  return read && formatAbsences(read);
};

it('reads days and ranges with what they are for, in the order of time', () => {
  expect(canonical('2026-12-24..2026-12-31 holiday; 2026-11-02 sick')).toBe(
    '2026-11-02 sick; 2026-12-24..2026-12-31 holiday',
  );
  expect(canonical('2026-11-02\n2026-12-24 – 2026-12-31: parental leave;')).toBe(
    '2026-11-02; 2026-12-24..2026-12-31 parental leave',
  );
  expect(canonical('2026-12-24 to 2026-12-24, dentist')).toBe('2026-12-24 dentist');
});

it.each([
  'holiday',
  '2026-02-30',
  '2026-12-31..2026-12-24',
  '24.12.2026',
  '2026-1-1',
  '2026-11-02; soon',
  '2026-11-021',
])('refuses %s as a whole', (text) => {
  expect(parseAbsences(text)).toBeUndefined();
});

const day = fc.integer({ min: 0, max: 400 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
const absence = fc
  .tuple(day, day, fc.constantFrom('', 'holiday', 'sick'))
  .map(([a, b, kind]) => ({ from: a < b ? a : b, to: a < b ? b : a, kind }));

test('what is written reads back the same, and merged ranges hold each day once', () => {
  fc.assert(
    fc.property(fc.array(absence, { minLength: 1, maxLength: 8 }), (absences) => {
      const text = formatAbsences(absences);
      expect(formatAbsences(parseAbsences(text) ?? [])).toBe(formatAbsences(parseAbsences(text) ?? []));
      expect(parseAbsences(text)).toHaveLength(absences.length);
      const merged = mergeAbsences(absences);
      const days = (ranges: readonly { from: string; to: string }[]) =>
        ranges.flatMap(({ from, to }) => {
          const found: string[] = [];
          for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000)
            found.push(new Date(at).toISOString());
          return found;
        });
      expect(days(merged)).toEqual([...new Set(days(absences))].toSorted());
    }),
  );
});
