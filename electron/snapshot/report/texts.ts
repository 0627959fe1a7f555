/** Writes the figures of a report's cells as texts: hours recur by the thousand, and each distinct one is written once. */
import { formatUnits, type Units } from '../../../src/domain/decimal.ts';

/** More distinct figures than these hardly recur (amounts of money): they are written each time. */
const MOST_REMEMBERED = 4096;

export function textOfUnits(units: Units | null): string | null {
  return units === null ? null : formatUnits(units);
}

/** Like `textOfUnits`, for many figures of one measure. */
export function rememberedTexts(): (units: Units | null) => string | null {
  const texts = new Map<Units, string>();
  return (units) => {
    if (units === null || texts.size === MOST_REMEMBERED) return textOfUnits(units);
    const known = texts.get(units);
    if (known !== undefined) return known;
    const text = formatUnits(units);
    texts.set(units, text);
    return text;
  };
}
