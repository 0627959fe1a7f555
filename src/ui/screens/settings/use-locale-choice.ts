/** Chooses how numbers and days are written, for Settings and the palette. A choice is stored at once and can be undone. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { localeTexts } from '#texts/screens/settings.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { call } from '#ui/data/client.ts';
import { preferences } from '#ui/data/queries.ts';
import { listLocales, formatSample, systemLocale } from '#ui/locale.ts';
import { notifyFailure, notifySuccess } from '#ui/notifications.tsx';

const SYSTEM = 'system';

export function useLocaleChoice() {
  const client = useQueryClient();
  const { data } = useQuery(preferences);
  const locale = data?.locale ?? null;
  const save = useMutation({
    mutationFn: (next: string | null) => call('preferences.set', { locale: next }),
    onSuccess: (all) => client.setQueryData(preferences.queryKey, all),
    onError: notifyFailure,
  });
  const options = useMemo(() => {
    const names = new Intl.DisplayNames([uiTexts.language], { type: 'language' });
    return [
      { value: SYSTEM, label: localeTexts.system(formatSample(systemLocale())) },
      ...listLocales(locale).map((value) => ({ value, label: `${names.of(value) ?? value} · ${formatSample(value)}` })),
    ];
  }, [locale]);
  const choose = (value: string) => {
    const next = value === SYSTEM ? null : value;
    if (next === locale) return;
    // The new locale remounts the page, so this component's callbacks might never run; the promise always settles.
    save.mutateAsync(next).then(
      () => notifySuccess(localeTexts.done(formatSample(next ?? systemLocale())), () => save.mutate(locale)),
      () => {},
    );
  };
  return { chosen: locale ?? SYSTEM, options, choose };
}
