/** How printed lines and their total agree; the line below describes the chosen way. */
import type { Settings } from '../../../domain/settings.ts';
import { footings } from '../../../domain/settings.ts';
import { settingsTexts } from '#texts/screens/settings.ts';
import { ChoiceSetting } from './ChoiceSetting.tsx';

const texts = settingsTexts.footing;

export function FootingSetting({ value }: { readonly value: Settings['footing'] }) {
  return (
    <ChoiceSetting
      name="footing"
      value={value}
      options={footings.map((footing) => ({ value: footing, label: texts.values[footing] }))}
      label={texts.label}
      help={texts.help[value]}
    />
  );
}
