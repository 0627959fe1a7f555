import { describe, expect, it } from 'vitest';
import { listChoices, choosePickerStep } from '#ui/filters/choices.ts';

const values = ['7', '8', '9'];
const enter = { key: 'Enter', hasModifier: false };

describe('a key in the field that looks for values', () => {
  it('Enter ticks the marked value, and applies where nothing is marked or typed', () => {
    expect(choosePickerStep(enter, { values, marked: '8', typed: 'an' })).toEqual({ kind: 'tick', value: '8' });
    expect(choosePickerStep(enter, { values, typed: '' })).toEqual({ kind: 'submit' });
  });

  it('Enter neither ticks nor applies where what is typed fits nothing', () => {
    expect(choosePickerStep(enter, { values: [], typed: 'nobody' })).toEqual({ kind: 'nothing' });
  });

  it('Enter with Ctrl or Cmd applies at once', () => {
    expect(choosePickerStep({ key: 'Enter', hasModifier: true }, { values, marked: '7', typed: 'x' })).toEqual({
      kind: 'submit',
    });
  });

  it('arrows move the mark and stop at both ends', () => {
    const press = (key: string, marked?: string) =>
      choosePickerStep({ key, hasModifier: false }, { values, marked, typed: '' });
    expect(press('ArrowDown')).toEqual({ kind: 'move', to: '7' });
    expect(press('ArrowDown', '9')).toEqual({ kind: 'move', to: '9' });
    expect(press('ArrowUp', '7')).toEqual({ kind: 'move', to: '7' });
    expect(press('ArrowUp')).toEqual({ kind: 'move', to: '7' });
    expect(press('ArrowUp', '8')).toEqual({ kind: 'move', to: '7' });
    expect(choosePickerStep({ key: 'ArrowDown', hasModifier: false }, { values: [], typed: '' })).toEqual({
      kind: 'nothing',
    });
    expect(press('a')).toBeUndefined();
  });
});

describe('the list of values', () => {
  it('keeps what is chosen in sight, which does not make it fit what is typed', () => {
    const listed = listChoices({
      options: [],
      occurring: [
        { value: '1', records: 3 },
        { value: '2', records: 1 },
      ],
      chosen: ['2'],
      typed: 'ada',
      nameOf: (value) => (value === '1' ? 'Ada' : 'Grace'),
    });
    expect(listed.choices.map(({ label }) => label)).toEqual(['Grace', 'Ada']);
    expect(listed.fitting).toEqual(['1']);
  });
});

it('a tick moves nothing in the list, and what was chosen before stays first', () => {
  const occurring = ['a', 'b', 'c'].map((value) => ({ value, records: 1 }));
  const list = (chosen: string[]) =>
    listChoices({ options: [], occurring, chosen, first: ['c'], typed: '', nameOf: () => undefined }).choices.map(
      ({ value }) => value,
    );
  expect(list(['c'])).toEqual(['c', 'a', 'b']);
  expect(list(['c', 'b'])).toEqual(['c', 'a', 'b']);
  expect(list(['b'])).toEqual(['c', 'a', 'b']);
  expect(list(['z'])).toEqual(['c', 'z', 'a', 'b']);
});

it('where nothing has all words, as many of them as something has are offered', () => {
  const listed = listChoices({
    options: [],
    occurring: [{ value: '1', records: 3 }],
    chosen: [],
    typed: 'ada lovelace london',
    nameOf: () => 'Ada Lovelace',
  });
  expect(listed).toEqual({ choices: [], fitting: [], fewer: 'ada lovelace' });
});

describe('spellings of a value', () => {
  const occurring = [
    { value: 'Audit', records: 5, others: ['AUDIT', 'audit'] },
    { value: 'Audit ', records: 1, others: [] },
  ];
  const list = (chosen: string[], typed = '') =>
    listChoices({ options: [], occurring, chosen, typed, nameOf: () => undefined, fold: (text) => text.toLowerCase() })
      .choices;

  it('are one entry, and a blank at the end is another, to be seen', () => {
    expect(list([])).toEqual([
      { value: 'Audit', label: 'Audit', records: 5, others: ['AUDIT', 'audit'] },
      { value: 'Audit ', label: 'Audit‹blank›', records: 1, others: [] },
    ]);
  });

  it('keep the one the filter has, with the records of all of them', () => {
    expect(list(['audit'])[0]).toEqual({ value: 'audit', label: 'audit', records: 5, others: ['Audit', 'AUDIT'] });
    expect(list(['audit'])).toHaveLength(2);
    // A filter may name two of them: each goes away by itself.
    expect(list(['audit', 'AUDIT']).map(({ value }) => value)).toEqual(['audit', 'AUDIT', 'Audit ']);
  });

  it('are all found by what is typed', () => {
    const written = listChoices({
      options: [],
      occurring: [{ value: 'Straße', records: 2, others: ['STRAẞE'] }],
      chosen: [],
      typed: 'straẞ',
      nameOf: () => undefined,
    });
    expect(written.fitting).toEqual(['Straße']);
  });
});
