import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createEmbeddedUpstream } from '../../../service/upstream/embedded.ts';
import { idOf, records } from '../talk.ts';

const COUNT = 60_000;
const request = {
  limit: 3,
  properties: [],
  query: 'ü',
  sorts: [{ propertyName: 'a552213_title', direction: 'ASCENDING' }],
  filterGroups: [],
  written: '{}',
} as const;

it('lets other work go on during a long search, and answers as of one moment all the same', async () => {
  const upstream = createEmbeddedUpstream({ records: records(COUNT, (n) => ({ title: `Prüfung ${COUNT - n}` })) });
  const order: string[] = [];
  const searching = upstream.search(request).finally(() => order.push('found'));
  await turn();
  order.push('changed');
  upstream.world.remove(Number(idOf(0)));
  upstream.world.remove(Number(idOf(COUNT - 1)));
  const answer = await searching;
  expect(order).toEqual(['changed', 'found']);
  expect(answer).toMatchObject({ ok: true, body: { total: COUNT - 2 } });
  expect(answer).toEqual(await upstream.search(request));
});
