/** A setting with a few values: stored at once. */
import { SegmentedControl, type OptionsFilter } from '@mantine/core';
import type { Settings } from '#domain/settings.ts';
import { refusedSettingTexts } from '#texts/screens/settings.ts';
import { Choice } from '#ui/components/Choice.tsx';
import { describedBy, SettingRow, type SettingRowProps, useSaveSetting } from './SettingRow.tsx';

/** Settings with a value that a choice can name. */
type ChoiceName = {
  readonly [Name in keyof Settings]: Settings[Name] extends string | number | boolean | null ? Name : never;
}[keyof Settings];

export interface Option<Value> {
  readonly value: Value;
  readonly label: string;
}

/** Sentences of the setting. */
export interface ChoiceWords {
  readonly label: string;
  /** One for all values, or one for each. */
  readonly help: string | Readonly<Record<string, string>>;
  /** Placeholder of the search, where there are many values. */
  readonly find?: string;
  readonly none?: string;
}

/** How the values are offered. */
export interface ChoiceForm<Value> {
  /** In the order shown. */
  readonly options: (current: Value) => readonly Option<Value>[];
  /** A few are placed side by side, more in a list. */
  readonly asList?: boolean;
}

export interface ChoiceSettingProps<Name extends ChoiceName> extends Pick<SettingRowProps, 'price'> {
  readonly name: Name;
  readonly value: Settings[Name];
  /** What was set earlier and is not accepted any more: no value is chosen then, so that each of them can be. */
  readonly refused: string | undefined;
  readonly words: ChoiceWords;
  readonly form: ChoiceForm<Settings[Name]>;
}

export function ChoiceSetting<Name extends ChoiceName>(props: ChoiceSettingProps<Name>) {
  const { name, value, refused, words, form, price } = props;
  const { label, help, find, none } = words;
  const options = form.options(value);
  const asList = form.asList === true;
  const say = (given: Settings[Name]) => options.find((each) => each.value === given)?.label ?? String(given);
  const { save, problem: failed } = useSaveSetting(name, label, say);
  const data = options.map((each) => ({ value: String(each.value), label: each.label }));
  const isRefused = refused !== undefined;
  const problem = failed ?? (isRefused ? refusedSettingTexts.choose(say(value)) : undefined);
  const choose = (text: string | null) => {
    const chosen = options.find((each) => String(each.value) === text);
    if (chosen && (isRefused || chosen.value !== value)) save(chosen.value);
  };
  return (
    <SettingRow
      {...(asList && { controlId: name })}
      label={label}
      help={typeof help === 'string' ? help : help[String(value)]}
      price={price}
      problem={problem}
    >
      {asList ? (
        <Choice
          id={name}
          aria-describedby={describedBy(name)}
          aria-invalid={problem !== undefined}
          error={problem !== undefined}
          data={data}
          value={isRefused ? null : String(value)}
          onChange={choose}
          allowDeselect={false}
          placeholder={refused ?? find}
          {...(find !== undefined && { searchable: true, limit: 60, filter: findOption })}
          {...(none !== undefined && { nothingFoundMessage: none })}
        />
      ) : (
        <SegmentedControl aria-label={label} data={data} value={isRefused ? '' : String(value)} onChange={choose} />
      )}
    </SettingRow>
  );
}

/** Finds an option by what people type: time zones are shown with spaces, and many people know their names with underscores. */
export const findOption: OptionsFilter = ({ options, search, limit }) => {
  const sought = plain(search);
  return options.filter((option) => 'label' in option && plain(option.label).includes(sought)).slice(0, limit);
};

function plain(text: string): string {
  return text.trim().toLowerCase().replaceAll('_', ' ');
}
