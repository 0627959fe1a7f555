/** Seeded random numbers: the same seed gives the same firm on every machine. */

/** FNV-1a, 32 bits: turns a label into a seed. */
function hash(text: string, seed: number): number {
  let state = (0x811c9dc5 ^ seed) >>> 0;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return state;
}

/** Marsaglia's xorshift with a Weyl sequence, 32 bits. */
export class Random {
  readonly #seed: number;
  #state: number;
  #weyl: number;

  constructor(seed: number, label = '') {
    this.#seed = hash(label, seed | 0);
    this.#state = this.#seed || 0x9e3779b9;
    this.#weyl = hash('weyl', this.#seed);
    for (let round = 0; round < 8; round += 1) this.bits();
  }

  /** Creates an independent stream, so that draws for one part of the firm do not change another part. */
  fork(label: string): Random {
    return new Random(this.#seed, label);
  }

  bits(): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x >>> 0;
    this.#weyl = (this.#weyl + 0x9e3779b9) >>> 0;
    return Math.imul(this.#state ^ (this.#weyl >>> 15), 0x2c1b3c6d) >>> 0;
  }

  fraction(): number {
    return this.bits() / 4_294_967_296;
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** Includes both bounds. */
  between(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1));
  }

  /** @throws RangeError on an empty list. */
  pick<T>(items: readonly T[]): T {
    const index = Math.floor(this.fraction() * items.length);
    const item = items[index];
    if (index >= items.length || item === undefined) throw new RangeError('Nothing to pick from');
    return item;
  }

  /** @returns undefined when no weight is positive. */
  pickWeighted<T>(items: readonly T[], getWeight: (item: T) => number): T | undefined {
    const weights = items.map(getWeight);
    let remaining = this.fraction() * weights.reduce((sum, weight) => sum + weight, 0);
    return items.find((_, index) => {
      remaining -= weights[index] ?? 0;
      return remaining < 0;
    });
  }
}
