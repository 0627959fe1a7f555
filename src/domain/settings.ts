/** The settings of a workspace, shared by all its reports: zone, calendar, figures, amounts, and how data is fetched. */
import { z } from 'zod';
import { parseDecimal } from './decimal.ts';
import { DEFAULT_NUMBER, logoSchema, numberSchema, addressSchema } from './exports/letterhead.ts';
import { clientProfilesSchema } from './exports/profile.ts';
import { nameSchema, currencySchema } from './name-schema.ts';
import { isRecordAddress } from './record.ts';
import { valueNeeds } from '#texts/refusals.ts';

/**
 * How printed lines and their total agree. `exact`: each is rounded alone and a difference is shown; `round-lines`: lines are rounded and
 * the total is their sum; `largest-remainder`: the total is rounded and its lines are adjusted.
 */
export const footings = ['exact', 'round-lines', 'largest-remainder'] as const;
export type Footing = (typeof footings)[number];

/** Which amount of a record counts: the recorded one, its `_auto` twin, or the recorded one where there is one. */
export const amountSources = ['recorded', 'auto', 'recorded-else-auto'] as const;
export type AmountSource = (typeof amountSources)[number];

const positiveDecimal = z.string().refine((text) => (parseDecimal(text)?.units ?? 0n) > 0n, valueNeeds.positive);

export const settingsSchema = z.strictObject({
  /** The IANA name of the zone, which decides clock days and "today". */
  zone: z.string().refine(isZone, valueNeeds.zone),
  weekStart: z.enum(['monday', 'sunday']),
  /** A fiscal year and its quarters begin in this month, 1 to 12. */
  fiscalYearStart: z.number().int().min(1).max(12),
  hoursStyle: z.enum(['decimal', 'clock']),
  /** How many decimals are printed; sums stay exact underneath. */
  hoursDigits: z.number().int().min(0).max(4),
  moneyDigits: z.number().int().min(0).max(4),
  /** The currency is only a name: nothing is converted. */
  currency: currencySchema.nullable(),
  /** The hours of a working day. */
  hoursPerDay: positiveDecimal,
  footing: z.enum(footings),
  /** A change is coloured as good or bad from this percentage of the earlier figure on. */
  notableChange: positiveDecimal,
  /** Null until it is chosen; then the recorded amount counts. */
  amounts: z.enum(amountSources).nullable(),
  /** How many requests a day the key may send, as far as the user knows. */
  quotaLimit: z.number().int().positive().max(1_000_000),
  /** On opening, changes are fetched when the data is older than this; null for never. */
  refreshWhenOlderHours: z.number().positive().max(8_760).nullable(),
  /** Whether old records are read again, a few at every refresh. */
  scrub: z.boolean(),
  /** The address of a record in the CRM, with `{id}` in it; null where unknown. */
  recordAddress: z.string().refine(isRecordAddress, valueNeeds.recordAddress).nullable(),
  /** The limits from which a check calls a value enormous, short or different, by threshold name; the others keep their defaults. */
  thresholds: z.record(z.string(), positiveDecimal),
  /** The files for a client follow its profile, where an export for that client alone does not say otherwise. */
  clientProfiles: clientProfilesSchema,
  /** For so many months it is remembered what changed; null for all of it. What is older is removed for good. */
  historyMonths: z.number().int().min(3).max(1_200).nullable(),
  /** Who works with this workspace: the register of sent files names them. Nothing proves it. */
  ownName: nameSchema(120).nullable(),
  /** Who sends files to clients: its name, address and logo head them. */
  senderName: nameSchema(120).nullable(),
  senderAddress: addressSchema.nullable(),
  senderLogo: logoSchema.nullable(),
  /** The number of a client's statement, with `{client}`, `{period}` and `{reference}` in it. */
  statementNumber: numberSchema,
});
export type Settings = z.output<typeof settingsSchema>;

/**
 * The settings that only the user of a computer decides: a template of addresses that opens pages, how many requests a key may send, and
 * for how long changes are remembered. No figure changes with them, and no saved workspace brings them.
 */
export const settingsOfThisComputer = [
  'recordAddress',
  'quotaLimit',
  'historyMonths',
] as const satisfies (keyof Settings)[];
/** Fields that are left out or undefined stay as they are. */
export type SettingsChange = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

/** A setting that was stored under earlier rules and is not accepted any more. */
export interface RefusedSetting {
  readonly name: keyof Settings;
  /** The value as it was stored. */
  readonly text: string;
}

/** The zone has no default: it is the system's when a workspace is made. */
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

/** Whether another value of the setting would change a figure. The forms of printing decide what a printed figure is. */
const affectsFigures: { readonly [Name in keyof Settings]: boolean } = {
  zone: true,
  weekStart: true,
  fiscalYearStart: true,
  hoursStyle: true,
  hoursDigits: true,
  moneyDigits: true,
  currency: true,
  hoursPerDay: true,
  footing: true,
  notableChange: false,
  amounts: true,
  quotaLimit: false,
  refreshWhenOlderHours: false,
  scrub: false,
  recordAddress: false,
  thresholds: true,
  clientProfiles: false,
  historyMonths: false,
  ownName: false,
  senderName: false,
  senderAddress: false,
  senderLogo: false,
  statementNumber: false,
};
const figureSettings: ReadonlySet<string> = new Set(
  Object.entries(affectsFigures).flatMap(([name, affects]) => (affects ? [name] : [])),
);

/** The key of the sample's date of today, from which “last month” follows. */
export const SAMPLE_TODAY = 'sample.asOf';

export function isFigureSetting(setting: string): boolean {
  return figureSettings.has(setting) || setting === SAMPLE_TODAY;
}

export function isSettingName(name: string): boolean {
  return Object.hasOwn(affectsFigures, name);
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
