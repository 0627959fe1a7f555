/** The page's frame: menu on the left, the current screen on the right, the commands above both. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Route, Switch, Link } from 'wouter';
import { Box, Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import { IconCommand } from '@tabler/icons-react';
import { uiTexts } from '#texts/screens/ui.ts';
import { lazyOverlay } from '../components/overlays.tsx';
import { ErrorBoundary, ErrorState } from '../components/states.tsx';
import { lazyComponent, loadAtRest } from '../late.ts';
import { adoptLocale } from '../locale.ts';
import { preferences, settings, workspaceState, OpenWorkspaceProvider } from '../data/queries.ts';
import { useHashPath, useHashSearch } from '../routing/hash-location.ts';
import { rememberView, toScreenAddress } from '../routing/last-views.ts';
import { findSubjectKind, paths, subjectPaths } from '../routing/paths.ts';
import { ClientScreen, PersonScreen, screens, type ScreenEntry, useKeyboardMap } from './screens.ts';
import { PastBand } from '../coverage/Seal.tsx';
import { JournalBand } from './JournalBand.tsx';
import { focusContent, useScreenKeys, isInOverlay, isTyping } from '../keyboard.ts';
import { useUndoKey } from '../notifications.tsx';
import { usePrintKeys } from '../paper.tsx';
import { useStoredColorScheme } from '../theme/use-color-scheme.ts';
import { BARE_SELECTOR, readBareId, type BareId } from '../naming/bare-id.ts';
import { WorkspaceMenu } from '../screens/workspaces/WorkspaceMenu.tsx';
import classes from './Shell.module.css';

const Palette = lazyComponent(async () => (await import('./Palette.tsx')).Palette);
const nowhere: string[] = [];

/** A menu button and Ctrl+K for the palette. A closed palette is unmounted, because it lists everything and would rerender with each address. */
function Commands() {
  const [isDrawn, setDrawn] = useState(false);
  // It stays mounted until it has faded out.
  const open = () => (isDrawn ? spotlight.open() : setDrawn(true));
  // Works in fields, too, including the palette's field, which has the focus until it has faded out.
  useHotkeys([['mod + K', open]], nowhere);
  return (
    <>
      <UnstyledButton className={classes.commands} onClick={open}>
        <IconCommand size={16} stroke={1.6} aria-hidden />
        <span className={classes.name}>{uiTexts.navigation.commands}</span>
        <Kbd className={classes.keys}>{uiTexts.navigation.commandKeys}</Kbd>
      </UnstyledButton>
      {isDrawn && (
        <ErrorBoundary onClose={() => setDrawn(false)}>
          <Suspense fallback={null}>
            <Palette onClosed={() => setDrawn(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

const ConnectScreen = lazyComponent(
  async () => (await import('../screens/workspaces/ConnectScreen.tsx')).ConnectScreen,
);
const KeyboardMap = lazyOverlay(
  async () => (await import('./KeyboardMap.tsx')).KeyboardMap,
  ({ opened }) => opened,
);
const NameDialog = lazyComponent(async () => (await import('../naming/NameDialog.tsx')).NameDialog);

const standard = screens.find(({ path }) => path === paths.overview);

export function Shell() {
  const client = useQueryClient();
  const { data: workspace, error, refetch } = useQuery(workspaceState);
  const printing = useQuery(settings);
  const { data: preferred } = useQuery(preferences);
  const [path] = useHashPath();
  const search = useHashSearch();
  useStoredColorScheme();
  usePrintKeys();
  useScreenKeys();
  useUndoKey();
  useEffect(() => loadAtRest(() => document.getElementById('content') === null || client.isFetching() > 0), [client]);
  useEffect(() => rememberView(path, search), [path, search]);
  useEffect(() => {
    // The page of a person or client sets its title.
    if (findSubjectKind(path)) return;
    const screen = screens.find((entry) => entry.path === path);
    document.title = screen ? `${uiTexts.screens[screen.name].title} · ${uiTexts.app}` : uiTexts.app;
  }, [path]);
  const isAlone = workspace?.kind === 'new' || path === paths.connect;
  const keepFocus = useFocusKept(isAlone ? paths.connect : path);

  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!workspace) return null;
  if (isAlone)
    return (
      <OpenWorkspaceProvider value={workspace}>
        <div className={classes.alone}>
          <JournalBand />
          <ErrorBoundary>
            <Suspense fallback={null}>
              <ConnectScreen />
              <Arrival onArrive={keepFocus} />
            </Suspense>
          </ErrorBoundary>
        </div>
      </OpenWorkspaceProvider>
    );
  // Figures are formatted by the settings, so nothing is shown before they load.
  if (printing.isPending || !preferred) return null;
  // A new locale remounts everything, so that all texts are formatted again.
  const locale = adoptLocale(preferred.locale ?? null);
  return (
    <OpenWorkspaceProvider value={workspace}>
      <div className={classes.shell} key={locale}>
        <a className={`${classes.skip} screen-only`} href="#content" onClick={skipToContent}>
          {uiTexts.skip}
        </a>
        <Navigation />
        <KeyboardMapHost />
        <NamingHost />
        <div className={classes.screen}>
          <JournalBand />
          <PastBand />
          <Box flex="1" mih={0}>
            <ErrorBoundary key={path}>
              <Suspense fallback={null}>
                <Switch>
                  {screens.map(({ path: address, component }) => (
                    <Route key={address} path={address} component={component} />
                  ))}
                  <Route path={subjectPaths.person} component={PersonScreen} />
                  <Route path={subjectPaths.client} component={ClientScreen} />
                  {standard && <Route component={standard.component} />}
                </Switch>
                <Arrival onArrive={keepFocus} />
              </Suspense>
            </ErrorBoundary>
          </Box>
        </div>
      </div>
    </OpenWorkspaceProvider>
  );
}

/** Moves a lost focus to the top of the new screen, because the link that led here has disappeared. */
function useFocusKept(path: string): () => void {
  const shownPath = useRef(path);
  const keep = () => {
    if (shownPath.current === path || document.getElementById('content') === null) return;
    shownPath.current = path;
    if (document.activeElement === null || document.activeElement === document.body) focusContent();
  };
  // Runs after every render, because a screen may load later than its address changes.
  useEffect(keep);
  return keep;
}

/** Suspends with its screen, so its effects run once the screen's code has loaded. */
function Arrival({ onArrive }: { readonly onArrive: () => void }) {
  useEffect(onArrive);
  return null;
}

/** Moves the focus instead of following the link, because the app uses the hash of the address. */
function skipToContent(event: React.MouseEvent): void {
  event.preventDefault();
  focusContent();
}

/** Opens the naming dialog on a click on any bare id, or on N on its line. */
function NamingHost() {
  const [named, setNamed] = useState<BareId>();
  useEffect(() => {
    const open = (event: Event, element: Element | null | undefined) => {
      const bare = readBareId(element);
      if (!bare) return;
      event.preventDefault();
      // Otherwise its row would open, or its link would be followed.
      event.stopPropagation();
      setNamed(bare);
    };
    const click = (event: MouseEvent) => {
      const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
      if (isPlain && event.target instanceof Element) open(event, event.target.closest(BARE_SELECTOR));
    };
    const press = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (event.key.toLowerCase() !== 'n' || !isPlain || isTyping(event.target) || isInOverlay(event.target)) return;
      open(event, findLine()?.querySelector(BARE_SELECTOR));
    };
    document.addEventListener('click', click, true);
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('click', click, true);
      document.removeEventListener('keydown', press);
    };
  }, []);
  return (
    named && (
      <ErrorBoundary>
        <Suspense fallback={null}>
          <NameDialog key={`${named.kind}:${named.id}`} bare={named} onClose={() => setNamed(undefined)} />
        </Suspense>
      </ErrorBoundary>
    )
  );
}

/** Finds the line with the focus. A grid keeps the focus and refers to its active cell. */
function findLine(): Element | null | undefined {
  const focused = document.activeElement;
  const pointed = focused?.getAttribute('aria-activedescendant') ?? null;
  const cell = pointed === null ? focused : document.getElementById(pointed);
  return cell?.closest('tr, [role="row"]');
}

/** Opens the keyboard map on “?” outside of text fields. */
function KeyboardMapHost() {
  const { isOpen, setOpen } = useKeyboardMap();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || isInOverlay(event.target)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [setOpen]);
  return <KeyboardMap opened={isOpen} onClose={() => setOpen(false)} />;
}

/** The menu: the workspace and the screens. Each entry returns to the view in which that screen was left. */
function Navigation() {
  return (
    <nav className={`${classes.navigation} screen-only`} aria-label={uiTexts.navigation.label}>
      <WorkspaceMenu />
      <Entries entries={screens.filter(({ place }) => place === undefined)} className={classes.list} />
      <div className={classes.foot}>
        <Entries entries={screens.filter(({ place }) => place === 'foot')} />
        <Commands />
      </div>
    </nav>
  );
}

function Entries({
  entries,
  className,
}: {
  readonly entries: readonly ScreenEntry[];
  readonly className?: string | undefined;
}) {
  const [path] = useHashPath();
  const search = useHashSearch();
  return (
    <ul className={className}>
      {entries.map(({ name, path: address, icon: Icon }) => (
        <li key={name}>
          <Link
            href={toScreenAddress(address, { path, search })}
            state={null}
            onClick={path === address ? scrollToTop : undefined}
            className={classes.link}
            aria-current={path === address ? 'page' : undefined}
            title={uiTexts.screens[name].question}
          >
            <Icon size={16} stroke={1.6} aria-hidden />
            <span className={classes.name}>{uiTexts.screens[name].title}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The menu entry of the current screen scrolls it to the top. */
function scrollToTop(): void {
  document.querySelector('#content > :last-child')?.scrollTo({ top: 0 });
}
