import { expect, test } from 'vitest';
import { findActions, type PaletteGroup } from '#ui/shell/find-actions.tsx';

const action = (label: string, description?: string, keywords?: string[]) => ({
  id: label,
  label,
  ...(description !== undefined && { description }),
  ...(keywords && { keywords }),
});
const groups: readonly PaletteGroup[] = [
  {
    group: 'Screens',
    actions: [action('Lookup', 'Which records have these ids?'), action('Records', 'Which entries?')],
  },
  {
    group: 'People',
    onlyTyped: true,
    actions: [
      action('Dávid Horváth', 'Audit', ['4711']),
      ...Array.from({ length: 20 }, (_, at) => action(`Ann ${at}`)),
    ],
  },
  { group: 'Answers', isAnswer: true, actions: [action('Search')] },
];
const found = (typed: string) =>
  findActions(typed, groups).map(({ group, actions }) => [group, actions.map(({ label }) => label)]);

test('before anything is typed only what is short is listed', () => {
  expect(found(' ')).toEqual([['Screens', ['Lookup', 'Records']]]);
});

test('words find names without their accents', () => {
  expect(found('horva')[0]).toEqual(['People', ['Dávid Horváth']]);
});

test('what was made from the words stays, whatever they find', () => {
  expect(found('horva').at(-1)).toEqual(['Answers', ['Search']]);
  expect(found('ok')).toEqual([['Answers', ['Search']]]);
});

test('names that begin with the words come first, and at most eight of a group', () => {
  expect(found('rec')).toEqual([
    ['Screens', ['Records', 'Lookup']],
    ['Answers', ['Search']],
  ]);
  expect(found('ann')[0]?.[1]).toHaveLength(8);
});

test('words of a name and of what stands beside it find it, whatever their order', () => {
  expect(found('audit dav')[0]).toEqual(['People', ['Dávid Horváth']]);
  expect(found('4711')[0]).toEqual(['People', ['Dávid Horváth']]);
});

test('what only mentions the words is left out where names enough fit', () => {
  const mentioned = [{ group: 'Screens', actions: [action('Exports', 'What goes out, annually?')] }, ...groups];
  const names = (typed: string) => findActions(typed, mentioned).map(({ group }) => group);
  expect(names('ann')).toEqual(['People', 'Answers']);
  expect(names('annual')).toEqual(['Screens', 'Answers']);
});

test('what is called exactly as was typed comes first, so that Enter takes it', () => {
  const refresh = [
    { group: 'Settings', actions: [action('Refresh when older'), action('Refresh failures')] },
    { group: 'Data', actions: [action('Refresh all'), action('Refresh')] },
  ];
  expect(findActions('refresh ', refresh).map(({ actions }) => actions.map(({ label }) => label))).toEqual([
    ['Refresh', 'Refresh all'],
    ['Refresh when older', 'Refresh failures'],
  ]);
});
