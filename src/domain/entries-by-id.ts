/** The schema of entries by an id from outside, which may be any text. `z.record` leaves out a key `__proto__` without a word. */
import { z } from 'zod';

const PROTO = /^__proto__+$/;

/** Builds an object with an own property for every id, `__proto__` too: that one takes another name while `z.record` reads it. */
export function entriesById<Key extends z.ZodString, Value extends z.ZodType>(idSchema: Key, entrySchema: Value) {
  return z
    .preprocess(
      (entries: Readonly<Record<string, z.input<Value>>>) => renameIds(entries, (id) => `${id}_`),
      z.record(idSchema, entrySchema),
    )
    .transform((entries) => renameIds(entries, (id) => id.slice(0, -1)));
}

function renameIds<Entry>(entries: Readonly<Record<string, Entry>>, rename: (id: string) => string) {
  // A value that is no object is left for `z.record` to refuse.
  if (typeof entries !== 'object' || entries === null || !Object.keys(entries).some((id) => PROTO.test(id)))
    return entries;
  // `fromEntries` defines a property where an assignment would set the prototype.
  return Object.fromEntries(Object.entries(entries).map(([id, entry]) => [PROTO.test(id) ? rename(id) : id, entry]));
}
