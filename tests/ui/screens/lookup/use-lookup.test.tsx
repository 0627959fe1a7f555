/** A wish to ask a number all the same belongs to the text in which it was wished. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { scopes } from '#ui/data/queries.ts';
import { useLookup, type Lookup } from '#ui/screens/lookup/use-lookup.ts';

const NUMBER = '10008123401';

/** Runs each step on what the one before it left. */
function play(steps: readonly ((lookup: Lookup) => void)[]): string[][] {
  const client = new QueryClient();
  client.setQueryData([scopes.data, 'known-numbers', [NUMBER]], {
    records: [],
    owners: [],
    objects: [],
    lengths: [11],
  });
  const seen: string[][] = [];
  const open = [...steps];
  const Probe = () => {
    const lookup = useLookup();
    seen.push([...lookup.objectIds]);
    open.shift()?.(lookup);
    return null;
  };
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Probe />
    </QueryClientProvider>,
  );
  return seen;
}

test('a wish is forgotten with its text', () => {
  const seen = play([
    ({ setPasted }) => setPasted(`invoice ${NUMBER}`),
    ({ force }) => force(NUMBER),
    ({ setPasted }) => setPasted(`another invoice ${NUMBER}`),
  ]);
  expect(seen).toEqual([[], [], [NUMBER], []]);
});

test('what was pasted is still there when the screen is opened again', () => {
  const client = new QueryClient();
  const visit = (step: (lookup: Lookup) => void) => {
    const seen: string[] = [];
    const open = [step];
    const Probe = () => {
      const lookup = useLookup();
      seen.push(lookup.pasted);
      open.shift()?.(lookup);
      return null;
    };
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <Probe />
      </QueryClientProvider>,
    );
    return seen[0];
  };
  visit(({ setPasted }) => setPasted('a mail without ids'));
  expect(visit(() => undefined)).toBe('a mail without ids');
  visit(({ clear }) => clear());
  expect(visit(() => undefined)).toBe('');
});
