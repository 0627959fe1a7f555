import { describe, expect, it } from 'vitest';
import { isWorkspaceName } from '../../../src/domain/workspace-name.ts';
import { freeName } from '../../../src/ui/workspaces/workspace-names.ts';

describe('the name offered for a saved workspace', () => {
  it.each([
    [[], 'default'],
    [['default'], 'saved'],
    [['default', 'saved'], 'saved-2'],
    [['default', 'saved', 'saved-2'], 'saved-3'],
  ])('beside %j is %s', (taken, name) => {
    expect(freeName(taken)).toBe(name);
    expect(isWorkspaceName(name)).toBe(true);
  });
});
