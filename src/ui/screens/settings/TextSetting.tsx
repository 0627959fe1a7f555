/** A setting that people type. It is stored when the field is left or Enter is pressed, and Escape resets the field. */
import { Textarea, TextInput } from '@mantine/core';
import { useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { type Settings, settingsSchema } from '#domain/settings.ts';
import { refusedSettingTexts } from '#texts/screens/settings.ts';
import { describedBy, SettingRow, type SettingRowProps, useSaveSetting } from './SettingRow.tsx';
import { describeIssue } from '#domain/schema-problem.ts';

export interface TextFormat<Value> {
  /** Writes the value for the field. */
  readonly show: (value: Value) => string;
  /** Reads a typed text; the schema refuses an invalid value. */
  readonly read: (text: string) => unknown;
  /** Words the value for the notice; by default as the field has it. */
  readonly say?: (value: Value) => string;
}

export interface TextForm<Value> extends TextFormat<Value> {
  readonly numeric?: boolean;
  readonly wide?: boolean;
  /** The least number of lines of a field that takes several. */
  readonly lines?: number;
}

export interface TextWords extends Pick<SettingRowProps, 'label' | 'help'> {
  /** The sentence below the field when the value is refused. */
  readonly bad: string;
  readonly example?: string;
}

export interface TextSettingProps<Name extends keyof Settings> {
  readonly name: Name;
  readonly value: Settings[Name];
  /** The stored value that is no longer accepted, which the field shows to be corrected. */
  readonly refused: string | undefined;
  readonly words: TextWords;
  readonly form: TextForm<Settings[Name]>;
}

export function TextSetting<Name extends keyof Settings>({
  name,
  value,
  refused,
  words,
  form,
}: TextSettingProps<Name>) {
  const { label, help, bad, example } = words;
  const { show, read, say = show, numeric = false, wide = false, lines } = form;
  // Undefined while the field shows the stored value.
  const [typed, setTyped] = useState<string>();
  const { save, problem: failed } = useSaveSetting(name, label, say);
  const text = typed ?? refused ?? show(value);
  const parsed = typed === undefined ? value : read(typed.trim());
  const isBad = fieldProblem(name, parsed) !== undefined;
  const storedProblem = refused === undefined ? undefined : refusedSettingTexts.field(bad);
  const problem = typed === undefined ? storedProblem : isBad ? bad : failed;
  const commit = () => {
    if (typed === undefined || isBad) return;
    if (refused === undefined && JSON.stringify(parsed) === JSON.stringify(value)) return setTyped(undefined);
    // The schema has just accepted it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    save(parsed as Settings[Name], () => setTyped(undefined));
  };
  const field = {
    id: name,
    'aria-describedby': describedBy(name),
    'aria-invalid': problem !== undefined,
    error: problem !== undefined,
    placeholder: example,
    'data-wide': wide || undefined,
    value: text,
    spellCheck: false,
    autoComplete: 'off',
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setTyped(event.currentTarget.value),
    onBlur: commit,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && lines === undefined) commit();
      if (event.key === 'Escape') setTyped(undefined);
    },
  };
  return (
    <SettingRow controlId={name} label={label} help={help} problem={problem}>
      {lines === undefined ? (
        <TextInput {...field} inputMode={numeric ? 'decimal' : 'text'} data-numeric={numeric || undefined} />
      ) : (
        <Textarea {...field} autosize minRows={lines} maxRows={8} />
      )}
    </SettingRow>
  );
}

/** @returns the schema's message; undefined for a valid value */
export function fieldProblem(name: keyof Settings, value: unknown): string | undefined {
  const parsed = settingsSchema.shape[name].safeParse(value, { error: describeIssue });
  return parsed.success ? undefined : (parsed.error.issues[0]?.message ?? '');
}
