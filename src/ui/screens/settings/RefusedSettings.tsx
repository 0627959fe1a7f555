/** Says which settings of before are not accepted any more: what was chosen once must not be given up in silence. */
import type { RefusedSetting } from '#domain/settings.ts';
import { refusedSettingTexts as texts } from '#texts/screens/settings.ts';
import { Band } from '#ui/components/states/Band.tsx';

export function RefusedSettings({ refused }: { readonly refused: readonly RefusedSetting[] }) {
  if (refused.length === 0) return null;
  return (
    <Band place="screen" testId="refused-settings">
      <span>
        {refused.map((each) => `${texts.what(each)}. `)}
        {texts.notice}
      </span>
    </Band>
  );
}
