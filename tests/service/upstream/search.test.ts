import { setImmediate as turn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import type { Switches } from '#service/upstream/switches.ts';
import { idOf, record, records } from '../talk.ts';
import { chooseSize } from '#tests/support/tier.ts';

const COUNT = 60_000;
const toRequest = (body: object) => ({ bodyText: JSON.stringify(body) });
const query = {
  limit: 3,
  properties: ['a552213_title'],
  query: 'ü',
  sorts: [{ propertyName: 'a552213_title', direction: 'ASCENDING' }],
  filterGroups: [],
} as const;
const request = toRequest(query);
const createLarge = () =>
  createEmbeddedUpstream({ records: records(COUNT, (n) => ({ title: `Prüfung ${COUNT - n}` })) });

it('lets other work go on during a long search, and answers as of the moment it began in all the same', async () => {
  const upstream = createLarge();
  const before = await upstream.search(request);
  const order: string[] = [];
  const searching = upstream.search(request).finally(() => order.push('found'));
  await turn();
  order.push('changed');
  upstream.world.remove(Number(idOf(COUNT - 2)));
  upstream.world.replace(record(COUNT - 1, { title: 'Zürich' }));
  const answer = await searching;
  expect(order).toEqual(['changed', 'found']);
  expect(answer).toEqual(before);
  expect(await upstream.search(request)).toMatchObject({ ok: true, body: { total: COUNT - 1 } });
});

it('ends a search whose caller has gone', async () => {
  const upstream = createLarge();
  const gone = new AbortController();
  const order: string[] = [];
  const whole = upstream.search(request).finally(() => order.push('found'));
  const left = upstream.search(request, gone.signal).finally(() => order.push('left'));
  await turn();
  gone.abort();
  expect(await left).toMatchObject({ ok: false, failure: { kind: 'unreachable' } });
  expect(await whole).toMatchObject({ ok: true });
  expect(order).toEqual(['left', 'found']);
});

/** Few different values, some of them unset or unreadable: most are tied with others. */
const hours = fc.constantFrom(undefined, '', '1', '1.0', '2', '-3', 'soon', '10');
const places: readonly Switches['unsetSorts'][] = ['last', 'first', 'lowest', 'highest'];
const ties: readonly Switches['ties'][] = ['oldest-first', 'newest-first', 'shuffled'];

it('pages through any order as one whole sort has it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(hours, { minLength: 1, maxLength: 60 }),
      fc.constantFrom(...places),
      fc.constantFrom(...ties),
      fc.boolean(),
      async (values, unsetSorts, tie, descending) => {
        // More records than are sorted at once, by repeating the values.
        const all = records(2_600, (n) => ({ total_hours: values[n % values.length] }));
        const upstream = createEmbeddedUpstream({ records: all, switches: { unsetSorts, ties: tie } });
        const direction = descending ? 'DESCENDING' : 'ASCENDING';
        const ask = async (limit: number, after: string) => {
          const sorts = [{ propertyName: 'a552213_total_hours', direction }] as const;
          const answer = await upstream.search(toRequest({ ...query, query: '', limit, after, sorts }));
          return answer.ok ? answer.body.results.map((found) => Number(found.id)) : [];
        };
        const found: number[] = [];
        for (let after = 0; after < all.length; after += 200) found.push(...(await ask(200, String(after))));
        const keys = new Map(all.map(({ id, properties }) => [id, read(properties['a552213_total_hours'])]));
        const unset = unsetSorts === 'last' || unsetSorts === (descending ? 'lowest' : 'highest') ? 1 : -1;
        const compare = (a: number, b: number) => {
          const [left, right] = [keys.get(a), keys.get(b)];
          if (left === undefined || right === undefined)
            return left === right ? 0 : left === undefined ? unset : -unset;
          return descending ? right - left : left - right;
        };
        expect(found.toSorted((a, b) => a - b)).toEqual(all.map(({ id }) => id));
        expect(found.map((id) => keys.get(id))).toEqual(found.toSorted(compare).map((id) => keys.get(id)));
        if (tie !== 'shuffled') {
          const sign = tie === 'oldest-first' ? 1 : -1;
          expect(found).toEqual(found.toSorted((a, b) => compare(a, b) || sign * (a - b)));
        }
      },
    ),
    { numRuns: chooseSize(8, 25) },
  );
});

function read(value: unknown): number | undefined {
  const number = Number(value || Number.NaN);
  return Number.isNaN(number) ? undefined : number;
}
