/** What a person notes when a finding is reviewed: one line, so that a list stays a list. */
import { z } from 'zod';

export const MOST_NOTE_CHARACTERS = 200;

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001F\u007F]/;

export const reviewNoteSchema = z
  .string()
  .trim()
  .min(1)
  .max(MOST_NOTE_CHARACTERS)
  .refine((text) => !CONTROL.test(text), 'one line of text');
