/** A setting with a few values: stored at once. */
import { SegmentedControl } from '@mantine/core';
import type { Settings } from '../../../domain/settings.ts';
import { Choice } from '../../components/controls/Choice.tsx';
import { findOption } from './find-option.ts';
import { describedBy, SettingRow, type SettingRowProps } from './SettingRow.tsx';
import { useSaveSetting } from './use-save-setting.ts';

/** Settings with a value that a list can name. */
type ChoiceName = {
  readonly [Name in keyof Settings]: Settings[Name] extends string | number | null ? Name : never;
}[keyof Settings];

export interface ChoiceSettingProps<Name extends ChoiceName> extends Pick<SettingRowProps, 'label' | 'help' | 'price'> {
  readonly name: Name;
  readonly value: Settings[Name];
  /** In the order shown; a few are placed side by side, more in a list. */
  readonly options: readonly { readonly value: Settings[Name]; readonly label: string }[];
  readonly asList?: boolean;
  /** Placeholder of the search, where there are many. */
  readonly find?: string;
  readonly nothingFound?: string;
}

export function ChoiceSetting<Name extends ChoiceName>(props: ChoiceSettingProps<Name>) {
  const { name, value, options, label, help, price, asList = false, find, nothingFound } = props;
  const say = (given: Settings[Name]) => options.find((each) => each.value === given)?.label ?? String(given);
  const { save, problem } = useSaveSetting(name, label, say);
  const data = options.map((each) => ({ value: String(each.value), label: each.label }));
  const choose = (text: string | null) => {
    const chosen = options.find((each) => String(each.value) === text);
    if (chosen && chosen.value !== value) save(chosen.value);
  };
  return (
    <SettingRow {...(asList && { controlId: name })} label={label} help={help} price={price} problem={problem}>
      {asList ? (
        <Choice
          id={name}
          aria-describedby={describedBy(name)}
          data={data}
          value={String(value)}
          onChange={choose}
          allowDeselect={false}
          {...(find !== undefined && { searchable: true, limit: 60, placeholder: find, filter: findOption })}
          {...(nothingFound !== undefined && { nothingFoundMessage: nothingFound })}
        />
      ) : (
        <SegmentedControl aria-label={label} data={data} value={String(value)} onChange={choose} />
      )}
    </SettingRow>
  );
}
