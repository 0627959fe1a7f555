/** A question to the service costs nothing before it is asked, and a request a page. */
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { setTransport } from '#ui/data/client.ts';
import { createQueryClient } from '#ui/data/queries.ts';
import { useLive, type Live, type LiveWay } from '#ui/screens/records/use-live.ts';

/** The service has as many pages, of one record each. @returns what is asked of it by each number of pages that is fetched */
async function fetchPages(way: LiveWay, pages: number, ...fetched: readonly number[]): Promise<unknown[][]> {
  const asked: unknown[] = [];
  setTransport({
    call: (method, input) => {
      if (!method.startsWith('service.')) return Promise.resolve({ ok: true, value: {} });
      const { after = '1', limit } = input as { after?: string; limit: number };
      asked.push([method, after, limit]);
      const next = Number(after) + 1;
      const value = {
        results: [{ id: after, properties: {} }],
        ...(next <= pages && { paging: { next: { after: String(next) } } }),
      };
      return Promise.resolve({ ok: true, value });
    },
    subscribe: () => () => {},
  });
  const client = createQueryClient();
  const seen: unknown[][] = [];
  const drawn: Live[] = [];
  const Probe = () => {
    drawn.push(useLive(way, { filterGroups: [], query: '' }, { filterGroups: [], query: '' }));
    return null;
  };
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Probe />
    </QueryClientProvider>,
  );
  expect(asked).toEqual([]);
  for (const count of fetched) {
    drawn.at(-1)?.fetch(count);
    await expect.poll(() => client.isMutating()).toBe(0);
    seen.push(asked.splice(0));
  }
  return seen;
}

test('what is fetched is a request a page, as far as there are pages', async () => {
  expect(await fetchPages('search', 3, 1)).toEqual([[['service.search', '1', 200]]]);
  const three = [1, 2, 3].map((page) => ['service.search', String(page), 200]);
  expect(await fetchPages('search', 3, 2)).toEqual([three.slice(0, 2)]);
  expect(await fetchPages('search', 3, 5)).toEqual([three]);
  expect(await fetchPages('list', 1, 2)).toEqual([[['service.list', '1', 100]]]);
});
