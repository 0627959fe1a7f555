import { expect, test } from 'vitest';
import { measures } from '#domain/reports/definition/measures.ts';
import { formatParts } from '#domain/reports/explain/explained-parts.ts';
import { defaultSettings } from '#domain/settings.ts';

/** Figures of more than one sum, but for expected hours, which count records only to tell 0 hours from unknown ones. */
const composed = measures.filter(({ id, sums }) => id !== 'expected_hours' && Object.keys(sums).length > 1);

test.for(composed)('the parts of $id are shown', (measure) => {
  const parts = formatParts(measure, (id) => (id === measure.id ? null : '1'), defaultSettings);
  expect(parts?.split(', ')).toHaveLength(2);
});
