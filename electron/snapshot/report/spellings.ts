/** The spellings of a group's keys: gathers those that one filter selects together, and chooses the one that represents them. */
import type { Dimension } from '../../../src/domain/reports/definition/dimensions.ts';
import { keyFolding } from '../../../src/domain/reports/keys/key-class.ts';
import { compareCodePoints } from '../../../src/domain/spelling.ts';
import type { Key } from './result-reader.ts';

/** One spelling as received. */
export interface Spelling {
  readonly text: Key;
  /** What all spellings of its key have in common. */
  readonly key: Key;
  /** How many records of the report's own period and of the compared one have it. */
  now: number;
  before: number;
}

export class Spellings {
  readonly #fold: ((key: string) => string) | undefined;
  readonly #known = new Map<Key, Spelling>();
  #byKey: ReadonlyMap<Key, readonly Spelling[]> | undefined;

  constructor(dimension: Dimension) {
    this.#fold = keyFolding(dimension);
  }

  /** Incremented by the caller. */
  of(text: Key): Spelling {
    const known = this.#known.get(text);
    if (known) return known;
    const made = { text, key: this.toKey(text), now: 0, before: 0 };
    this.#known.set(text, made);
    this.#byKey = undefined;
    return made;
  }

  /** What all spellings of a key have in common, even of a key that does not occur. */
  toKey(text: Key): Key {
    return text === null || this.#fold === undefined ? text : this.#fold(text);
  }

  /** The spelling of most records in the report; of equally frequent ones the most frequent before, then the first by code points. */
  shown(key: Key): Key {
    return this.#all().get(key)?.[0]?.text ?? key;
  }

  /** Every key with more than one spelling, and the others. */
  several(): { readonly key: string; readonly others: string[] }[] {
    const found = [...this.#all().values()].flatMap((spellings) => {
      const [key, ...others] = spellings.flatMap(({ text }) => text ?? []);
      return key === undefined || others.length === 0 ? [] : [{ key, others }];
    });
    return found.toSorted((a, b) => compareCodePoints(a.key, b.key));
  }

  #all(): ReadonlyMap<Key, readonly Spelling[]> {
    this.#byKey ??= new Map(
      [...Map.groupBy(this.#known.values(), ({ key }) => key)].map(([key, all]) => [key, all.toSorted(compare)]),
    );
    return this.#byKey;
  }
}

function compare(a: Spelling, b: Spelling): number {
  return b.now - a.now || b.before - a.before || compareCodePoints(a.text ?? '', b.text ?? '');
}
