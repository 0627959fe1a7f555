import { describe, expect, it } from 'vitest';
import { nameLookup } from '../../src/ui/names.ts';
import { directoryOf } from '../support/worlds/directory.ts';

const nameOf = nameLookup(
  directoryOf({
    owners: { '7': { name: 'Anna Keller', team: null } },
    objects: {
      'company:1': { name: 'Brightwater GmbH', client: null },
      'deal:1': { name: 'Audit 2026', client: null },
      'deal:2': { name: 'Tax 2026', client: null },
    },
  }),
);

describe('names', () => {
  it('are shown for ids of people and objects, and for nothing else', () => {
    expect(nameOf('platform_owner_id', '7')).toBe('Anna Keller');
    expect(nameOf('a552213_assoc_record_id', '2')).toBe('Tax 2026');
    expect(nameOf('a552213_title', '7')).toBeUndefined();
  });

  it('are not guessed where two types share an id', () => {
    expect(nameOf('a552213_assoc_record_id', '1')).toBeUndefined();
  });
});
