/** The command palette: screens, reports, people, clients, settings and actions by name, and the records by any words. */
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, spotlight, type SpotlightActionData } from '@mantine/spotlight';
import {
  IconArrowsExchange,
  IconFilter,
  IconKeyboard,
  IconMoon,
  IconPin,
  IconRefresh,
  IconSearch,
  IconTable,
  IconFileText,
  IconFolderOpen,
  IconListSearch,
  IconAdjustments,
  IconLanguage,
  IconShare2,
} from '@tabler/icons-react';
import { useQuery, skipToken } from '@tanstack/react-query';
import { useState, useEffect } from 'react';
import { presets } from '#domain/reports/definition/presets.ts';
import { shareTexts } from '#texts/screens/share.ts';
import { dataTexts } from '#texts/screens/data.ts';
import { pinTexts } from '#texts/screens/overview.ts';
import { jsonFilterTexts } from '#texts/screens/filter-editor.ts';
import { keyboardTexts, commandTexts, paletteTexts as texts } from '#texts/screens/shell.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { addressOfFile, paths, PINS_PATH } from '../routing/paths.ts';
import { useFocusReturn } from '../components/Disclosure.tsx';
import { useNothingYet } from '../components/states.tsx';
import { savedReports, syncPrice, recordsPage, useWorkspace } from '../data/queries.ts';
import { navigate } from '../routing/hash-location.ts';
import { hasJsonFilter, openJsonFilter } from '../filters/JsonFilter.tsx';
import { toScreenAddress, openScreen } from '../routing/last-views.ts';
import type { ReportBase } from '../routing/report-view.ts';
import { printScreen } from '../paper.tsx';
import { listShareActions } from '../share/ShareMenu.tsx';
import { useLocaleChoice } from '../screens/settings/use-locale-choice.ts';
import { useCommandGroups } from './use-command-groups.tsx';
import { findActions, type PaletteGroup, iconProps, useNameGroups } from './find-actions.tsx';
import { setKeyboardMapOpen, screens } from './screens.ts';
import { addressOfReport } from '../screens/reports/use-definition.ts';
import { formatPrice } from '../sync/price-text.ts';
import { useSyncActions, useSyncView } from '../sync/use-sync.ts';
import { useColorScheme, type Scheme } from '../theme/use-color-scheme.ts';
import { OWN_WORKSPACE, SAMPLE_WORKSPACE, useOpenWorkspace } from '../screens/workspaces/WorkspaceMenu.tsx';
import { readSearch, listSearchWords, applySearch } from '#domain/filter/search.ts';
import { OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';
import { namePerson, useNames } from '../names.ts';
import { ALL_TIME } from '../period/view-period.ts';
import { toAddress, emptyView } from '../routing/view-state.ts';
import { settingLabel, settingsTexts, localeTexts } from '#texts/screens/settings.ts';
import { fields, type FieldName } from '../screens/settings/fields.ts';
import { SETTING } from '../screens/settings/use-requested-setting.ts';

/** Keys in quick succession cause only one query. */
const PAUSE_MS = 80;

/** @param onClosed called once it has faded out */
export function Palette({ onClosed }: { readonly onClosed: () => void }) {
  // Opens after the first render, because otherwise it would not know where the focus was.
  useEffect(() => spotlight.open(), []);
  // The palette returns the focus with a delay, which is too late if it closes without a fade.
  useFocusReturn();
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed, PAUSE_MS);
  const focusTrap = useFocusTrap('[data-palette]');
  const groups: readonly PaletteGroup[] = [
    ...useCommandGroups(typed),
    createScreenGroup(),
    useReportGroup(),
    ...useNameGroups(),
    settingsGroup,
    useDataGroup(),
    useWorkspaceGroup(),
    useAppearanceGroup(),
    useFormatGroup(),
    createShareGroup(),
    createFiltersGroup(),
    createHelpGroup(),
    ...useRecordGroups(typed, settled),
  ];
  return (
    <Spotlight
      {...focusTrap}
      query={typed}
      onQueryChange={setTyped}
      // Filtered here, because the typed text also determines the groups.
      actions={findActions(typed, groups)}
      filter={(_, all) => all}
      shortcut={null}
      highlightQuery={false}
      attributes={{ content: { 'aria-label': uiTexts.navigation.commands, 'data-palette': true } }}
      scrollable
      maxHeight={420}
      // If centered, the field would move with each letter.
      centered={false}
      yOffset="13vh"
      transitionProps={{ duration: 100, onExited: onClosed }}
      searchProps={{
        leftSection: <IconSearch {...iconProps} />,
        placeholder: uiTexts.navigation.search,
        'aria-label': uiTexts.navigation.search,
      }}
      nothingFound={uiTexts.navigation.nothingFound}
    />
  );
}

export function createScreenGroup(): PaletteGroup {
  return {
    group: uiTexts.navigation.label,
    actions: [
      ...screens.map(({ name, path, icon: Icon }) => ({
        id: `screen-${name}`,
        label: uiTexts.screens[name].title,
        description: uiTexts.screens[name].question,
        keywords: texts.doneThere[name] ?? [],
        leftSection: <Icon {...iconProps} />,
        onClick: () => openScreen(toScreenAddress(path)),
      })),
      {
        id: 'pins',
        label: pinTexts.label,
        description: pinTexts.question,
        keywords: [pinTexts.formerName],
        leftSection: <IconPin {...iconProps} />,
        onClick: () => openScreen(`${PINS_PATH}${toScreenAddress(paths.overview).slice(paths.overview.length)}`),
      },
    ],
  };
}

function useReportGroup(): PaletteGroup {
  const { data: saved } = useQuery(savedReports);
  const entries: readonly { base: ReportBase; name: string; detail: string | undefined }[] = [
    ...presets.map(({ id, question, file }) => ({
      base: { kind: 'preset' as const, name: id },
      name: file.name,
      detail: question,
    })),
    ...(saved?.reports ?? []).map(({ id, file }) => ({
      base: { kind: 'saved' as const, id },
      name: file.name,
      detail: file.description,
    })),
  ];
  return {
    group: uiTexts.screens.reports.title,
    actions: entries.map(({ base, name, detail }) => ({
      id: `report-${base.kind === 'saved' ? base.id : base.kind === 'preset' ? base.name : base.kind}`,
      label: name,
      ...(detail !== undefined && { description: detail }),
      leftSection: <IconTable {...iconProps} />,
      onClick: () => navigate(addressOfReport(base)),
    })),
  };
}

function useDataGroup(): PaletteGroup {
  const { running } = useSyncView();
  const { start, pause } = useSyncActions();
  const { data: price } = useQuery(syncPrice());
  const isFirst = useNothingYet();
  const action: SpotlightActionData = running
    ? { id: 'sync-pause', label: dataTexts.run.pause, onClick: pause }
    : {
        id: 'sync-start',
        label: isFirst ? uiTexts.sync.download : uiTexts.sync.refresh,
        keywords: [uiTexts.sync.download, uiTexts.sync.refresh],
        ...(price && { description: formatPrice(price) }),
        onClick: () => start(),
      };
  return {
    group: uiTexts.screens.data.title,
    actions: [{ ...action, leftSection: <IconRefresh {...iconProps} /> }],
  };
}

export function useWorkspaceGroup(): PaletteGroup {
  const open = useOpenWorkspace();
  const workspace = useWorkspace();
  const other = workspace.kind === 'sample' ? OWN_WORKSPACE : SAMPLE_WORKSPACE;
  const texts = uiTexts.navigation;
  return {
    group: texts.workspace,
    actions: [
      {
        id: 'workspace-other',
        label: `${texts.switchTo}: ${other === SAMPLE_WORKSPACE ? texts.sample : texts.own}`,
        leftSection: <IconArrowsExchange {...iconProps} />,
        onClick: () => open.mutate(other),
      },
      {
        id: 'workspace-file',
        label: dataTexts.load.title,
        leftSection: <IconFolderOpen {...iconProps} />,
        onClick: () => navigate(addressOfFile),
      },
    ],
  };
}

function useAppearanceGroup(): PaletteGroup {
  const { choose } = useColorScheme();
  const texts = uiTexts.navigation;
  const schemes: readonly Scheme[] = ['light', 'dark', 'auto'];
  return {
    group: texts.appearance,
    actions: schemes.map((scheme) => ({
      id: `scheme-${scheme}`,
      label: texts.schemes[scheme],
      keywords: [...commandTexts.themeWords],
      leftSection: <IconMoon {...iconProps} />,
      onClick: () => choose(scheme),
    })),
  };
}

/** The number and date formats, by language. */
function useFormatGroup(): PaletteGroup {
  const { options, choose } = useLocaleChoice();
  return {
    group: localeTexts.title,
    onlyTyped: true,
    actions: options.map(({ value, label }) => ({
      id: `locale-${value}`,
      label: commandTexts.writtenAs(label),
      keywords: [...commandTexts.formatWords],
      leftSection: <IconLanguage {...iconProps} />,
      onClick: () => choose(value),
    })),
  };
}

/** The share actions of the current screen, and printing. */
function createShareGroup(): PaletteGroup {
  const print = { id: 'print', label: commandTexts.printScreen, run: printScreen };
  return {
    group: shareTexts.open,
    onlyTyped: true,
    actions: [...listShareActions(), print].map(({ id, label, run }) => ({
      id: `share-${id}`,
      label,
      keywords: [...commandTexts.shareWords, ...commandTexts.verbs.export],
      leftSection: <IconShare2 {...iconProps} />,
      onClick: run,
    })),
  };
}

/** Present on screens with filters. */
function createFiltersGroup(): PaletteGroup {
  const action = {
    id: 'filters-json',
    label: jsonFilterTexts.title,
    description: jsonFilterTexts.command,
    leftSection: <IconFilter {...iconProps} />,
    onClick: openJsonFilter,
  };
  return { group: uiTexts.filters.label, onlyTyped: true, actions: hasJsonFilter() ? [action] : [] };
}

function createHelpGroup(): PaletteGroup {
  return {
    group: keyboardTexts.title,
    actions: [
      {
        id: 'keyboard-map',
        label: keyboardTexts.command,
        description: keyboardTexts.commandDetail,
        leftSection: <IconKeyboard {...iconProps} />,
        onClick: () => setKeyboardMapOpen(true),
      },
    ],
  };
}

const columns = [propertyNames.title, OWNER_PROPERTY, propertyNames.month];
const MAX = 5;

/** Searches all records for the typed words, and lists records with a typed id. @param settled the typed text after a pause */
function useRecordGroups(typed: string, settled: string): readonly PaletteGroup[] {
  const { nameOf } = useNames();
  const hasId = readSearch(settled).terms.some(({ id }) => id !== undefined);
  const question = recordsPage({ filterGroups: applySearch([], settled), query: '', columns, offset: 0, limit: MAX });
  const { data } = useQuery({ ...question, ...(!hasId && { queryFn: skipToken }) });
  if (listSearchWords(typed).length === 0) return [];
  const view = { ...emptyView, period: ALL_TIME, filterGroups: applySearch([], typed) };
  const rows = hasId && settled === typed ? (data?.rows ?? []) : [];
  return [
    {
      group: texts.records,
      isAnswer: true,
      actions: [
        {
          id: 'search-records',
          label: texts.search(typed.trim()),
          description: texts.searchDetail,
          leftSection: <IconListSearch {...iconProps} />,
          onClick: () => navigate(toAddress(paths.records, view)),
        },
        ...rows.map(({ id, values }) => {
          const owner = values[OWNER_PROPERTY] ?? null;
          const person = owner === null ? null : namePerson(nameOf, owner);
          return {
            id: `record-${id}`,
            label: texts.record(id, values[propertyNames.title] ?? null),
            description: texts.recordDetail(person, values[propertyNames.month] ?? null),
            leftSection: <IconFileText {...iconProps} />,
            onClick: () => navigate(toAddress(paths.records, { ...view, record: id })),
          };
        }),
      ],
    },
  ];
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a literal object are its own
const names = Object.keys(fields) as FieldName[];

/** Lists every setting by name, with a link to its field. */
const settingsGroup: PaletteGroup = {
  group: settingsTexts.title,
  onlyTyped: true,
  actions: names.map((name) => ({
    id: `setting-${name}`,
    label: settingLabel(name),
    description: settingsTexts.sections[fields[name].section].title,
    leftSection: <IconAdjustments {...iconProps} />,
    onClick: () => navigate(`${paths.settings}?${new URLSearchParams({ [SETTING]: name }).toString()}`),
  })),
};

/** Keeps the focus in the palette while it is open. @param palette its selector */
function useFocusTrap(palette: string) {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    if (!opened) return undefined;
    const hold = ({ target }: FocusEvent) => {
      const content = document.querySelector(palette);
      if (content && target instanceof Node && !content.contains(target)) content.querySelector('input')?.focus();
    };
    document.addEventListener('focusin', hold);
    return () => document.removeEventListener('focusin', hold);
  }, [opened, palette]);
  return { onSpotlightOpen: () => setOpened(true), onSpotlightClose: () => setOpened(false) };
}
