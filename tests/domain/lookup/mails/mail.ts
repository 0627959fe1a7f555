/** A world of mails: what this computer knows, and what a person who reads carefully would look up. */
import type { KnownNumbers } from '#domain/lookup/choose-ids.ts';

export interface Mail {
  readonly ids: readonly string[];
  readonly text: string;
}

export function mail(ids: readonly string[], text: string): Mail {
  return { ids, text };
}

const hereFrom = (first: number) => Array.from({ length: 10 }, (_, at) => String(first + at));

export const known: KnownNumbers = {
  records: [...hereFrom(10_008_015_770), '9999812500', '9999812501'],
  owners: ['48213377', '48214386', '48215395'],
  objects: ['17304423983', '17304436966', '17304449949', '17304462932', '17304475915'],
  lengths: [10, 11],
};
