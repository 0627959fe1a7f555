/** Keeps what is read ready for the next question about the same, as long as not too many others come in between. */

interface Kept<T> {
  readonly value: T;
  uses: number;
}

export interface KeptOpen<T> {
  use<R>(key: string, open: () => T, work: (value: T) => Promise<R>): Promise<R>;
  /** Closes everything, though it may be in use. */
  forget(): Promise<void>;
}

/** @param most that stay open; one that is in use stays in any case */
export function keepOpen<T>(most: number, close: (value: T) => Promise<void>): KeptOpen<T> {
  const kept = new Map<string, Kept<T>>();
  const closeQuietly = ({ value }: Kept<T>) => close(value).catch(() => {});
  return {
    async use(key, open, work) {
      const own = kept.get(key) ?? { value: open(), uses: 0 };
      kept.set(key, own);
      own.uses += 1;
      for (const [other, { uses }] of [...kept].slice(0, Math.max(0, kept.size - most))) {
        const idle = uses === 0 && kept.get(other);
        if (!idle) continue;
        kept.delete(other);
        void closeQuietly(idle);
      }
      try {
        return await work(own.value);
      } finally {
        own.uses -= 1;
      }
    },
    async forget() {
      const open = [...kept.values()];
      kept.clear();
      await Promise.all(open.map(closeQuietly));
    },
  };
}
