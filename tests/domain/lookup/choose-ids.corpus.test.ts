/** A hundred mails as they are pasted: what a person would look up is asked, and nothing else. */
import { expect, test } from 'vitest';
import { chooseIds } from '#domain/lookup/choose-ids.ts';
import { readMail } from '#domain/lookup/read-mail.ts';
import { english } from './mails/en.ts';
import { french } from './mails/fr.ts';
import { german } from './mails/de.ts';
import { known } from './mails/mail.ts';
import { dutch } from './mails/nl.ts';

const mails = [...english, ...german, ...french, ...dutch];

function chosen(text: string): string[] {
  const { objectIds, recordIds } = chooseIds(readMail(text).candidates, known);
  return [...objectIds, ...recordIds].toSorted();
}

test('of a hundred mails at least 98 are read as a person reads them', () => {
  const wrong = mails.filter(({ ids, text }) => chosen(text).join() !== ids.toSorted().join());
  expect(mails).toHaveLength(100);
  expect(
    wrong.length,
    wrong.map(({ ids, text }) => `${text}\nWANTED ${ids.join()}\nREAD ${chosen(text).join()}`).join('\n\n'),
  ).toBeLessThanOrEqual(2);
});

test('no mail asks for more than it should', () => {
  const more = mails.map(({ ids, text }) => chosen(text).filter((id) => !ids.includes(id)));
  expect(more.flat()).toEqual([]);
});
