import { expect, it } from 'vitest';
import { isWorkspaceName } from '#domain/name-schema.ts';

it.each(['', 'Upper', '-a', 'a b', '../x', 'x'.repeat(41), 'firm\n'])('%j is no name of a workspace', (name) => {
  expect(isWorkspaceName(name)).toBe(false);
});

it.each(['a', '7', 'firm-2026', 'x'.repeat(40)])('%j is a name of a workspace', (name) => {
  expect(isWorkspaceName(name)).toBe(true);
});
