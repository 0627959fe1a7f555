/** Every setting's field, section by section in the order shown. A setting without an entry does not compile. */
import type { ReactNode } from 'react';
import type { Settings } from '#domain/settings.ts';
import { settingsTexts as texts } from '#texts/screens/settings.ts';
import { shortMonths } from '#texts/reports/period.ts';
import { count, figure } from '#ui/format/figures.ts';
import { localizeDecimal, readCount, toDecimal } from '#ui/locale.ts';
import { AmountsSetting } from './AmountsSetting.tsx';
import type { ChoiceForm, ChoiceWords, Option } from './ChoiceSetting.tsx';
import { RefreshSetting, ScrubSetting } from './FetchingSettings.tsx';
import type { FieldState } from './SettingRow.tsx';
import type { TextForm, TextFormat, TextWords } from './TextSetting.tsx';

export type Section = keyof typeof texts.sections;

/** The others are drawn elsewhere: thresholds beside their checks, what clients get in a panel of its own, a picture by its own component. */
export type FieldName = Exclude<keyof Settings, 'thresholds' | 'clientProfiles' | 'senderLogo'>;

interface Placed {
  readonly section: Section;
}

/** Typed, chosen from a few values, or drawn by a component of its own. */
export type Field<Name extends FieldName> = Placed &
  (
    | ({ readonly kind: 'text'; readonly words: TextWords } & TextForm<Settings[Name]>)
    | ({ readonly kind: 'choice'; readonly words: ChoiceWords } & ChoiceForm<Settings[Name]>)
    | { readonly kind: 'own'; readonly Own: (state: FieldState) => ReactNode }
  );

/** In the order in which the texts list them. */
function listed<Value extends string>(values: Readonly<Record<Value, string>>): () => readonly Option<Value>[] {
  // The keys of a literal object are its own.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return () => (Object.keys(values) as Value[]).map((value) => ({ value, label: values[value] }));
}

/** The current one is listed even where this system does not know it by that name. */
function listZones(current: string): readonly Option<string>[] {
  const known = Intl.supportedValuesOf('timeZone');
  const withUtc = known.includes('UTC') ? known : ['UTC', ...known];
  const zones = withUtc.includes(current) ? withUtc : [current, ...withUtc];
  return zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
}

const digits: TextForm<number> = {
  show: String,
  read: (text) => (/^\d$/.test(text) ? Number(text) : text),
  numeric: true,
};

const typedDecimal: TextForm<string> = { show: localizeDecimal, read: toDecimal, numeric: true };

/** A text that is not set when it is left empty. */
const optionalText: TextFormat<string | null> = {
  show: (value) => value ?? '',
  read: (text) => (text === '' ? null : text),
  say: (value) => value ?? texts.unset,
};

export const fields: { readonly [Name in FieldName]: Field<Name> } = {
  zone: { section: 'calendar', kind: 'choice', words: texts.zone, options: listZones, asList: true },
  weekStart: {
    section: 'calendar',
    kind: 'choice',
    words: texts.weekStart,
    options: listed(texts.weekStart.values),
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
    show: count,
    read: (text) => readCount(text) ?? Number.NaN,
    numeric: true,
  },
  refreshWhenOlderHours: { section: 'fetching', kind: 'own', Own: RefreshSetting },
  scrub: { section: 'fetching', kind: 'own', Own: ScrubSetting },
  historyMonths: {
    section: 'memory',
    kind: 'choice',
    words: texts.historyMonths,
    options: (current) => {
      const usual: readonly (number | null)[] = [null, 3, 6, 12, 24, 36, 60, 120];
      const values = usual.includes(current) ? usual : [...usual, current];
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
    show: (pattern) => pattern,
    read: (text) => text,
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
  footing: { section: 'figures', kind: 'choice', words: texts.footing, options: listed(texts.footing.values) },
  notableChange: {
    section: 'figures',
    kind: 'text',
    words: texts.notableChange,
    ...typedDecimal,
  },
  amounts: { section: 'money', kind: 'own', Own: AmountsSetting },
};
