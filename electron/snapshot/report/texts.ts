/** Writes the figures of a report's cells as texts. Hours recur by the thousand, so each distinct figure is written once. */
import { formatUnits, type Units } from '#domain/decimal.ts';

/** More distinct figures than these hardly recur (amounts of money), so they are written each time. */
const MOST_REMEMBERED = 4096;

export function formatUnitsOrNull(units: Units | null): string | null {
  return units === null ? null : formatUnits(units);
}

/** Writes like `formatUnitsOrNull`, for many figures of one measure. */
export function createTextWriter(): (units: Units | null) => string | null {
  const texts = new Map<Units, string>();
  return (units) => {
    if (units === null || texts.size === MOST_REMEMBERED) return formatUnitsOrNull(units);
    const known = texts.get(units);
    if (known !== undefined) return known;
    const text = formatUnits(units);
    texts.set(units, text);
    return text;
  };
}
