/** Which spellings of a group's keys are one line, by what a filter takes for the same, and which of them stands for it. */
import type { Key } from './calendar.ts';

/** Texts in several spellings, and one that only a blank tells from another. */
export const services = ['Audit', 'audit', 'AUDIT', 'Audit ', 'Tax', 'tax', 'Über', 'über'];
export const ownerIds = ['7', '8', '9', '10', '11', 'x1', 'X1'];
export const objectIds = ['1', '2', '3', '4', '5', 'a', 'A'];

const texts = ['client', 'team', 'platform_owner_id', 'a552213_service_name'];

/** A letter's lower case, each by itself. */
export const lower = (text: string) =>
  Array.from(text, (letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0)).join('');

/** What spellings of a key have in common. An object's type is compared exactly, its id is a text. */
export function classOf(name: string, key: Key): Key {
  if (key === null) return null;
  if (name !== 'object') return texts.includes(name) ? lower(key) : key;
  const [type = '', ...id] = key.split(':');
  return `${type}:${lower(id.join(':'))}`;
}

interface Place {
  readonly path: readonly Key[];
  readonly column: Key;
}
interface Places {
  readonly records: readonly Place[];
  readonly days: readonly Place[];
}

/** @returns by what is printed: the other spellings, the more frequent first. */
export function spelt(name: string, now: readonly Key[], then: readonly Key[], more: readonly Key[]) {
  const count = (keys: readonly Key[], key: Key) => keys.filter((each) => each === key).length;
  const all = [...new Set([...now, ...then, ...more])].filter((key) => key !== null);
  all.sort(
    (a, b) =>
      count(now, b) - count(now, a) ||
      count(then, b) - count(then, a) ||
      Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
  const shown = new Map<Key, string>();
  const others = new Map<string, string[]>();
  for (const key of all) {
    const first = shown.get(classOf(name, key));
    if (first === undefined) shown.set(classOf(name, key), key);
    else others.set(first, [...(others.get(first) ?? []), key]);
  }
  return { print: (key: Key) => shown.get(classOf(name, key)) ?? key, others };
}

/** Both worlds with every key as it is printed, and the spellings that are not. Columns are those of the report's own period. */
export function respelt<World extends Places>(
  now: World,
  then: World | null,
  groupBy: readonly string[],
  columns: string | undefined,
): { now: World; earlier: World | null; spellings: { group: string; key: string; others: string[] }[] | undefined } {
  const keys = (places: readonly Place[] | undefined, of: (place: Place) => Key) => (places ?? []).map(of);
  const read = (name: string, of: (place: Place) => Key, old: World | null) =>
    spelt(name, keys(now.records, of), keys(old?.records, of), [...keys(now.days, of), ...keys(old?.days, of)]);
  const groups = groupBy.map((name, depth) => read(name, ({ path }) => path[depth] ?? null, then));
  const across = columns === undefined ? undefined : read(columns, ({ column }) => column, null);
  const place = <Each extends Place>(each: Each): Each => ({
    ...each,
    path: each.path.map((key, depth) => groups[depth]?.print(key) ?? null),
    column: across ? across.print(each.column) : each.column,
  });
  const world = (of: World): World => ({ ...of, records: of.records.map(place), days: of.days.map(place) });
  const spellings = [...groupBy, ...(columns === undefined ? [] : [columns])].flatMap((group, at) =>
    [...((groups[at] ?? across)?.others ?? [])]
      .toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      .map(([key, others]) => ({ group, key, others })),
  );
  return { now: world(now), earlier: then && world(then), spellings: spellings.length === 0 ? undefined : spellings };
}
