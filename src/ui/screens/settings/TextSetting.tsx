/** A setting that is typed: stored when the field is left or Enter is pressed, reset by Escape. */
import { Textarea, TextInput } from '@mantine/core';
import { useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { type Settings, settingsSchema } from '#domain/settings.ts';
import { refusedSettingTexts } from '#texts/screens/settings.ts';
import { describedBy, SettingRow, type SettingRowProps, useSaveSetting } from './SettingRow.tsx';
import { describeIssue } from '#domain/schema-problem.ts';

/** How a value is written, and read again. */
export interface TextFormat<Value> {
  readonly show: (value: Value) => string;
  /** Typed text as a value; the schema refuses an invalid one. */
  readonly read: (text: string) => unknown;
  /** In words, for the notice; as it is shown where this is not given. */
  readonly say?: (value: Value) => string;
}

export interface TextForm<Value> extends TextFormat<Value> {
  readonly numeric?: boolean;
  readonly wide?: boolean;
  /** How many lines its field shows at least, where it takes several. */
  readonly lines?: number;
}

/** Sentences of the setting. */
export interface TextWords extends Pick<SettingRowProps, 'label' | 'help'> {
  /** Shown beside the field when the value is refused. */
  readonly bad: string;
  readonly example?: string;
}

export interface TextSettingProps<Name extends keyof Settings> {
  readonly name: Name;
  readonly value: Settings[Name];
  /** What was set earlier and is not accepted any more: shown to be mended, and replaced by whatever is set. */
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
  // Undefined: as it is stored.
  const [typed, setTyped] = useState<string>();
  const { save, problem: failed } = useSaveSetting(name, label, say);
  const text = typed ?? refused ?? show(value);
  const wanted = typed === undefined ? value : read(typed.trim());
  const isBad = fieldProblem(name, wanted) !== undefined;
  const kept = refused === undefined ? undefined : refusedSettingTexts.field(bad);
  const problem = typed === undefined ? kept : isBad ? bad : failed;
  const commit = () => {
    if (typed === undefined || isBad) return;
    if (refused === undefined && JSON.stringify(wanted) === JSON.stringify(value)) return setTyped(undefined);
    // The schema has just accepted it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    save(wanted as Settings[Name], () => setTyped(undefined));
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

/** @returns the schema's message, undefined for a valid value. */
export function fieldProblem(name: keyof Settings, value: unknown): string | undefined {
  const parsed = settingsSchema.shape[name].safeParse(value, { error: describeIssue });
  return parsed.success ? undefined : (parsed.error.issues[0]?.message ?? '');
}
