/** Addresses on paper: a few short lines, one below the other. */
import { z } from 'zod';
import { statementTexts as texts } from '#texts/exports/statement.ts';
import { hasNoNul, NO_NUL } from '../name-schema.ts';

/** More lines would leave no room for figures. */
const MOST_LINES = 8;
const MOST_LINE_LETTERS = 80;

export const addressSchema = z
  .string()
  .transform((text) => splitLines(text).join('\n'))
  .refine(hasNoNul, NO_NUL)
  .refine((text) => text !== '' && splitLines(text).length <= MOST_LINES, texts.needs.lines(MOST_LINES))
  .refine(
    (text) => splitLines(text).every((line) => line.length <= MOST_LINE_LETTERS),
    texts.needs.letters(MOST_LINE_LETTERS),
  );

export function splitLines(text: string): string[] {
  return text.split(/\r\n|[\r\n]/).flatMap((line) => line.trim() || []);
}
