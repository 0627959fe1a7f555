/** The schemas of the logo, number and addresses in client files. */
import { util, z } from 'zod';
import { statementTexts as texts } from '#texts/exports/statement.ts';
import { hasNoNul, NO_NUL } from '../name-schema.ts';

// The logo is stored in the settings, and therefore in a saved workspace.

export const logoKinds = ['png', 'jpeg', 'svg'] as const;
export type LogoKind = (typeof logoKinds)[number];
export const MAX_LOGO_BYTES = 200_000;

/** The schema checks only the kind; the page compiler leaves out a logo that it cannot decode. */
export const logoSchema = z
  .strictObject({ kind: z.enum(logoKinds), data: z.base64().max(Math.ceil(MAX_LOGO_BYTES / 3) * 4) })
  .refine(({ kind, data }) => findLogoKind(fromBase64(data)) === kind, texts.needs.logo);
export type Logo = z.output<typeof logoSchema>;

export const fromBase64 = (data: string): Uint8Array => util.base64ToUint8Array(data);

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

/** @returns the kind by the first bytes; undefined for any other file, and for an SVG with active content */
export function findLogoKind(bytes: Uint8Array): LogoKind | undefined {
  const begins = (signature: readonly number[]) => signature.every((byte, index) => bytes[index] === byte);
  if (begins(PNG)) return 'png';
  if (begins(JPEG)) return 'jpeg';
  return isPlainSvg(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('')) ? 'svg' : undefined;
}

/** A plain SVG has no script, no reference to another file and no entities. */
function isPlainSvg(text: string): boolean {
  const isSvg =
    /^(?:ï»¿)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*|<!DOCTYPE svg[^>[]*>\s*)*<svg[\s>]/.test(text) &&
    /<\/svg>\s*$/.test(text);
  return isSvg && !/<script|<!ENTITY|<foreignObject|\son\w+\s*=|href\s*=\s*["'](?!#)/i.test(text);
}

// A statement's number is derived from its client and period, so that the same statement always has the same number.

export const DEFAULT_NUMBER = '{client}-{period}';
export const placeholders = /\{(?:client|period|reference)\}/g;

export const numberSchema = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .refine(hasNoNul, NO_NUL)
  .refine((pattern) => pattern.includes('{period}'), texts.needs.period)
  .refine((pattern) => !/[{}]/.test(pattern.replaceAll(placeholders, '')), texts.needs.places);

// Postal addresses: a few short lines.

/** More lines would leave no room for figures. */
const MAX_LINES = 8;
const MAX_LINE_LETTERS = 80;

export const addressSchema = z
  .string()
  .transform((text) => splitLines(text).join('\n'))
  .refine(hasNoNul, NO_NUL)
  .refine((text) => text !== '' && splitLines(text).length <= MAX_LINES, texts.needs.lines(MAX_LINES))
  .refine(
    (text) => splitLines(text).every((line) => line.length <= MAX_LINE_LETTERS),
    texts.needs.letters(MAX_LINE_LETTERS),
  );

export function splitLines(text: string): string[] {
  return text.split(/\r\n|[\r\n]/).flatMap((line) => line.trim() || []);
}
