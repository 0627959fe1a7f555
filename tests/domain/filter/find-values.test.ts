import { expect, test } from 'vitest';
import { chooseFewerWords, findValues } from '#domain/filter/find-values.ts';

const clients = ['Brightwater GmbH', 'Bright Lights Ltd', 'Hafen Logistik', 'Élan & Co', 'Straße 12'];
const find = (typed: string) => findValues(typed, clients, (name) => [name]);

test.each([
  ['', clients],
  ['water', ['Brightwater GmbH']],
  ['BRIGHT', ['Brightwater GmbH', 'Bright Lights Ltd']],
  ['gmbh bright', ['Brightwater GmbH']],
  ['elan', ['Élan & Co']],
  ['straẞe', ['Straße 12']],
  ['&', ['Élan & Co']],
  ['%', []],
])('what is typed is found inside of words, in any order: %s', (typed, found) => {
  expect(find(typed)).toEqual({ values: found, fewer: null });
});

test.each([
  ['Haffen', ['Hafen Logistik']],
  ['hafne', ['Hafen Logistik']],
  ['brightwatre gmbh', ['Brightwater GmbH']],
  // While it is typed.
  ['brigthw', ['Brightwater GmbH']],
  ['lighs', ['Bright Lights Ltd']],
])('with one wrong letter: %s', (typed, found) => expect(find(typed)).toEqual({ values: found, fewer: null }));

test('a wrong letter is forgiven only where nothing is written so', () => {
  const names = ['Anna Meyer', 'Otto Mayer'];
  expect(findValues('mayer', names, (name) => [name]).values).toEqual(['Otto Mayer']);
  expect(findValues('mxyer', names, (name) => [name]).values).toEqual(names);
});

test('where all words find nothing, those that find something together are told', () => {
  expect(find('brightwater gmbh hamburg')).toEqual({ values: [], fewer: 'brightwater gmbh' });
  expect(find('haffen logistik nord ost')).toEqual({ values: [], fewer: 'haffen logistik' });
  expect(find('nowhere')).toEqual({ values: [], fewer: null });
});

test('of sets of words those with the most, the one that finds most first', () => {
  const words = ['a', 'b', 'c', 'd'];
  const has = (...held: string[]) => words.map((word) => held.includes(word));
  const held = [
    { has: has('a', 'b'), count: 90 },
    { has: has('a', 'b', 'c'), count: 2 },
    { has: has('b', 'c', 'd'), count: 5 },
    { has: has(), count: 1000 },
  ];
  expect(chooseFewerWords(words, held)).toEqual([
    { words: 'b c d', kept: 3, count: 5 },
    { words: 'a b c', kept: 3, count: 2 },
  ]);
  expect(chooseFewerWords(words, [{ has: has(), count: 7 }])).toEqual([]);
  expect(chooseFewerWords(words, [])).toEqual([]);
});
