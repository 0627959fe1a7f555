/** How numbers and days are written on screen and in copied tables: a person's own choice, for every workspace on this computer. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { localeTexts as texts } from '#texts/screens/locale.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Choice } from '#ui/components/controls/Choice.tsx';
import { Panel } from '#ui/components/frame/Panel.tsx';
import { call } from '#ui/data/client.ts';
import { preferences } from '#ui/data/queries.ts';
import { listLocales, sampleOf, systemLocale } from '#ui/locale/forms.ts';
import { notifyFailure } from '#ui/notifications/notify-failure.ts';
import { sayDone } from '#ui/notifications/undo.tsx';
import { describedBy, SettingRow } from '../SettingRow.tsx';
import classes from '../SettingsScreen.module.css';

const CONTROL = 'locale';
const SYSTEM = 'system';

export function LocaleSetting() {
  const client = useQueryClient();
  const { data } = useQuery(preferences);
  const chosen = data?.locale ?? null;
  const keep = useMutation({
    mutationFn: (locale: string | null) => call('preferences.set', { locale }),
    onSuccess: (all) => client.setQueryData(preferences.queryKey, all),
    onError: notifyFailure,
  });
  const choose = (locale: string | null) => {
    if (locale === chosen) return;
    // The page is drawn anew in the locale: what is told only to this drawing of it may come too late.
    keep.mutateAsync(locale).then(
      () => sayDone(texts.done(sampleOf(locale ?? systemLocale())), () => keep.mutate(chosen)),
      () => {},
    );
  };
  const names = new Intl.DisplayNames([uiTexts.language], { type: 'language' });
  const options = [
    { value: SYSTEM, label: texts.system(sampleOf(systemLocale())) },
    ...listLocales(chosen).map((locale) => ({
      value: locale,
      label: `${names.of(locale) ?? locale} · ${sampleOf(locale)}`,
    })),
  ];
  return (
    <Panel className={classes.panel} title={texts.title} sub={texts.sub}>
      <SettingRow controlId={CONTROL} label={texts.label} help={texts.help}>
        <Choice
          id={CONTROL}
          aria-describedby={describedBy(CONTROL)}
          data={options}
          value={chosen ?? SYSTEM}
          onChange={(value) => value !== null && choose(value === SYSTEM ? null : value)}
          allowDeselect={false}
          searchable
          data-sample
        />
      </SettingRow>
    </Panel>
  );
}
