import { expect, it } from 'vitest';
import { writeSection } from '#build/release/changelog.ts';

it('lists what people see, once, by area, and leaves out what developers see', () => {
  const headlines = [
    'records: Find a word in any case.',
    'tests: Wait for it.',
    'charts: Draw bars.',
    'records: Keep the order.',
    'records: Find a word in any case.',
    'people-land: Merge main.',
    'Merge branch',
  ];
  expect(writeSection('1.2.0', '2026-11-26', headlines)).toBe(
    '## 1.2.0 (2026-11-26)\n\n### charts\n\n- Draw bars.\n\n### records\n\n- Find a word in any case.\n- Keep the order.\n',
  );
});
