/** The logo and the number of a client's files, as settings have them. */
import { util, z } from 'zod';
import { statementTexts as texts } from '#texts/exports/statement.ts';
import { hasNoNul, NO_NUL } from '../name-schema.ts';

// A logo is kept in the settings, and so goes into a saved workspace.

export const logoKinds = ['png', 'jpeg', 'svg'] as const;
export type LogoKind = (typeof logoKinds)[number];
export const MOST_LOGO_BYTES = 200_000;

/** The page compiler decodes and draws the logo, and leaves out one that it cannot read. */
export const logoSchema = z
  .strictObject({ kind: z.enum(logoKinds), data: z.base64().max(Math.ceil(MOST_LOGO_BYTES / 3) * 4) })
  .refine(({ kind, data }) => findLogoKind(fromBase64(data)) === kind, texts.needs.logo);
export type Logo = z.output<typeof logoSchema>;

export const fromBase64 = (data: string): Uint8Array => util.base64ToUint8Array(data);

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

/** @returns the kind that the first bytes show; undefined for any other file, and for an SVG that is more than a drawing */
export function findLogoKind(bytes: Uint8Array): LogoKind | undefined {
  const begins = (signature: readonly number[]) => signature.every((byte, index) => bytes[index] === byte);
  if (begins(PNG)) return 'png';
  if (begins(JPEG)) return 'jpeg';
  return isPlainSvg(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('')) ? 'svg' : undefined;
}

/** A plain drawing has no script, no reference to another file and no entities. */
function isPlainSvg(text: string): boolean {
  const isSvg =
    /^(?:ï»¿)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE svg[^>[]*>\s*)*<svg[\s>]/.test(text) &&
    /<\/svg>\s*$/.test(text);
  return isSvg && !/<script|<!ENTITY|<foreignObject|\son\w+\s*=|href\s*=\s*["'](?!#)/i.test(text);
}

// The number of a statement follows from its client and days, so that the same statement has the same number again.

export const DEFAULT_NUMBER = '{client}-{period}';
export const places = /\{(?:client|period|reference)\}/g;

export const numberSchema = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .refine(hasNoNul, NO_NUL)
  .refine((pattern) => pattern.includes('{period}'), texts.needs.period)
  .refine((pattern) => !/[{}]/.test(pattern.replaceAll(places, '')), texts.needs.places);

// Addresses on paper: a few short lines, one below the other.

/** More lines would leave no room for figures. */
const MOST_LINES = 8;
const MOST_LINE_LETTERS = 80;

export const addressSchema = z
  .string()
  .transform((text) => splitLines(text).join('\n'))
  .refine(hasNoNul, NO_NUL)
  .refine((text) => text !== '' && splitLines(text).length <= MOST_LINES, texts.needs.lines(MOST_LINES))
  .refine(
    (text) => splitLines(text).every((line) => line.length <= MOST_LINE_LETTERS),
    texts.needs.letters(MOST_LINE_LETTERS),
  );

export function splitLines(text: string): string[] {
  return text.split(/\r\n|[\r\n]/).flatMap((line) => line.trim() || []);
}
