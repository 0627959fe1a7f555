/** Every setting by name in the palette: it leads to its field. */
import { IconAdjustments } from '@tabler/icons-react';
import { settingLabel, settingsTexts } from '#texts/screens/settings.ts';
import { navigate } from '../../routing/hash-location.ts';
import { paths } from '../../routing/paths.ts';
import { fields, type FieldName } from '../../screens/settings/fields.ts';
import { SETTING } from '../../screens/settings/asked/use-asked-setting.ts';
import type { PaletteGroup } from './find-actions.ts';
import { iconProps } from './icon-props.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a literal object are its own
const names = Object.keys(fields) as FieldName[];

export const settingsGroup: PaletteGroup = {
  group: settingsTexts.title,
  onlyTyped: true,
  actions: names.map((name) => ({
    id: `setting-${name}`,
    label: settingLabel(name),
    description: settingsTexts.sections[fields[name].section].title,
    leftSection: <IconAdjustments {...iconProps} />,
    onClick: () => navigate(`${paths.settings}?${new URLSearchParams({ [SETTING]: name }).toString()}`),
  })),
};
