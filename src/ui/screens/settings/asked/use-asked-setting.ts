/** Leads to the setting that an address asks for: into view, and the focus into its field. */
import { useEffect } from 'react';
import { settingLabel } from '#texts/screens/settings.ts';
import { useHashSearch } from '#ui/routing/hash-location.ts';
import { fields, type FieldName } from '../fields.ts';

/** The address's parameter. */
export const SETTING = 'setting';

const isField = (name: string | null): name is FieldName => name !== null && Object.hasOwn(fields, name);

/** @param isShown whether the fields are there */
export function useAskedSetting(isShown: boolean): void {
  const name = new URLSearchParams(useHashSearch()).get(SETTING);
  useEffect(() => {
    if (!isShown || !isField(name)) return undefined;
    const label = settingLabel(name);
    // After the shell, which puts the focus on top of the screen that was opened.
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
