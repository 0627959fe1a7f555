/** What spends the key's requests: refreshing on opening, and reading old records again, each with its price. */
import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Settings } from '../../../domain/settings.ts';
import { settingsTexts } from '#texts/screens/settings.ts';
import { count } from '../../format/figures.ts';
import { dataStatus, syncPrice } from '../../data/queries.ts';
import { priceText } from '../../sync/price-text.ts';
import { ChoiceSetting } from './ChoiceSetting.tsx';
import { describedBy, SettingRow } from './SettingRow.tsx';
import { scrubPagesADay } from './scrub-price.ts';
import { useSaveSetting } from './use-save-setting.ts';

const texts = settingsTexts;
const agesHours = [4, 12, 24, 168];

export function RefreshSetting({ settings: { refreshWhenOlderHours: hours } }: { readonly settings: Settings }) {
  const { data: price } = useQuery(syncPrice());
  const ages =
    hours === null || agesHours.includes(hours) ? agesHours : [...agesHours, hours].toSorted((a, b) => a - b);
  return (
    <ChoiceSetting
      name="refreshWhenOlderHours"
      value={hours}
      asList
      options={[
        { value: null, label: texts.refreshWhenOlderHours.values.off },
        ...ages.map((value) => ({ value, label: ageText(value) })),
      ]}
      label={texts.refreshWhenOlderHours.label}
      help={texts.refreshWhenOlderHours.help}
      {...(price && { price: texts.refreshWhenOlderHours.price(priceText(price)) })}
    />
  );
}

function ageText(hours: number): string {
  const known: Readonly<Record<string, string>> = texts.refreshWhenOlderHours.values;
  return known[String(hours)] ?? texts.refreshWhenOlderHours.other(String(hours));
}

export function ScrubSetting({ settings: { scrub } }: { readonly settings: Settings }) {
  const { data: status } = useQuery(dataStatus);
  const say = (on: boolean) => (on ? texts.on : texts.off);
  const { save, problem } = useSaveSetting('scrub', texts.scrub.label, say);
  const price = status?.complete ? texts.scrub.price(count(scrubPagesADay(status.records))) : texts.scrub.priceNone;
  return (
    <SettingRow controlId="scrub" label={texts.scrub.label} help={texts.scrub.help} price={price} problem={problem}>
      <Switch
        id="scrub"
        aria-describedby={describedBy('scrub')}
        checked={scrub}
        onChange={(event) => save(event.currentTarget.checked)}
      />
    </SettingRow>
  );
}
