/** A setting with a few values, each stored as soon as it is chosen. */
import { SegmentedControl, type OptionsFilter } from '@mantine/core';
import type { Settings } from '#domain/settings.ts';
import { refusedSettingTexts } from '#texts/screens/settings.ts';
import { Choice } from '#ui/components/Choice.tsx';
import { getDescriptionIds, SettingRow, type SettingRowProps, useSaveSetting } from './SettingRow.tsx';

/** The settings whose values an option can stand for. */
type ChoiceName = {
  readonly [Name in keyof Settings]: Settings[Name] extends string | number | boolean | null ? Name : never;
}[keyof Settings];

export interface Option<Value> {
  readonly value: Value;
  readonly label: string;
}

export interface ChoiceWords {
  readonly label: string;
  /** One sentence for all values, or one for each. */
  readonly help: string | Readonly<Record<string, string>>;
  /** The placeholder of the search field of a long list. */
  readonly find?: string;
  readonly none?: string;
}

export interface ChoiceForm<Value> {
  /** Lists the options in the order of the field. */
  readonly options: (current: Value) => readonly Option<Value>[];
  /** Shows many options as a list; otherwise they stand side by side. */
  readonly asList?: boolean;
}

export interface ChoiceSettingProps<Name extends ChoiceName> extends Pick<SettingRowProps, 'price'> {
  readonly name: Name;
  readonly value: Settings[Name];
  /** The stored value if it is no longer accepted. Then no option is selected, so that any of them can be chosen. */
  readonly rejectedText: string | undefined;
  readonly words: ChoiceWords;
  readonly form: ChoiceForm<Settings[Name]>;
}

export function ChoiceSetting<Name extends ChoiceName>(props: ChoiceSettingProps<Name>) {
  const { name, value, rejectedText, words, form, price } = props;
  const { label, help, find, none } = words;
  const options = form.options(value);
  const asList = form.asList === true;
  const describe = (chosen: Settings[Name]) =>
    options.find((option) => option.value === chosen)?.label ?? String(chosen);
  const { save, problem: saveProblem } = useSaveSetting(name, label, describe);
  const data = options.map((option) => ({ value: String(option.value), label: option.label }));
  const isRejected = rejectedText !== undefined;
  const problem = saveProblem ?? (isRejected ? refusedSettingTexts.choose(describe(value)) : undefined);
  const choose = (text: string | null) => {
    const chosen = options.find((option) => String(option.value) === text);
    if (chosen && (isRejected || chosen.value !== value)) save(chosen.value);
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
          aria-describedby={getDescriptionIds(name)}
          aria-invalid={problem !== undefined}
          error={problem !== undefined}
          data={data}
          value={isRejected ? null : String(value)}
          onChange={choose}
          allowDeselect={false}
          placeholder={rejectedText ?? find}
          {...(find !== undefined && { searchable: true, limit: 60, filter: findOption })}
          {...(none !== undefined && { nothingFoundMessage: none })}
        />
      ) : (
        <SegmentedControl aria-label={label} data={data} value={isRejected ? '' : String(value)} onChange={choose} />
      )}
    </SettingRow>
  );
}

/** Filters options by a typed text. Time zones have spaces in their labels, but many people type underscores. */
export const findOption: OptionsFilter = ({ options, search, limit }) => {
  const typed = normalize(search);
  return options.filter((option) => 'label' in option && normalize(option.label).includes(typed)).slice(0, limit);
};

function normalize(text: string): string {
  return text.trim().toLowerCase().replaceAll('_', ' ');
}
