/** A setting that people type. Enter or leaving the field stores it, and Escape resets it. */
import { Textarea, TextInput } from '@mantine/core';
import { useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { type Settings, settingsSchema } from '#domain/settings.ts';
import { refusedSettingTexts } from '#texts/screens/settings.ts';
import { getDescriptionIds, SettingRow, type SettingRowProps, useSaveSetting } from './SettingRow.tsx';
import { describeIssue } from '#domain/schema-problem.ts';

export interface TextFormat<Value> {
  readonly format: (value: Value) => string;
  /** Parses a typed text; the schema rejects invalid values. */
  readonly parse: (text: string) => unknown;
  /** Formats the value for the notice; by default as in the field. */
  readonly describe?: (value: Value) => string;
}

export interface TextForm<Value> extends TextFormat<Value> {
  readonly numeric?: boolean;
  readonly wide?: boolean;
  /** The minimum number of lines of a multi-line field. */
  readonly lines?: number;
}

export interface TextWords extends Required<Pick<SettingRowProps, 'label' | 'help'>> {
  /** The error message for a rejected value. */
  readonly bad: string;
  readonly example?: string;
}

export interface TextSettingProps<Name extends keyof Settings> {
  readonly name: Name;
  readonly value: Settings[Name];
  /** The stored value if it is no longer accepted. The field shows it for correction. */
  readonly rejectedText: string | undefined;
  readonly words: TextWords;
  readonly form: TextForm<Settings[Name]>;
}

export function TextSetting<Name extends keyof Settings>({
  name,
  value,
  rejectedText,
  words,
  form,
}: TextSettingProps<Name>) {
  const { label, help, bad: errorMessage, example } = words;
  const { format, parse, describe = format, numeric = false, wide = false, lines } = form;
  // Undefined while the field shows the stored value.
  const [typed, setTyped] = useState<string>();
  const { save, problem: saveProblem } = useSaveSetting(name, label, describe);
  const text = typed ?? rejectedText ?? format(value);
  const parsed = typed === undefined ? value : parse(typed.trim());
  const isInvalid = validateField(name, parsed) !== undefined;
  const storedProblem = rejectedText === undefined ? undefined : refusedSettingTexts.field(errorMessage);
  const problem = typed === undefined ? storedProblem : isInvalid ? errorMessage : saveProblem;
  const commit = () => {
    if (typed === undefined || isInvalid) return;
    if (rejectedText === undefined && JSON.stringify(parsed) === JSON.stringify(value)) return setTyped(undefined);
    // The schema has just accepted this value.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    save(parsed as Settings[Name], () => setTyped(undefined));
  };
  const field = {
    id: name,
    'aria-describedby': getDescriptionIds(name),
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
export function validateField(name: keyof Settings, value: unknown): string | undefined {
  const parsed = settingsSchema.shape[name].safeParse(value, { error: describeIssue });
  return parsed.success ? undefined : (parsed.error.issues[0]?.message ?? '');
}
