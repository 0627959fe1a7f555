/** The settings that spend requests, with their prices: refreshing on start, and rereading old records. */
import { useQuery } from '@tanstack/react-query';
import { settingsTexts } from '#texts/screens/settings.ts';
import { count } from '#ui/format/figures-and-times.ts';
import { dataStatus, syncPrice } from '#ui/data/queries.ts';
import { formatPrice } from '#ui/sync/price-text.ts';
import { ChoiceSetting, type Option } from './ChoiceSetting.tsx';
import type { FieldState } from './SettingRow.tsx';

const texts = settingsTexts;
const agesHours = [4, 12, 24, 168];

export function RefreshSetting({ settings: { refreshWhenOlderHours }, rejectedText }: FieldState) {
  const { data: price } = useQuery(syncPrice());
  return (
    <ChoiceSetting
      name="refreshWhenOlderHours"
      value={refreshWhenOlderHours}
      rejectedText={rejectedText}
      words={texts.refreshWhenOlderHours}
      form={{ options: listAges, asList: true }}
      {...(price && { price: texts.refreshWhenOlderHours.price(formatPrice(price)) })}
    />
  );
}

function listAges(current: number | null): readonly Option<number | null>[] {
  const isListed = current === null || agesHours.includes(current);
  const ages = isListed ? agesHours : [...agesHours, current].toSorted((a, b) => a - b);
  return [
    { value: null, label: texts.refreshWhenOlderHours.values.off },
    ...ages.map((value) => ({ value, label: formatAge(value) })),
  ];
}

function formatAge(hours: number): string {
  const known: Readonly<Record<string, string>> = texts.refreshWhenOlderHours.values;
  return known[String(hours)] ?? texts.refreshWhenOlderHours.other(String(hours));
}

export function ScrubSetting({ settings: { scrub }, rejectedText }: FieldState) {
  const { data: status } = useQuery(dataStatus);
  const price = status?.complete ? texts.scrub.price(count(countScrubRequests(status.records))) : texts.scrub.priceNone;
  return (
    <ChoiceSetting
      name="scrub"
      value={scrub}
      rejectedText={rejectedText}
      words={texts.scrub}
      form={{ options: listSwitch }}
      price={price}
    />
  );
}

function listSwitch(): readonly Option<boolean>[] {
  return [
    { value: false, label: texts.scrub.values.off },
    { value: true, label: texts.scrub.values.on },
  ];
}

const SEARCH_PAGE_SIZE = 200;
const DAYS_FOR_ALL = 30;

/** Computes the daily price of rereading old records: a thirtieth of all pages, and usually one request for the last day's changes. */
export function countScrubRequests(records: number): number {
  return 1 + Math.max(1, Math.ceil(Math.ceil(records / SEARCH_PAGE_SIZE) / DAYS_FOR_ALL));
}
