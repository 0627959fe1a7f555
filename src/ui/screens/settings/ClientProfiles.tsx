/** Sets how files for each client are written. Each change is stored at once and can be undone. */
import { ActionIcon, Button, Checkbox, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { exportFormatLabels, exportFormats } from '#domain/export-formats.ts';
import { type ClientProfile, clientProfileSchema, findProfile } from '#domain/exports/profile.ts';
import { profileTexts as texts } from '#texts/exports/screen.ts';
import { handleSubmit } from '#ui/submit.ts';
import { Choice } from '#ui/components/Choice.tsx';
import { Panel } from '#ui/components/Panel.tsx';
import { count } from '#ui/format/figures-and-times.ts';
import { useNames } from '#ui/names.ts';
import { useSaveSetting } from './SettingRow.tsx';
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

const ANY = '';
const formats = [
  { value: ANY, label: texts.anyFormat },
  ...exportFormats.map((value) => ({ value, label: exportFormatLabels[value].label })),
];

export function ClientProfiles({ profiles }: { readonly profiles: readonly ClientProfile[] }) {
  const { directory } = useNames();
  const [client, setClient] = useState('');
  const [opened, setOpened] = useState<string>();
  const describe = (all: readonly ClientProfile[]) => (all.length === 0 ? texts.none : texts.count(count(all.length)));
  const { save, problem } = useSaveSetting('clientProfiles', texts.title, describe);
  const knownClients = [
    ...new Set(Object.values(directory.objects).flatMap((object) => object.client ?? [])),
  ].toSorted();
  const change = (changed: ClientProfile) =>
    save(profiles.map((profile) => (profile.client === changed.client ? changed : profile)));
  const add = () => {
    const name = client.trim();
    if (name === '' || findProfile(profiles, name)) return;
    save([...profiles, { client: name, rates: false, format: null, names: null }], () => setClient(''));
  };
  return (
    <Panel className={classes.panel} title={texts.title} sub={texts.sub}>
      <Stack gap="sm" pt={10} px="lg" pb="md">
        <p className="hint">{texts.help}</p>
        {profiles.map((profile) => (
          <div key={profile.client} className={classes.profile}>
            <Text span inherit fw={500}>
              {profile.client}
            </Text>
            <Checkbox
              size="xs"
              label={texts.ratesShown}
              checked={profile.rates}
              onChange={(event) => change({ ...profile, rates: event.currentTarget.checked })}
            />
            <Choice
              aria-label={`${texts.format}, ${profile.client}`}
              size="xs"
              allowDeselect={false}
              data={formats}
              value={profile.format ?? ANY}
              onChange={(value) =>
                change({ ...profile, format: exportFormats.find((format) => format === value) ?? null })
              }
            />
            <Button
              variant="subtle"
              size="compact-xs"
              aria-expanded={opened === profile.client}
              aria-label={texts.letter.of(profile.client)}
              onClick={() => setOpened(opened === profile.client ? undefined : profile.client)}
            >
              {texts.letter.open}
            </Button>
            <ActionIcon
              variant="subtle"
              size="sm"
              aria-label={texts.remove(profile.client)}
              onClick={() => save(profiles.filter((other) => other !== profile))}
            >
              <IconX size={14} aria-hidden />
            </ActionIcon>
            {opened === profile.client && <LetterFields profile={profile} onChange={change} />}
          </div>
        ))}
        {profiles.length === 0 && <p className="quiet">{texts.none}</p>}
        <Group component="form" gap="sm" wrap="nowrap" onSubmit={handleSubmit(add)}>
          <TextInput
            flex="1"
            aria-label={texts.client}
            placeholder={texts.find}
            size="xs"
            list="clients-known"
            value={client}
            maxLength={200}
            onChange={(event) => setClient(event.currentTarget.value)}
          />
          <datalist id="clients-known">
            {knownClients.map((name) => (
              <option key={name} value={name} label={name}>
                {name}
              </option>
            ))}
          </datalist>
          <Button type="submit" size="xs" disabled={client.trim() === ''}>
            {texts.add}
          </Button>
        </Group>
        <p className="problem" role="alert">
          {problem}
        </p>
      </Stack>
    </Panel>
  );
}
