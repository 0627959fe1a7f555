/** Scrolls to the setting that the address names, and focuses its field. */
import { useEffect } from 'react';
import { settingLabel } from '#texts/screens/settings.ts';
import { useHashSearch } from '#ui/routing/hash-location.ts';
import { fields, type FieldName } from './fields.ts';

/** The parameter of the address that names a setting. */
export const SETTING = 'setting';

const isField = (name: string | null): name is FieldName => name !== null && Object.hasOwn(fields, name);

/** @param isShown whether the fields are on the page */
export function useRequestedSetting(isShown: boolean): void {
  const name = new URLSearchParams(useHashSearch()).get(SETTING);
  useEffect(() => {
    if (!isShown || !isField(name)) return undefined;
    const label = settingLabel(name);
    // In this frame the shell still moves the focus to the top of the screen.
    const frame = requestAnimationFrame(() => {
      const row = [...document.querySelectorAll<HTMLElement>('[data-setting-row]')].find(
        ({ dataset }) => dataset['settingRow'] === label,
      );
      row?.scrollIntoView({ block: 'center' });
      row?.querySelector<HTMLElement>('input, button, textarea')?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [isShown, name]);
}
