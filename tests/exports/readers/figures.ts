/** Figures as files for people print them, read as exact decimals. */
import { formatUnits, toUnits } from '#domain/decimal.ts';

export const NUMBER = /^-?\d+(\.\d+)?$/;

/** `-1:30` is 90 minutes less than none, `0:00:30` half of one, `1:30.5` half a minute more than 90; anything else stays. */
export function toMinutes(cell: string): string {
  const clock = /^(-?)(\d+):(\d\d)(?::(\d\d(?:\.\d+)?))?(\.\d+)?$/.exec(cell);
  if (!clock) return cell;
  const [, sign, hours = '0', minutes = '0', seconds = '0', part = ''] = clock;
  const units = toUnits(hours) * 60n + toUnits(`${minutes}${part}`) + toUnits(seconds) / 60n;
  return formatUnits(sign === '-' ? -units : units);
}

/** `1,234.50`, `−1,240:30`, `81.3 %`; with a decimal comma `1.234,50`. */
export function readPrinted(text: string, mark: 'point' | 'comma' = 'point'): string {
  const plain = text
    .replace(/\s?%$/u, '')
    .replace('\u2212', '-')
    .replaceAll(mark === 'comma' ? '.' : ',', '');
  const decimal = toMinutes(mark === 'comma' ? plain.replace(',', '.') : plain);
  return NUMBER.test(decimal) ? formatUnits(toUnits(decimal)) : decimal;
}

/** A double as programs write it, `-1.5E-7` too, in plain digits. */
export function toPlain(double: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:E([+-]?\d+))?$/i.exec(double) ?? [];
  if (whole === '') return double;
  const point = whole.length + Number(power);
  const digits = `${whole}${fraction}`
    .padEnd(point, '0')
    .padStart(whole.length + fraction.length - Math.min(point - 1, 0), '0');
  const at = Math.max(point, 1);
  const rest = digits.slice(at).replace(/0+$/, '');
  return `${sign}${digits.slice(0, at).replace(/^0+(?=\d)/, '')}${rest === '' ? '' : `.${rest}`}`;
}

/** A decimal of any number of digits times a whole number, to 8 decimals, halves away from zero. */
export function timesRounded(decimal: string, factor: bigint): string {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  const scale = 10n ** BigInt(fraction.length);
  const scaled = BigInt(whole + fraction) * factor * 10n ** 8n;
  const units = (scaled * 2n + scale) / (scale * 2n);
  return formatUnits(sign === '-' ? -units : units);
}
