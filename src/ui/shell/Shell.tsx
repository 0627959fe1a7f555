/** The page's frame: menu on the left, the current screen on the right, the commands above both. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Route, Switch } from 'wouter';
import { uiTexts } from '#texts/screens/ui.ts';
import { ErrorBoundary } from '../components/states/ErrorBoundary.tsx';
import { ErrorState } from '../components/states/ErrorState.tsx';
import { OpenWorkspaceProvider } from '../data/open-workspace.ts';
import { adoptLocale } from '../locale/forms.ts';
import { preferences, settings, workspaceState } from '../data/queries.ts';
import { useHashPath, useHashSearch } from '../routing/hash-location.ts';
import { rememberView } from '../routing/last-views.ts';
import { paths } from '../routing/paths.ts';
import { screens } from './screens.ts';
import { ConnectScreen } from '../screens/connect/ConnectScreen.tsx';
import { OverviewScreen } from '../screens/overview/OverviewScreen.tsx';
import { Commands } from './Commands.tsx';
import { KeyboardMap } from './KeyboardMap.tsx';
import { JournalBand } from './JournalBand.tsx';
import { Navigation } from './Navigation.tsx';
import { NamingHost } from '../naming/NamingHost.tsx';
import { useScreenKeys } from '../keyboard/screen-keys.ts';
import { useUndoKey } from '../notifications/undo.tsx';
import { usePrintKeys } from '../paper/print-key.ts';
import { useColorScheme } from '../theme/use-color-scheme.ts';
import classes from './Shell.module.css';

export function Shell() {
  const { data: workspace, error, refetch } = useQuery(workspaceState);
  const printing = useQuery(settings);
  const { data: preferred } = useQuery(preferences);
  const [path] = useHashPath();
  const search = useHashSearch();
  useColorScheme();
  usePrintKeys();
  useScreenKeys();
  useUndoKey();
  useEffect(() => rememberView(path, search), [path, search]);
  useEffect(() => {
    const screen = screens.find((each) => each.path === path);
    document.title = screen ? `${uiTexts.screens[screen.name].title} · ${uiTexts.app}` : uiTexts.app;
  }, [path]);
  const isAlone = workspace?.kind === 'new' || path === paths.connect;
  useFocusKept(isAlone ? paths.connect : path);

  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!workspace) return null;
  if (isAlone)
    return (
      <OpenWorkspaceProvider value={workspace}>
        <div className={classes.alone}>
          <JournalBand />
          <ConnectScreen />
        </div>
      </OpenWorkspaceProvider>
    );
  // Figures are printed by the settings: none is shown before they are loaded.
  if (printing.isPending || !preferred) return null;
  // Every text is made anew in another locale.
  const locale = adoptLocale(preferred.locale ?? null);
  return (
    <OpenWorkspaceProvider value={workspace}>
      <div className={classes.shell} key={locale}>
        <a className={classes.skip} href="#content" onClick={skipToContent}>
          {uiTexts.skip}
        </a>
        <Navigation />
        <Commands />
        <KeyboardMap />
        <NamingHost />
        <div className={classes.screen}>
          <JournalBand />
          <div className={classes.view}>
            <ErrorBoundary key={path}>
              <Switch>
                {screens.map(({ path: address, component }) => (
                  <Route key={address} path={address} component={component} />
                ))}
                <Route component={OverviewScreen} />
              </Switch>
            </ErrorBoundary>
          </div>
        </div>
      </div>
    </OpenWorkspaceProvider>
  );
}

/** The link that led here disappears with its screen: keyboard users continue from the top of the new one. */
function useFocusKept(path: string): void {
  const shown = useRef(path);
  // After every render: a screen may come later than its address.
  useEffect(() => {
    if (shown.current === path || document.getElementById('content') === null) return;
    shown.current = path;
    if (document.activeElement === null || document.activeElement === document.body) focusContent();
  });
}

/** The address's hash belongs to the app: the jump is made by focus. */
function skipToContent(event: React.MouseEvent): void {
  event.preventDefault();
  focusContent();
}

function focusContent(): void {
  document.getElementById('content')?.focus();
}
