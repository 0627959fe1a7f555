/** The Settings screen. Each setting takes effect at once and can be undone. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RefusedSetting, Settings } from '#domain/settings.ts';
import { settingsTexts, refusedSettingTexts as refusedTexts, localeTexts } from '#texts/screens/settings.ts';
import { ErrorState } from '#ui/components/states.tsx';
import { Panel } from '#ui/components/Panel.tsx';
import { Screen } from '#ui/components/Screen.tsx';
import { refusedSettings, settings as settingsQuery, useWorkspace } from '#ui/data/queries.ts';
import { ClientProfiles } from './ClientProfiles.tsx';
import { LogoSetting } from './LogoSetting.tsx';
import { fields, type FieldName, type Section, type Field } from './fields.ts';
import { SigningKey } from './SigningKey.tsx';
import { useLocaleChoice } from './use-locale-choice.ts';
import { useAskedSetting } from './use-asked-setting.ts';
import { ChoiceSetting } from './ChoiceSetting.tsx';
import { type FieldState, getDescriptionIds, SettingRow } from './SettingRow.tsx';
import { TextSetting } from './TextSetting.tsx';
import { Band } from '#ui/components/Band.tsx';
import { Choice } from '#ui/components/Choice.tsx';
import classes from './SettingsScreen.module.css';

const texts = settingsTexts;

const none = { refused: [] };

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a literal object are its own
const names = Object.keys(fields) as FieldName[];

export function SettingsScreen() {
  const workspace = useWorkspace();
  const { data: settings, error, refetch } = useQuery(settingsQuery);
  useAskedSetting(settings !== undefined);
  const { data: { refused: rejected } = none } = useQuery(refusedSettings);
  return (
    <Screen title={texts.title} actions={<span className="quiet">{texts.of(workspace.title)}</span>}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      <RejectedSettings rejected={rejected} />
      {settings && (
        <div className={classes.columns}>
          <div className={classes.column}>
            <LocaleSetting />
            <SectionPanel section="calendar" settings={settings} rejected={rejected} />
            <SectionPanel section="fetching" settings={settings} rejected={rejected} />
            <SectionPanel section="memory" settings={settings} rejected={rejected} />
            <SectionPanel section="links" settings={settings} rejected={rejected} />
          </div>
          <div className={classes.column}>
            <SectionPanel section="figures" settings={settings} rejected={rejected} />
            <SectionPanel section="money" settings={settings} rejected={rejected} />
          </div>
          <div className={classes.column}>
            <SectionPanel section="sender" settings={settings} rejected={rejected}>
              <LogoSetting settings={settings} />
            </SectionPanel>
            <ClientProfiles profiles={settings.clientProfiles} />
            <SigningKey />
          </div>
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
    <Band place="screen" testId="refused-settings">
      <span>
        {rejected.map((setting) => `${refusedTexts.what(setting)}. `)}
        {refusedTexts.notice}
      </span>
    </Band>
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
