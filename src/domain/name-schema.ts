/** The schema of names that people give: of persons, clients, teams, currencies, reports. */
import { z } from 'zod';
import { valueNeeds } from '#texts/refusals.ts';
import { foldCase } from './filter/text.ts';

/** The message is half a sentence. */
export const NO_NUL = valueNeeds.noNul;

/** Some programs end a text at a NUL: two names would look alike in one place and differ in another. */
export function hasNoNul(text: string): boolean {
  return !text.includes('\u0000');
}

/** @param most the limit in characters */
export function nameSchema(most: number): z.ZodString {
  return z.string().trim().min(1).max(most).refine(hasNoNul, NO_NUL);
}

/** Names count as one where the same letters were typed on two keyboards, in either case. */
export function foldName(name: string): string {
  return foldCase(name.normalize('NFC').trim());
}

/** Names count as one spelling where they differ by case and blanks alone. */
export function foldSpelling(name: string): string {
  return foldCase(name.normalize('NFKC')).replaceAll(/\s/g, '');
}

/** A part of a regular expression, which matches a name. */
export const WORKSPACE_NAME = '[a-z0-9][a-z0-9-]{0,39}';
const WHOLE = new RegExp(`^${WORKSPACE_NAME}$`);

/** A workspace's name is a folder's on every system. */
export function isWorkspaceName(name: string): boolean {
  return WHOLE.test(name);
}
