/** The head of one client's files: its address, its order number and the firm's reference. Each is stored when its field is left. */
import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { clientProfileSchema, type ClientProfile } from '#domain/exports/profile.ts';
import { profileTexts as texts } from '#texts/exports/screen.ts';
import classes from './SettingsScreen.module.css';

const names = ['address', 'orderNumber', 'reference'] as const;
type FieldName = (typeof names)[number];

interface LetterFieldsProps {
  readonly profile: ClientProfile;
  readonly onChange: (changed: ClientProfile) => void;
}

export function LetterFields({ profile, onChange }: LetterFieldsProps) {
  // A field without a typed text shows the stored one.
  const [typed, setTyped] = useState<Partial<Record<FieldName, string>>>({});
  const read = (name: FieldName) => {
    const text = (typed[name] ?? profile[name] ?? '').trim();
    return clientProfileSchema.shape[name].safeParse(text === '' ? undefined : text);
  };
  const commit = (name: FieldName) => {
    const value = read(name);
    if (typed[name] === undefined || !value.success) return;
    const { [name]: before, ...others } = profile;
    if (value.data !== before) onChange(value.data === undefined ? others : { ...others, [name]: value.data });
    setTyped({ ...typed, [name]: undefined });
  };
  return (
    <div className={classes.letter}>
      {names.map((name) => {
        const field = {
          size: 'xs',
          label: texts[name].label,
          value: typed[name] ?? profile[name] ?? '',
          error: read(name).success ? undefined : texts[name].bad,
          onChange: (event: { currentTarget: { value: string } }) =>
            setTyped({ ...typed, [name]: event.currentTarget.value }),
          onBlur: () => commit(name),
        };
        return name === 'address' ? (
          <Textarea key={name} {...field} autosize minRows={4} maxRows={8} />
        ) : (
          <TextInput key={name} {...field} />
        );
      })}
    </div>
  );
}
