/** Which months the chart shows: so many, ending with the period's last. Pure. */

export const MONTHS_SHOWN = 13;

/** @param last any day of the last month, `YYYY-MM-DD`. @returns `YYYY-MM-01` ascending. */
export function monthWindow(last: string, count = MONTHS_SHOWN): string[] {
  const end = Number(last.slice(0, 4)) * 12 + Number(last.slice(5, 7)) - 1;
  return Array.from({ length: count }, (_, index) => monthOf(end - count + 1 + index));
}

function monthOf(months: number): string {
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`;
}

/** The window as a period of whole months: `2025-10..2026-10`. */
export function windowPeriod(months: readonly string[]): string {
  return `${months[0]?.slice(0, 7)}..${months.at(-1)?.slice(0, 7)}`;
}
