/** Which part of a list a caller asks for: what is no such part is refused as usage, before a database or the service sees it. */
import { z } from 'zod';

/** No workspace holds more records. */
export const MOST_ROWS = 1_000_000_000;

export const offsetSchema = z.number().int().min(0).max(MOST_ROWS).default(0);

export function limitUpTo(most: number): z.ZodNumber {
  return z.number().int().min(1).max(most);
}
