/** Every setting's field, section by section in the order shown. A setting without an entry does not compile. */
import type { ReactNode } from 'react';
import type { RefusedSetting, Settings } from '../../../domain/settings.ts';
import { settingsTexts as texts } from '#texts/screens/settings.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { count } from '../../format/figures.ts';
import { AmountsSetting } from './AmountsSetting.tsx';
import { ChoiceSetting } from './ChoiceSetting.tsx';
import { RefreshSetting, ScrubSetting } from './FetchingSettings.tsx';
import { FootingSetting } from './FootingSetting.tsx';
import { TextSetting, type TextFormat } from './TextSetting.tsx';

export type Section = keyof typeof texts.sections;

interface SettingField {
  readonly section: Section;
  /** @param refused what was set earlier and is not accepted any more */
  readonly draw: (settings: Settings, refused: readonly RefusedSetting[]) => ReactNode;
}

const options = <Value extends string>(values: Readonly<Record<Value, string>>) =>
  // The keys of a literal object are its own.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  (Object.keys(values) as Value[]).map((value) => ({ value, label: values[value] }));

/** The current one is listed even where this system does not know it by that name. */
function zones(current: string): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone');
  const withUtc = known.includes('UTC') ? known : ['UTC', ...known];
  return withUtc.includes(current) ? withUtc : [current, ...withUtc];
}

const digits: TextFormat<number> = {
  show: String,
  read: (text) => (/^\d$/.test(text) ? Number(text) : text),
};

/** A text that is not set when it is left empty. */
const optionalText: TextFormat<string | null> = {
  show: (value) => value ?? '',
  read: (text) => (text === '' ? null : text),
  say: (value) => value ?? texts.unset,
};

const fields: Readonly<Record<keyof Settings, SettingField | 'set-elsewhere'>> = {
  zone: {
    section: 'calendar',
    draw: (settings) => (
      <ChoiceSetting
        name="zone"
        value={settings.zone}
        asList
        options={zones(settings.zone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        find={texts.zone.find}
        nothingFound={texts.zone.none}
        label={texts.zone.label}
        help={texts.zone.help}
      />
    ),
  },
  weekStart: {
    section: 'calendar',
    draw: (settings) => (
      <ChoiceSetting
        name="weekStart"
        value={settings.weekStart}
        options={options(texts.weekStart.values)}
        label={texts.weekStart.label}
        help={texts.weekStart.help}
      />
    ),
  },
  fiscalYearStart: {
    section: 'calendar',
    draw: (settings) => (
      <ChoiceSetting
        name="fiscalYearStart"
        value={settings.fiscalYearStart}
        asList
        options={uiTexts.calendar.months.map((label, index) => ({ value: index + 1, label }))}
        label={texts.fiscalYearStart.label}
        help={texts.fiscalYearStart.help}
      />
    ),
  },
  hoursPerDay: {
    section: 'calendar',
    draw: (settings) => (
      <TextSetting
        name="hoursPerDay"
        value={settings.hoursPerDay}
        format={{ show: String, read: (text) => text.replace(',', '.') }}
        bad={texts.hoursPerDay.bad}
        label={texts.hoursPerDay.label}
        help={texts.hoursPerDay.help}
        numeric
      />
    ),
  },
  quotaLimit: {
    section: 'fetching',
    draw: (settings) => (
      <TextSetting
        name="quotaLimit"
        value={settings.quotaLimit}
        format={{ show: count, read: (text) => Number(text.replaceAll(/[\s,]/g, '') || 'none') }}
        bad={texts.quotaLimit.bad}
        label={texts.quotaLimit.label}
        help={texts.quotaLimit.help}
        numeric
      />
    ),
  },
  refreshWhenOlderHours: { section: 'fetching', draw: (settings) => <RefreshSetting settings={settings} /> },
  scrub: { section: 'fetching', draw: (settings) => <ScrubSetting settings={settings} /> },
  recordAddress: {
    section: 'links',
    draw: (settings, refused) => (
      <TextSetting
        name="recordAddress"
        value={settings.recordAddress}
        refused={refused.find(({ name }) => name === 'recordAddress')?.text}
        format={optionalText}
        bad={texts.recordAddress.bad}
        example={texts.recordAddress.example}
        label={texts.recordAddress.label}
        help={texts.recordAddress.help}
        wide
      />
    ),
  },
  hoursStyle: {
    section: 'figures',
    draw: (settings) => (
      <ChoiceSetting
        name="hoursStyle"
        value={settings.hoursStyle}
        options={options(texts.hoursStyle.values)}
        label={texts.hoursStyle.label}
        help={texts.hoursStyle.help}
      />
    ),
  },
  hoursDigits: {
    section: 'figures',
    draw: (settings) => (
      <TextSetting
        name="hoursDigits"
        value={settings.hoursDigits}
        format={digits}
        bad={texts.digitsBad}
        label={texts.hoursDigits.label}
        help={texts.hoursDigits.help}
        numeric
      />
    ),
  },
  moneyDigits: {
    section: 'figures',
    draw: (settings) => (
      <TextSetting
        name="moneyDigits"
        value={settings.moneyDigits}
        format={digits}
        bad={texts.digitsBad}
        label={texts.moneyDigits.label}
        help={texts.moneyDigits.help}
        numeric
      />
    ),
  },
  currency: {
    section: 'figures',
    draw: (settings) => (
      <TextSetting
        name="currency"
        value={settings.currency}
        format={optionalText}
        bad={texts.currency.bad}
        example={texts.currency.example}
        label={texts.currency.label}
        help={texts.currency.help}
      />
    ),
  },
  footing: { section: 'figures', draw: (settings) => <FootingSetting value={settings.footing} /> },
  amounts: { section: 'money', draw: (settings) => <AmountsSetting settings={settings} /> },
  /** Beside the checks that use them. */
  thresholds: 'set-elsewhere',
};

export interface PlacedField extends SettingField {
  readonly name: string;
}

/** In the order shown. */
export const placedFields: readonly PlacedField[] = Object.entries(fields).flatMap(([name, field]) =>
  field === 'set-elsewhere' ? [] : [{ name, ...field }],
);
