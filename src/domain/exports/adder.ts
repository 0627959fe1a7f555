/** Adds decimals exactly, many times as fast as by large integers one after another: whole and fraction in two counts that stay safe. */
import { SCALE, toUnits, type Units } from '../decimal.ts';

/** What both counts hold exactly: 9 digits before the point and 8 behind it. */
const SHORT = 9;
const ONE = 10 ** SCALE;
const ZERO = 48;
const NINE = 57;
const POINT = 46;
const MINUS = 45;
/** Counts of numbers below 10⁹ stay below 2⁵³ as long. */
const MOST_ADDED = 2 ** 22;

export class Adder {
  #units: Units = 0n;
  #whole = 0;
  #fraction = 0;
  #added = 0;

  /** @param text a plain decimal, as `formatUnits` writes it. @throws RangeError on anything that is no decimal */
  add(text: string): void {
    if (!this.#addShort(text)) this.#units += toUnits(text);
  }

  /** @returns false, with nothing added, for a text that is not both short and plain. */
  #addShort(text: string): boolean {
    const start = text.charCodeAt(0) === MINUS ? 1 : 0;
    let whole = 0;
    let at = start;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === POINT) break;
      if (code < ZERO || code > NINE) return false;
      whole = whole * 10 + code - ZERO;
    }
    if (at === start || at - start > SHORT) return false;
    let fraction = 0;
    let step = ONE;
    for (at += 1; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      step /= 10;
      if (code < ZERO || code > NINE || step < 1) return false;
      fraction += (code - ZERO) * step;
    }
    this.#whole += start === 1 ? -whole : whole;
    this.#fraction += start === 1 ? -fraction : fraction;
    this.#added += 1;
    if (this.#added === MOST_ADDED) this.#settle();
    return true;
  }

  sum(): Units {
    this.#settle();
    return this.#units;
  }

  #settle(): void {
    this.#units += BigInt(this.#whole) * BigInt(ONE) + BigInt(this.#fraction);
    [this.#whole, this.#fraction, this.#added] = [0, 0, 0];
  }
}
