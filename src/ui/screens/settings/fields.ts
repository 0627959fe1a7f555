/** The field of every setting, in the order of the screen. A setting without an entry does not compile. */
import type { ReactNode } from 'react';
import type { Settings } from '#domain/settings.ts';
import { settingsTexts as texts } from '#texts/screens/settings.ts';
import { shortMonths } from '#texts/reports/period.ts';
import { count, figure } from '#ui/format/figures-and-times.ts';
import { localizeDecimal, readCount, toDecimal } from '#ui/locale.ts';
import { AmountsSetting } from './AmountsSetting.tsx';
import type { ChoiceForm, ChoiceWords, Option } from './ChoiceSetting.tsx';
import { RefreshSetting, ScrubSetting } from './FetchingSettings.tsx';
import type { FieldState } from './SettingRow.tsx';
import type { TextForm, TextFormat, TextWords } from './TextSetting.tsx';

export type Section = keyof typeof texts.sections;

/** Excludes settings that are drawn elsewhere: thresholds with their checks, client profiles in a panel, the logo by its component. */
export type FieldName = Exclude<keyof Settings, 'thresholds' | 'clientProfiles' | 'senderLogo'>;

/** A field is a text field, a choice of values, or a custom component. */
export type Field<Name extends FieldName> = { readonly section: Section } & (
  | ({ readonly kind: 'text'; readonly words: TextWords } & TextForm<Settings[Name]>)
  | ({ readonly kind: 'choice'; readonly words: ChoiceWords } & ChoiceForm<Settings[Name]>)
  | { readonly kind: 'own'; readonly Own: (state: FieldState) => ReactNode }
);

function listOptions<Value extends string>(values: Readonly<Record<Value, string>>): () => readonly Option<Value>[] {
  // A literal object has no other keys.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return () => (Object.keys(values) as Value[]).map((value) => ({ value, label: values[value] }));
}

/** Lists the system's time zones, and the current one even if the system does not know it. */
function listZones(current: string): readonly Option<string>[] {
  const systemZones = Intl.supportedValuesOf('timeZone');
  const withUtc = systemZones.includes('UTC') ? systemZones : ['UTC', ...systemZones];
  const zones = withUtc.includes(current) ? withUtc : [current, ...withUtc];
  return zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}

const digits: TextForm<number> = {
  format: String,
  parse: (text) => (/^\d$/.test(text) ? Number(text) : text),
  numeric: true,
};

const typedDecimal: TextForm<string> = { format: localizeDecimal, parse: toDecimal, numeric: true };

/** An empty field unsets the value. */
const optionalText: TextFormat<string | null> = {
  format: (value) => value ?? '',
  parse: (text) => (text === '' ? null : text),
  describe: (value) => value ?? texts.unset,
};

export const fields: { readonly [Name in FieldName]: Field<Name> } = {
  zone: { section: 'calendar', kind: 'choice', words: texts.zone, options: listZones, asList: true },
  weekStart: {
    section: 'calendar',
    kind: 'choice',
    words: texts.weekStart,
    options: listOptions(texts.weekStart.values),
  },
  fiscalYearStart: {
    section: 'calendar',
    kind: 'choice',
    words: texts.fiscalYearStart,
    options: () => shortMonths.map((label, index) => ({ value: index + 1, label })),
    asList: true,
  },
  hoursPerDay: {
    section: 'calendar',
    kind: 'text',
    words: texts.hoursPerDay,
    ...typedDecimal,
  },
  quotaLimit: {
    section: 'fetching',
    kind: 'text',
    words: texts.quotaLimit,
    format: count,
    parse: (text) => readCount(text) ?? Number.NaN,
    numeric: true,
  },
  refreshWhenOlderHours: { section: 'fetching', kind: 'own', Own: RefreshSetting },
  scrub: { section: 'fetching', kind: 'own', Own: ScrubSetting },
  historyMonths: {
    section: 'memory',
    kind: 'choice',
    words: texts.historyMonths,
    options: (current) => {
      const choices: readonly (number | null)[] = [null, 3, 6, 12, 24, 36, 60, 120];
      const values = choices.includes(current) ? choices : [...choices, current];
      return values.map((value) => ({
        value,
        label: value === null ? texts.historyMonths.all : texts.historyMonths.months(count(value)),
      }));
    },
    asList: true,
  },
  ownName: { section: 'sender', kind: 'text', words: texts.ownName, ...optionalText, wide: true },
  senderName: { section: 'sender', kind: 'text', words: texts.senderName, ...optionalText, wide: true },
  senderAddress: { section: 'sender', kind: 'text', words: texts.senderAddress, ...optionalText, wide: true, lines: 3 },
  statementNumber: {
    section: 'sender',
    kind: 'text',
    words: texts.statementNumber,
    format: (pattern) => pattern,
    parse: (text) => text,
    wide: true,
  },
  recordAddress: { section: 'links', kind: 'text', words: texts.recordAddress, ...optionalText, wide: true },
  hoursStyle: {
    section: 'figures',
    kind: 'choice',
    words: texts.hoursStyle,
    options: () => [
      { value: 'decimal', label: figure('7.5', 2) },
      { value: 'clock', label: '7:30' },
    ],
  },
  hoursDigits: { section: 'figures', kind: 'text', words: texts.hoursDigits, ...digits },
  moneyDigits: { section: 'figures', kind: 'text', words: texts.moneyDigits, ...digits },
  currency: { section: 'figures', kind: 'text', words: texts.currency, ...optionalText },
  footing: { section: 'figures', kind: 'choice', words: texts.footing, options: listOptions(texts.footing.values) },
  notableChange: {
    section: 'figures',
    kind: 'text',
    words: texts.notableChange,
    ...typedDecimal,
  },
  amounts: { section: 'money', kind: 'own', Own: AmountsSetting },
};
