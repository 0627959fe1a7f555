/** Draws one setting by its entry among the fields. */
import { ChoiceSetting } from './ChoiceSetting.tsx';
import { fields, type Field, type FieldName } from './fields.ts';
import type { FieldState } from './SettingRow.tsx';
import { TextSetting } from './TextSetting.tsx';

export interface SettingFieldProps<Name extends FieldName> extends FieldState {
  readonly name: Name;
}

export function SettingField<Name extends FieldName>({ name, settings, refused }: SettingFieldProps<Name>) {
  const field: Field<Name> = fields[name];
  if (field.kind === 'own') return <field.Own settings={settings} refused={refused} />;
  const shared = { name, value: settings[name], refused };
  return field.kind === 'text' ? (
    <TextSetting {...shared} words={field.words} form={field} />
  ) : (
    <ChoiceSetting {...shared} words={field.words} form={field} />
  );
}
