import { expect, test } from 'vitest';
import type { ListedExport } from '#contract/saved-exports.ts';
import { namedDefinitionSchema } from '#domain/exports/definition.ts';
import { canBeInternal, toRunInput } from '#ui/screens/exports/RunDialog.tsx';

const saved = (options: object): ListedExport => ({
  id: 'a',
  definition: namedDefinitionSchema.parse({ format: 'timelog-export', name: 'Hours', records: {}, options }),
  savedAt: '2026-11-20T08:00:00.000Z',
  state: {},
  due: [{ day: '2026-11-20', period: null }],
  next: null,
});

test('internal use is said with the run, and offered only for what was saved so', () => {
  const internal = saved({ audience: 'internal' });
  expect(toRunInput(internal, false)).toEqual({ id: 'a', due: '2026-11-20' });
  expect(toRunInput(internal, true)).toEqual({ id: 'a', due: '2026-11-20', options: { audience: 'internal' } });
  expect([internal, saved({}), saved({ audience: 'client' })].map(canBeInternal)).toEqual([true, false, false]);
});
