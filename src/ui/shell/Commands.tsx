/** The command palette, with Ctrl+K: screens, reports, people, clients, settings and actions by name, and the records by any words. */
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { IconArrowsExchange, IconKeyboard, IconMoon, IconRefresh, IconSearch, IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { presets } from '../../domain/reports/definition/presets.ts';
import { dataTexts } from '#texts/screens/data.ts';
import { keyboardTexts } from '#texts/screens/shell/keyboard.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useNothingYet } from '../components/states/NothingYet.tsx';
import { savedReports, syncPrice } from '../data/queries.ts';
import { useWorkspace } from '../data/open-workspace.ts';
import { navigate } from '../routing/hash-location.ts';
import { addressOfScreen } from '../routing/last-views.ts';
import type { ReportBase } from '../routing/report-view.ts';
import { findActions, type PaletteGroup } from './palette/find-actions.ts';
import { useRecordGroups } from './palette/found-records.tsx';
import { iconProps } from './palette/icon-props.ts';
import { useNameGroups } from './palette/known-names.tsx';
import { settingsGroup } from './palette/settings.tsx';
import { setKeyboardMapOpen } from './keyboard-map.ts';
import { screens } from './screens.ts';
import { addressOfReport } from '../screens/reports/definition/use-definition.ts';
import { priceText } from '../sync/price-text.ts';
import { useSyncActions, useSyncView } from '../sync/use-sync.ts';
import { useColorScheme, type Scheme } from '../theme/use-color-scheme.ts';
import { useHeldFocus } from './use-held-focus.ts';
import { OWN_WORKSPACE, SAMPLE_WORKSPACE, useOpenWorkspace } from '../workspaces/WorkspaceMenu.tsx';

const nowhere: string[] = [];
/** Keys in quick succession are one question to the store. */
const PAUSE_MS = 80;

export function Commands() {
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed, PAUSE_MS);
  const groups: readonly PaletteGroup[] = [
    screenGroup(),
    useReportGroup(),
    ...useNameGroups(),
    settingsGroup,
    useDataGroup(),
    useWorkspaceGroup(),
    useAppearanceGroup(),
    helpGroup(),
    ...useRecordGroups(typed, asked),
  ];
  const held = useHeldFocus('[data-palette]');
  return (
    <Spotlight
      {...held}
      query={typed}
      onQueryChange={setTyped}
      // Narrowed here: what is typed decides which groups there are.
      actions={findActions(typed, groups)}
      filter={(_, all) => all}
      shortcut={['mod + K']}
      // From a field, too: also the palette's own, which has the focus until it has faded out.
      tagsToIgnore={nowhere}
      highlightQuery={false}
      attributes={{ content: { 'aria-label': uiTexts.navigation.commands, 'data-palette': true } }}
      scrollable
      maxHeight={420}
      transitionProps={{ duration: 100 }}
      searchProps={{
        leftSection: <IconSearch {...iconProps} />,
        placeholder: uiTexts.navigation.search,
        'aria-label': uiTexts.navigation.search,
      }}
      nothingFound={uiTexts.navigation.nothingFound}
    />
  );
}

function screenGroup(): PaletteGroup {
  return {
    group: uiTexts.navigation.label,
    actions: screens.map(({ name, path, icon: Icon }) => ({
      id: `screen-${name}`,
      label: uiTexts.screens[name].title,
      description: uiTexts.screens[name].question,
      leftSection: <Icon {...iconProps} />,
      onClick: () => navigate(addressOfScreen(path)),
    })),
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
        ...(price && { description: priceText(price) }),
        onClick: () => start(),
      };
  return {
    group: uiTexts.screens.data.title,
    actions: [{ ...action, leftSection: <IconRefresh {...iconProps} /> }],
  };
}

function useWorkspaceGroup(): PaletteGroup {
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
      leftSection: <IconMoon {...iconProps} />,
      onClick: () => choose(scheme),
    })),
  };
}

function helpGroup(): PaletteGroup {
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
