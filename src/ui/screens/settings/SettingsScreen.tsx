/** The Settings screen: what all figures and refreshes of this workspace share. Each setting takes effect at once and can be undone. */
import { useQuery } from '@tanstack/react-query';
import type { Settings } from '../../../domain/settings.ts';
import { settingsTexts } from '#texts/screens/settings.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { ErrorState } from '../../components/states/ErrorState.tsx';
import { Panel } from '../../components/frame/Panel.tsx';
import { Screen } from '../../components/frame/Screen.tsx';
import { settings as settingsQuery, workspaceState } from '../../data/queries.ts';
import { AmountsPanel } from './AmountsPanel.tsx';
import { ChoiceSetting } from './ChoiceSetting.tsx';
import { FetchingPanel } from './FetchingPanel.tsx';
import { FootingSetting } from './FootingSetting.tsx';
import { TextSetting } from './TextSetting.tsx';
import classes from './SettingsScreen.module.css';

const texts = settingsTexts;

export function SettingsScreen() {
  const { data: workspace } = useQuery(workspaceState);
  const { data: settings, error, refetch } = useQuery(settingsQuery);
  return (
    <Screen title={texts.title} actions={workspace && <span className="quiet">{texts.of(workspace.title)}</span>}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {settings && (
        <div className={classes.columns}>
          <div className={classes.column}>
            <CalendarPanel settings={settings} />
            <FetchingPanel settings={settings} />
            <LinksPanel settings={settings} />
          </div>
          <div className={classes.column}>
            <FiguresPanel settings={settings} />
            <AmountsPanel settings={settings} />
          </div>
        </div>
      )}
    </Screen>
  );
}

interface PanelProps {
  readonly settings: Settings;
}

const options = <Value extends string>(values: Readonly<Record<Value, string>>) =>
  // The keys of a literal object are its own.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  (Object.keys(values) as Value[]).map((value) => ({ value, label: values[value] }));

function CalendarPanel({ settings }: PanelProps) {
  return (
    <Panel className={classes.panel} title={texts.sections.calendar.title} sub={texts.sections.calendar.sub}>
      <ChoiceSetting
        name="zone"
        value={settings.zone}
        asList
        options={zones(settings.zone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        find={texts.zone.find}
        nothingFound={texts.zone.none}
        label={texts.zone.label}
        help={texts.zone.help}
      />
      <ChoiceSetting
        name="weekStart"
        value={settings.weekStart}
        options={options(texts.weekStart.values)}
        label={texts.weekStart.label}
        help={texts.weekStart.help}
      />
      <ChoiceSetting
        name="fiscalYearStart"
        value={settings.fiscalYearStart}
        asList
        options={uiTexts.calendar.months.map((label, index) => ({ value: index + 1, label }))}
        label={texts.fiscalYearStart.label}
        help={texts.fiscalYearStart.help}
      />
      <TextSetting
        name="hoursPerDay"
        value={settings.hoursPerDay}
        show={String}
        read={(text) => text.replace(',', '.')}
        bad={texts.hoursPerDay.bad}
        label={texts.hoursPerDay.label}
        help={texts.hoursPerDay.help}
        numeric
      />
    </Panel>
  );
}

/** The current one is listed even where this system does not know it by that name. */
function zones(current: string): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone');
  const withUtc = known.includes('UTC') ? known : ['UTC', ...known];
  return withUtc.includes(current) ? withUtc : [current, ...withUtc];
}

const digits = (text: string): unknown => (/^\d$/.test(text) ? Number(text) : text);

function FiguresPanel({ settings }: PanelProps) {
  return (
    <Panel className={classes.panel} title={texts.sections.figures.title} sub={texts.sections.figures.sub}>
      <ChoiceSetting
        name="hoursStyle"
        value={settings.hoursStyle}
        options={options(texts.hoursStyle.values)}
        label={texts.hoursStyle.label}
        help={texts.hoursStyle.help}
      />
      <TextSetting
        name="hoursDigits"
        value={settings.hoursDigits}
        show={String}
        read={digits}
        bad={texts.digitsBad}
        label={texts.hoursDigits.label}
        help={texts.hoursDigits.help}
        numeric
      />
      <TextSetting
        name="moneyDigits"
        value={settings.moneyDigits}
        show={String}
        read={digits}
        bad={texts.digitsBad}
        label={texts.moneyDigits.label}
        help={texts.moneyDigits.help}
        numeric
      />
      <TextSetting
        name="currency"
        value={settings.currency}
        show={(currency) => currency ?? ''}
        read={(text) => (text === '' ? null : text)}
        say={(currency) => currency ?? texts.unset}
        bad={texts.currency.bad}
        example={texts.currency.example}
        label={texts.currency.label}
        help={texts.currency.help}
      />
      <FootingSetting value={settings.footing} />
    </Panel>
  );
}

function LinksPanel({ settings }: PanelProps) {
  return (
    <Panel className={classes.panel} title={texts.sections.links.title} sub={texts.sections.links.sub}>
      <TextSetting
        name="recordAddress"
        value={settings.recordAddress}
        show={(address) => address ?? ''}
        read={(text) => (text === '' ? null : text)}
        say={(address) => address ?? texts.unset}
        bad={texts.recordAddress.bad}
        example={texts.recordAddress.example}
        label={texts.recordAddress.label}
        help={texts.recordAddress.help}
        wide
      />
    </Panel>
  );
}
