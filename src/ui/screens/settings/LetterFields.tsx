/** The letterhead of one client's files: address, order number and the firm's reference. Each is stored when its field loses focus. */
import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { clientProfileSchema, type ClientProfile } from '#domain/exports/profile.ts';
import { profileTexts as texts } from '#texts/exports/screen.ts';
import classes from './SettingsScreen.module.css';

const fieldNames = ['address', 'orderNumber', 'reference'] as const;
type FieldName = (typeof fieldNames)[number];

interface LetterFieldsProps {
  readonly profile: ClientProfile;
  readonly onChange: (changed: ClientProfile) => void;
}

export function LetterFields({ profile, onChange }: LetterFieldsProps) {
  // A field that was not edited shows the stored text.
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
      {fieldNames.map((name) => {
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
