import { describe, expect, it } from 'vitest';
import { nameIds } from '#domain/people/directory.ts';
import { directoryOf } from '#tests/support/worlds/directory.ts';

const nameOf = nameIds(
  directoryOf({
    owners: { '7': { name: 'Anna Keller', team: null } },
    objects: {
      'company:1': { name: 'Brightwater GmbH', client: null },
      'deal:1': { name: 'Audit 2026', client: null },
      'deal:3': { name: 'Pro bono', client: null },
      'ticket:3': { name: 'Pro bono', client: null },
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

  it('are not guessed where two types share an id under several names', () => {
    expect(nameOf('a552213_assoc_record_id', '1')).toBeUndefined();
    expect(nameOf('a552213_assoc_record_id', '3')).toBe('Pro bono');
  });

  it('are not taken for what every object of the language has', () => {
    expect(nameOf('platform_owner_id', 'constructor')).toBeUndefined();
  });
});
