/** Each asked id is found, missing, failed or not asked yet: exactly once, whatever is here and whatever the service says. */
import * as fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { addAnswer, chooseNextIds, findUnheldIds, joinLookupResult, noAnswer } from '#domain/lookup/looked-up.ts';

const ID = 'sys_object_id';
const KEY = 'a552213_record_id';
const record = (id: string, key = id) => ({ id, properties: { [KEY]: key } });

it('asks the service only for what is not here', () => {
  expect(findUnheldIds(['007', '8'], [record('7')], ID)).toEqual(['8']);
  expect(findUnheldIds(['ab 1', 'CD 2'], [record('7', 'AB 1')], KEY)).toEqual(['CD 2']);
});

test('every id is in one place', () => {
  const place = fc.constantFrom('held', 'live', 'missing', 'failed');
  fc.assert(
    fc.property(fc.array(place, { maxLength: 30 }), fc.boolean(), (places, isAsked) => {
      const ids = places.map((_, at) => String(at + 1));
      const at = (wanted: string) => ids.filter((_, index) => places[index] === wanted);
      const answer = {
        found: at('live').map((id) => record(id)),
        missing: at('missing'),
        failed: at('failed').length === 0 ? [] : [{ ids: at('failed'), category: 'X', message: 'x' }],
      };
      const joined = joinLookupResult(
        ids,
        at('held').map((id) => record(id)),
        { known: isAsked ? answer : noAnswer, idProperty: ID },
      );
      const failed = joined.failed.flatMap((each) => each.ids).length;
      expect(joined.foundIds + joined.missing.length + failed + joined.open.length).toBe(ids.length);
      expect(joined.foundIds).toBe(joined.found.length);
    }),
  );
});

it('asks what is not known, and what the service did not have only when there is nothing else', () => {
  const answer = { found: [record('3')], missing: ['4'], failed: [{ ids: ['5'], category: 'X', message: 'x' }] };
  const known = addAnswer(noAnswer, { ids: ['3', '4', '5'], answer, idProperty: ID });
  const join = (ids: readonly string[], said = known) =>
    joinLookupResult(ids, [record('1')], { known: said, idProperty: ID });
  expect(chooseNextIds(join(['1', '2', '3', '4', '5']))).toEqual(['2', '5']);
  // A longer list asks nothing again that was answered; a leading zero is no other id.
  expect(chooseNextIds(join(['1', '3', '04', '6']))).toEqual(['6']);
  expect(chooseNextIds(join(['1', '3', '4']))).toEqual(['4']);
  const later = addAnswer(known, {
    ids: ['4', '5'],
    answer: { ...noAnswer, found: [record('4'), record('5')] },
    idProperty: ID,
  });
  expect(join(['1', '3', '4', '5'], later)).toMatchObject({ foundIds: 4, missing: [], failed: [], open: [] });
});
