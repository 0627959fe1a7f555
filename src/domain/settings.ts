/** The settings of a workspace: zone, calendar, figures, amounts, exports, and how data is fetched. */
import { z } from 'zod';
import { parseDecimal } from './decimal.ts';
import { DEFAULT_NUMBER, logoSchema, numberSchema, addressSchema } from './exports/letterhead.ts';
import { clientProfilesSchema } from './exports/profile.ts';
import { nameSchema, currencySchema } from './name-schema.ts';
import { isRecordAddress } from './record.ts';
import { valueNeeds } from '#texts/refusals.ts';

/**
 * How printed lines add up to their total. `exact`: each is rounded individually and any difference is shown; `round-lines`: lines are
 * rounded and the total is their sum; `largest-remainder`: the total is rounded and its lines are adjusted.
 */
export const footings = ['exact', 'round-lines', 'largest-remainder'] as const;
export type Footing = (typeof footings)[number];

/** Which amount of a record counts: the recorded one, its `_auto` twin, or the recorded one with the twin as a fallback. */
export const amountSources = ['recorded', 'auto', 'recorded-else-auto'] as const;
export type AmountSource = (typeof amountSources)[number];

const positiveDecimal = z.string().refine((text) => (parseDecimal(text)?.units ?? 0n) > 0n, valueNeeds.positive);

/** Settings that affect figures. Print settings do, because they decide the printed figures. */
const figureSettings = {
  /** The IANA time zone that decides clock days and "today". */
  zone: z.string().refine(isZone, valueNeeds.zone),
  weekStart: z.enum(['monday', 'sunday']),
  /** The month in which fiscal years begin, 1 to 12. */
  fiscalYearStart: z.number().int().min(1).max(12),
  hoursStyle: z.enum(['decimal', 'clock']),
  /** The number of printed decimals; sums are computed exactly. */
  hoursDigits: z.number().int().min(0).max(4),
  moneyDigits: z.number().int().min(0).max(4),
  /** The currency's name; amounts are never converted. */
  currency: currencySchema.nullable(),
  hoursPerDay: positiveDecimal,
  footing: z.enum(footings),
  /** Null until chosen; the recorded amount counts until then. */
  amounts: z.enum(amountSources).nullable(),
  /** The changed thresholds of checks by name; the others keep their defaults. */
  thresholds: z.record(z.string(), positiveDecimal),
};

/** A setting is in one of the two lists, so that each new one is decided. */
const otherSettings = {
  /** The percentage of the earlier figure from which a change is coloured as good or bad. */
  notableChange: positiveDecimal,
  /** The key's requests per day, as far as the user knows. */
  quotaLimit: z.number().int().positive().max(1_000_000),
  /** The age of the data in hours from which changes are fetched on opening; null for never. */
  refreshWhenOlderHours: z.number().positive().max(8_760).nullable(),
  /** Whether every refresh also reads a few old records again. */
  scrub: z.boolean(),
  /** The address of a record in the CRM, with `{id}`; null if unknown. */
  recordAddress: z.string().refine(isRecordAddress, valueNeeds.recordAddress).nullable(),
  /** The export settings of clients, which apply to exports for one client alone. */
  clientProfiles: clientProfilesSchema,
  /** The number of months for which the change history is stored; null for no limit. Older changes are removed permanently. */
  historyMonths: z.number().int().min(3).max(1_200).nullable(),
  /** The user's name for the register of sent files. Not verified. */
  ownName: nameSchema(120).nullable(),
  /** The name, address and logo on files for clients. */
  senderName: nameSchema(120).nullable(),
  senderAddress: addressSchema.nullable(),
  senderLogo: logoSchema.nullable(),
  /** The pattern of statement numbers, with `{client}`, `{period}` and `{reference}`. */
  statementNumber: numberSchema,
};

export const settingsSchema = z.strictObject({ ...figureSettings, ...otherSettings });
export type Settings = z.output<typeof settingsSchema>;

/**
 * Settings of this computer that are never taken from a saved workspace: the template of record addresses, the key's quota and the length of
 * the history. They do not affect figures.
 */
export const settingsOfThisComputer = [
  'recordAddress',
  'quotaLimit',
  'historyMonths',
] as const satisfies (keyof Settings)[];
/** Fields that are absent or undefined stay as they are. */
export type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

/** A stored setting that is no longer valid. */
export interface RefusedSetting {
  readonly name: keyof Settings;
  /** The value as it was stored. */
  readonly text: string;
}

/** The zone has no default, because a new workspace takes the system's. */
export const defaultSettings: Omit<Settings, 'zone'> = {
  weekStart: 'monday',
  fiscalYearStart: 1,
  hoursStyle: 'decimal',
  hoursDigits: 2,
  moneyDigits: 2,
  currency: null,
  hoursPerDay: '8',
  footing: 'exact',
  notableChange: '1',
  amounts: null,
  quotaLimit: 1000,
  refreshWhenOlderHours: null,
  scrub: false,
  recordAddress: null,
  thresholds: {},
  clientProfiles: [],
  historyMonths: null,
  ownName: null,
  senderName: null,
  senderAddress: null,
  senderLogo: null,
  statementNumber: DEFAULT_NUMBER,
};

/** The key of the sample's present day, from which “last month” is resolved. */
export const SAMPLE_TODAY = 'sample.asOf';

export function isFigureSetting(setting: string): boolean {
  return Object.hasOwn(figureSettings, setting) || setting === SAMPLE_TODAY;
}

export function isSettingName(name: string): boolean {
  return Object.hasOwn(settingsSchema.shape, name);
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
