/** Searches that several rules send: only what the interface shows, DESCENDING and CONTAINS_TOKEN. */
import { TITLE_PROPERTY } from '../catalogue.ts';
import { member } from '../answers.ts';
import type { Exchange } from '../wire.ts';

export function sortDown(propertyName: string) {
  return [{ propertyName, direction: 'DESCENDING' }];
}

export const newestFirst = sortDown('sys_createdate');

export function whereWord(value: string) {
  return { filterGroups: [{ filters: [{ propertyName: TITLE_PROPERTY, operator: 'CONTAINS_TOKEN', value }] }] };
}

export function totalIn({ body }: Exchange): unknown {
  return member(body, 'total');
}
