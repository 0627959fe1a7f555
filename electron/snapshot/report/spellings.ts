/** Collects the spellings of a group's keys that a filter treats as equal, and chooses one to represent them. */
import type { Dimension } from '#domain/reports/definition/dimensions.ts';
import { findKeyFolding } from '#domain/reports/keys/key-class.ts';
import { compareCodePoints } from '#domain/spelling.ts';
import type { Key } from './result-reader.ts';

export interface Spelling {
  /** As received. */
  readonly text: Key;
  /** The folded form that all spellings of a key share. */
  readonly key: Key;
  /** The numbers of records with it in the report's period and in the compared one. */
  now: number;
  before: number;
}

export class Spellings {
  readonly #fold: ((key: string) => string) | undefined;
  readonly #byText = new Map<Key, Spelling>();
  #byKey: ReadonlyMap<Key, readonly Spelling[]> | undefined;

  constructor(dimension: Dimension) {
    this.#fold = findKeyFolding(dimension);
  }

  /** Finds or creates a spelling; the caller increments it. */
  findSpelling(text: Key): Spelling {
    const existing = this.#byText.get(text);
    if (existing) return existing;
    const spelling = { text, key: this.toKey(text), now: 0, before: 0 };
    this.#byText.set(text, spelling);
    this.#byKey = undefined;
    return spelling;
  }

  /** Returns the folded form of a key, even for a key that does not occur. */
  toKey(text: Key): Key {
    return text === null || this.#fold === undefined ? text : this.#fold(text);
  }

  /**
   * Returns the spelling of most records in the report; of equally frequent ones, that of most records in the compared period, then the
   * first by code points.
   */
  chooseText(key: Key): Key {
    return this.#groupByKey().get(key)?.[0]?.text ?? key;
  }

  /** Lists every key with more than one spelling, and its other spellings. */
  listKeysWithVariants(): { readonly key: string; readonly others: string[] }[] {
    const keys = [...this.#groupByKey().values()].flatMap((spellings) => {
      const [key, ...others] = spellings.flatMap(({ text }) => text ?? []);
      return key === undefined || others.length === 0 ? [] : [{ key, others }];
    });
    return keys.toSorted((a, b) => compareCodePoints(a.key, b.key));
  }

  #groupByKey(): ReadonlyMap<Key, readonly Spelling[]> {
    this.#byKey ??= new Map(
      [...Map.groupBy(this.#byText.values(), ({ key }) => key)].map(([key, all]) => [
        key,
        all.toSorted(compareSpellings),
      ]),
    );
    return this.#byKey;
  }
}

function compareSpellings(a: Spelling, b: Spelling): number {
  return b.now - a.now || b.before - a.before || compareCodePoints(a.text ?? '', b.text ?? '');
}
