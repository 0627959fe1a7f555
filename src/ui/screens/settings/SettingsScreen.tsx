/** The Settings screen. Each setting takes effect at once and can be undone. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Alert, Button, FileButton, Group, Stack } from '@mantine/core';
import type { RefusedSetting, Settings } from '#domain/settings.ts';
import { localeTexts, refusedSettingTexts as refusedTexts, settingsTexts } from '#texts/screens/settings.ts';
import { ErrorState } from '#ui/components/states.tsx';
import { Panel } from '#ui/components/Panel.tsx';
import { Screen } from '#ui/components/Screen.tsx';
import { rejectedSettings, settings as settingsQuery, useWorkspace } from '#ui/data/queries.ts';
import { Choice } from '#ui/components/Choice.tsx';
import { findLogoKind, type Logo, MAX_LOGO_BYTES } from '#domain/exports/letterhead.ts';
import { count } from '#ui/format/figures-and-times.ts';
import { ClientProfiles } from './ClientProfiles.tsx';
import { type Field, type FieldName, fields, type Section } from './fields.ts';
import { SigningKey } from './SigningKey.tsx';
import { useLocaleChoice } from './use-locale-choice.ts';
import { useRequestedSetting } from './use-requested-setting.ts';
import { ChoiceSetting } from './ChoiceSetting.tsx';
import { type FieldState, getDescriptionIds, SettingRow, useSaveSetting } from './SettingRow.tsx';
import { TextSetting } from './TextSetting.tsx';
import classes from './SettingsScreen.module.css';

const logoTexts = settingsTexts.senderLogo;
const mediaTypes = { png: 'image/png', jpeg: 'image/jpeg', svg: 'image/svg+xml' } as const;
const toKilobytes = (bytes: number) => count(Math.ceil(bytes / 1000));
const toDataUrl = ({ kind, data }: Logo) => `data:${mediaTypes[kind]};base64,${data}`;

export function LogoSetting({ settings: { senderLogo } }: Pick<FieldState, 'settings'>) {
  const [fileProblem, setFileProblem] = useState<string>();
  const { save, problem } = useSaveSetting('senderLogo', logoTexts.label, (logo) =>
    logo === null ? settingsTexts.unset : logoTexts.set,
  );
  const choose = async (file: File) => {
    if (file.size > MAX_LOGO_BYTES)
      return setFileProblem(logoTexts.tooLarge(toKilobytes(file.size), toKilobytes(MAX_LOGO_BYTES)));
    const logo = await readLogo(file);
    setFileProblem(logo ? undefined : logoTexts.bad);
    if (logo) save(logo);
  };
  return (
    <SettingRow
      label={logoTexts.label}
      help={logoTexts.help(toKilobytes(MAX_LOGO_BYTES))}
      problem={fileProblem ?? problem}
    >
      <Group className={classes.logo} gap="sm" justify="flex-end">
        {senderLogo && <img src={toDataUrl(senderLogo)} alt={logoTexts.logoPreview} />}
        <FileButton accept={Object.values(mediaTypes).join(',')} onChange={(file) => file && void choose(file)}>
          {(props) => (
            <Button size="xs" {...props}>
              {logoTexts.choose}
            </Button>
          )}
        </FileButton>
        {senderLogo && (
          <Button size="xs" variant="subtle" onClick={() => save(null)}>
            {logoTexts.remove}
          </Button>
        )}
      </Group>
    </SettingRow>
  );
}

/** @returns undefined if the file is not a picture or the browser cannot draw it */
async function readLogo(file: File): Promise<Logo | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = findLogoKind(bytes);
  if (kind === undefined) return undefined;
  const logo = { kind, data: btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('')) };
  const picture = new Image();
  picture.src = toDataUrl(logo);
  return picture.decode().then(
    () => logo,
    () => undefined,
  );
}

const texts = settingsTexts;

const none = { refused: [] };

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a literal object are its own
const names = Object.keys(fields) as FieldName[];

export function SettingsScreen() {
  const workspace = useWorkspace();
  const { data: settings, error, refetch } = useQuery(settingsQuery);
  useRequestedSetting(settings !== undefined);
  const { data: { refused: rejected } = none } = useQuery(rejectedSettings);
  return (
    <Screen title={texts.title} actions={<span className="quiet">{texts.of(workspace.title)}</span>}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      <RejectedSettings rejected={rejected} />
      {settings && (
        <div className={classes.columns}>
          <Stack className={classes.column} miw={0}>
            <LocaleSetting />
            <SectionPanel section="calendar" settings={settings} rejected={rejected} />
            <SectionPanel section="fetching" settings={settings} rejected={rejected} />
            <SectionPanel section="memory" settings={settings} rejected={rejected} />
            <SectionPanel section="links" settings={settings} rejected={rejected} />
          </Stack>
          <Stack className={classes.column} miw={0}>
            <SectionPanel section="figures" settings={settings} rejected={rejected} />
            <SectionPanel section="money" settings={settings} rejected={rejected} />
          </Stack>
          <Stack className={classes.column} miw={0}>
            <SectionPanel section="sender" settings={settings} rejected={rejected}>
              <LogoSetting settings={settings} />
            </SectionPanel>
            <ClientProfiles profiles={settings.clientProfiles} />
            <SigningKey />
          </Stack>
        </div>
      )}
    </Screen>
  );
}

interface SectionPanelProps {
  readonly section: Section;
  readonly settings: Settings;
  readonly rejected: readonly RefusedSetting[];
  readonly children?: ReactNode;
}

function SectionPanel({ section, settings, rejected, children }: SectionPanelProps) {
  const { title, sub } = texts.sections[section];
  return (
    <Panel className={classes.panel} title={title} sub={sub}>
      {names
        .filter((name) => fields[name].section === section)
        .map((name) => (
          <SettingField
            key={name}
            name={name}
            settings={settings}
            rejectedText={rejected.find((setting) => setting.name === name)?.text}
          />
        ))}
      {children}
    </Panel>
  );
}

interface SettingFieldProps<Name extends FieldName> extends FieldState {
  readonly name: Name;
}

function SettingField<Name extends FieldName>({ name, settings, rejectedText }: SettingFieldProps<Name>) {
  const field: Field<Name> = fields[name];
  if (field.kind === 'own') return <field.Own settings={settings} rejectedText={rejectedText} />;
  const shared = { name, value: settings[name], rejectedText };
  return field.kind === 'text' ? (
    <TextSetting {...shared} words={field.words} form={field} />
  ) : (
    <ChoiceSetting {...shared} words={field.words} form={field} />
  );
}

/** Names the stored settings that are no longer accepted, because a choice must not be dropped silently. */
function RejectedSettings({ rejected }: { readonly rejected: readonly RefusedSetting[] }) {
  if (rejected.length === 0) return null;
  return (
    <Alert px="lg" py="md" radius="md" data-testid="refused-settings">
      {rejected.map((setting) => `${refusedTexts.what(setting)}. `)}
      {refusedTexts.notice}
    </Alert>
  );
}

const LOCALE_CONTROL_ID = 'locale';

/** Sets how numbers and days are written on screen and in copied tables, for every workspace on this computer. */
function LocaleSetting() {
  const { chosen, options, choose } = useLocaleChoice();
  return (
    <Panel className={classes.panel} title={localeTexts.title} sub={localeTexts.sub}>
      <SettingRow controlId={LOCALE_CONTROL_ID} label={localeTexts.label} help={localeTexts.help}>
        <Choice
          id={LOCALE_CONTROL_ID}
          aria-describedby={getDescriptionIds(LOCALE_CONTROL_ID)}
          data={options}
          value={chosen}
          onChange={(value) => value !== null && choose(value)}
          allowDeselect={false}
          searchable
          data-sample
        />
      </SettingRow>
    </Panel>
  );
}
