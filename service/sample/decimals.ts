/** Computes exact decimals from integer minutes and cents, without multiplying doubles. */

const UNITS_OF_MINUTES = {
  hours: 60,
  days: 1_440,
  years: 525_960,
  decades: 5_259_600,
  centuries: 52_596_000,
} as const;

type LongUnit = keyof typeof UNITS_OF_MINUTES;
type Durations = Readonly<Record<LongUnit, string>>;

const EIGHT_DECIMALS = 100_000_000n;

/** @returns numerator / denominator rounded half-even to 8 decimals, without trailing zeros. */
function formatQuotient(numerator: bigint, denominator: bigint): string {
  const scaled = toAbsolute(numerator) * EIGHT_DECIMALS;
  const floor = scaled / denominator;
  const twice = (scaled - floor * denominator) * 2n;
  const isRoundedUp = twice > denominator || (twice === denominator && floor % 2n === 1n);
  const units = isRoundedUp ? floor + 1n : floor;
  return formatDecimal(numerator < 0n ? -units : units, 8);
}

function formatDecimal(count: bigint, digits: number): string {
  const padded = toAbsolute(count)
    .toString()
    .padStart(digits + 1, '0');
  const wholeDigits = padded.slice(0, -digits);
  const fraction = padded.slice(-digits).replace(/0+$/, '');
  return `${count < 0n ? '-' : ''}${wholeDigits}${fraction === '' ? '' : `.${fraction}`}`;
}

function toAbsolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

const durations = new Map<number, Durations>();

/** Converts to every unit of the interface; years have 365.25 days. */
export function toDurations(minutes: number): Durations {
  const cached = durations.get(minutes);
  if (cached) return cached;
  const formatInUnit = (unit: LongUnit) => formatQuotient(BigInt(minutes), BigInt(UNITS_OF_MINUTES[unit]));
  const converted = {
    hours: formatInUnit('hours'),
    days: formatInUnit('days'),
    years: formatInUnit('years'),
    decades: formatInUnit('decades'),
    centuries: formatInUnit('centuries'),
  };
  durations.set(minutes, converted);
  return converted;
}

/** @returns whole cents, rounded half away from zero. */
export function calculatePrice(minutes: number, rateCents: number): number {
  const twice = 2 * Math.abs(minutes) * rateCents;
  const cents = Math.floor((twice + 60) / 120);
  return minutes < 0 ? -cents : cents;
}

const amounts = new Map<number, string>();

export function formatCents(cents: number): string {
  const cached = amounts.get(cents);
  if (cached !== undefined) return cached;
  const text = formatDecimal(BigInt(cents), 2);
  amounts.set(cents, text);
  return text;
}

export function formatPercent(part: number, whole: number): string {
  return whole === 0 ? '0' : formatQuotient(BigInt(part) * 100n, BigInt(whole));
}
