/** A value in a filter that no record has is said: in the app's answer, below the filters on screen, and on stderr in the terminal beside an unchanged document. */
import { join } from 'node:path';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createElement, type PropsWithChildren } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UnheldValues } from '#ui/filters/FilterBar.tsx';
import { createQueryClient, unheldValues } from '#ui/data/queries.ts';
import { openAppWorld, worldRecords, type AppWorld } from '#tests/support/worlds/app-world.ts';
import { runInProcess } from '#tests/support/hosts/terminal-in-process.ts';
import { document, TerminalSession, type Place } from '#tests/support/hosts/terminal-session.ts';
import { chooseCases } from '#tests/support/tier.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import type { Served } from '#tests/support/hosts/terminal.ts';

const eq = (propertyName: string, value: string) => [{ filters: [{ propertyName, operator: 'EQ' as const, value }] }];

let world: AppWorld;
const session = new TerminalSession(runInProcess);
let service: Served;
let place: Place;

beforeAll(async () => {
  world = await openAppWorld(
    worldRecords([
      { service_name: 'Audit', assoc_obj_type: 'deal', assoc_record_id: '1', platform_owner_id: '7' },
      { service_name: 'audit', assoc_obj_type: 'deal', assoc_record_id: '2', platform_owner_id: '8' },
    ]),
  );
  await world.call('names.keep', {
    owners: {
      '7': { name: 'Zoë', team: 'Tax', weeklyHours: null, activeFrom: null, activeTo: null },
      '8': { name: 'Ann Meyer', team: null, weeklyHours: null, activeFrom: null, activeTo: null },
    },
    objects: {
      'deal:1': { name: 'Website', client: 'Acme', currency: null },
      'deal:2': { name: 'Maier & Horváth', client: null, currency: null },
      'deal:9': { name: 'Nothing yet', client: 'Brook', currency: null },
    },
  });
  service = await session.serve('--port 0 --records 300 --seed 3');
  place = { data: join(session.folder(), 'data'), url: service.url, key: service.key };
  expect((await session.json(place, 'sync')).code).toBe(0);
});
afterAll(async () => {
  await service.stop();
  session.remove();
  await world.dispose();
});

const ask = async (propertyName: string, value: string) =>
  (await world.call('filter.unheld', { filterGroups: eq(propertyName, value) })).values.map(({ isKnown, near }) => ({
    isKnown,
    near: near?.value ?? null,
  }));

test('for clients, teams, people, objects, enumerations and texts, with what may have been meant', async () => {
  expect(await ask('client', 'Acmee')).toEqual([{ isKnown: false, near: 'Acme' }]);
  expect(await ask('client', 'brook')).toEqual([{ isKnown: true, near: null }]);
  expect(await ask('client', 'ACME')).toEqual([]);
  expect(await ask('team', 'Taxes')).toEqual([{ isKnown: false, near: null }]);
  expect(await ask('team', 'Taxx')).toEqual([{ isKnown: false, near: 'Tax' }]);
  expect(await ask('platform_owner_id', 'Zoe')).toEqual([{ isKnown: false, near: '7' }]);
  expect(await ask('platform_owner_id', '9')).toEqual([{ isKnown: false, near: null }]);
  expect(await ask('assoc_record_id', 'website')).toEqual([{ isKnown: false, near: '1' }]);
  expect(await ask('assoc_obj_type', 'Deal')).toEqual([{ isKnown: false, near: 'deal' }]);
  expect(await ask('assoc_obj_type', 'ticket')).toEqual([{ isKnown: true, near: null }]);
  expect(await ask('service_name', 'Audti')).toEqual([{ isKnown: false, near: 'Audit' }]);
  expect(await ask('service_name', 'AUDIT')).toEqual([]);
  expect(await ask('sys_object_id', '3')).toEqual([{ isKnown: false, near: null }]);
});

/** As the bar of filters draws it, with the app's own answer. */
async function onScreen(filterGroups: FilterGroups): Promise<{ said: string; offers: string[] }> {
  const client = createQueryClient();
  client.setQueryData(
    unheldValues(filterGroups).queryKey,
    await world.call('filter.unheld', { filterGroups: [...filterGroups] }),
  );
  const bar = createElement(UnheldValues, { groups: filterGroups, onChange: () => undefined });
  const page = createElement<PropsWithChildren<{ env: 'test' }>>(MantineProvider, { env: 'test' }, bar);
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, page));
  const output = /<output[^>]*>(.*)<\/output>/.exec(html)?.[1] ?? '';
  const offers = [...output.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, label = '']) => label);
  return { said: output.replaceAll(/<button.*?<\/button>|<[^>]*>/g, ''), offers };
}

test.each([
  ['service_name', 'Audti', 'No record here has “Audti” as its service; did you mean “Audit”?', ['Use “Audit”']],
  ['service_name', 'Payroll', 'No record here has “Payroll” as its service.', []],
  ['client', 'Acmee', 'No client is called “Acmee”; did you mean “Acme”?', ['Use “Acme”']],
  ['client', 'Brook', 'No record here belongs to the client “Brook”.', []],
  ['platform_owner_id', 'Zoe', 'No record here has “Zoe” as its person; did you mean 7 (Zoë)?', ['Use 7 (Zoë)']],
  ['service_name', 'AUDIT', '', []],
])('on screen for %s %s, in a sentence and with what was meant to press', async (propertyName, value, said, offers) => {
  expect(await onScreen(eq(propertyName, value))).toEqual({ said, offers });
});

const search = (value: string): FilterGroups => [{ filters: [{ propertyName: 'search', operator: 'FINDS', value }] }];

test('what a searched word is taken for is said; where it could be several names, none is taken and each is offered', async () => {
  const count = async (value: string) =>
    (await world.call('records.page', { filterGroups: [...search(value)], columns: ['title'], limit: 1 })).total;
  expect(await onScreen(search('hovrath'))).toEqual({
    said: 'No record and no name has “hovrath”; it is taken for “Horváth”, one letter away.',
    offers: [],
  });
  expect(await count('hovrath')).toBe(1);
  expect(await onScreen(search('audit meier'))).toEqual({
    said: 'No record and no name has “meier”; did you mean “Meyer” or “Maier”?',
    offers: ['Use “Meyer”', 'Use “Maier”'],
  });
  expect(await count('meier')).toBe(0);
  for (const word of ['meyer', 'audit', 'nothing']) expect((await onScreen(search(word))).said).toBe('');
  const total = async (value: string) =>
    (await world.call('report.run', { measures: ['records'], filterGroups: [...search(value)] })).records;
  expect([await total('hovrath'), await total('meier')]).toEqual([1, 0]);
});

test('not while there is no record at all: then everything would be', async () => {
  const empty = await openAppWorld([]);
  expect(await empty.call('filter.unheld', { filterGroups: eq('client', 'Acme') })).toEqual({
    values: [],
    misspelt: [],
  });
  await empty.dispose();
});

test.each(
  chooseCases(2, [
    ['report --measures logged_hours --json'],
    ['export --format csv --json'],
    ['checks --json'],
  ] as const),
)('in the terminal by %s, on stderr, and the document stays one', async (words) => {
  const out = words.startsWith('export') ? ['--out', join(session.folder(), 'records.csv')] : [];
  const filter = JSON.stringify(eq('service_name', 'Nothing of the sort'));
  const asked = words.split(' ');
  const told = await session.run([...asked, ...out, '--filter', filter, '--data-dir', place.data]);
  const sentence = 'No record here has “Nothing of the sort” as its service.';
  const lines = told.stderr.split('\n').filter((line) => line === sentence);
  // An export that nothing matches is refused, and the refusal says why.
  if (out.length > 0) expect(told.stderr).toContain(sentence);
  else expect(lines).toHaveLength(1);
  if (out.length === 0) expect(told.stdout).not.toContain(sentence);
  document(told);
  const plain = await session.run([
    ...asked,
    '--data-dir',
    place.data,
    ...(out.length > 0 ? ['--out', join(session.folder(), 'all.csv')] : []),
  ]);
  expect(plain.stderr).not.toContain('No record here has');
  expect([0, 6]).toContain(told.code);
});

test('a search whose words find nothing together tells in the terminal which of them do', async () => {
  const search = (value: string) =>
    JSON.stringify([{ filters: [{ propertyName: 'search', operator: 'FINDS', value }] }]);
  const run = (value: string) =>
    session.run(['report', '--measures', 'records', '--filter', search(value), '--json', '--data-dir', place.data]);
  const found = await run('vat returns');
  const { totals } = JSON.parse(found.stdout) as { totals: { records: string } };
  expect(Number(totals.records)).toBeGreaterThan(0);
  expect(found.stderr).not.toContain('words of the search');
  const told = await run('vat returns xqzzy');
  const sentence = `No record has all 3 words of the search; “vat returns” (2 of 3) finds ${totals.records} records.`;
  expect(told.stderr.split('\n')).toContain(sentence);
});
