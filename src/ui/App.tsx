/** The page's providers, and the shell inside them. */
import { Notifications, notifications, useNotifications } from '@mantine/notifications';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Router } from 'wouter';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { ErrorBoundary } from './components/states.tsx';
import { listen } from './sync/live-updates.ts';
import { createQueryClient, workspaceState } from './data/queries.ts';
import { hashRouting, useHashPath } from './routing/hash-location.ts';
import { Shell } from './shell/Shell.tsx';
import { resolveColors, theme } from './theme/theme.ts';

export function App() {
  const [client] = useState(createQueryClient);
  useEffect(() => listen(client), [client]);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <Notifications position="top-center" limit={MOST_TOASTS} notificationMaxHeight="80vh" />
        <LatestToasts />
        <EndedErrors />
        <Router {...hashRouting}>
          <Shell />
        </Router>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

const MOST_TOASTS = 3;
/** The colour of notifications of errors, by which they are recognized. */
const ERROR_COLOR = 'var(--bad)';

/** Hides the oldest notification that goes by itself for a new one, which would otherwise wait, and its undo with it. */
function LatestToasts() {
  const { notifications: visible, queue } = useNotifications();
  const passing = visible.find(({ autoClose }) => autoClose !== false);
  const oldest = queue.length > 0 ? (passing ?? visible[0])?.id : undefined;
  useEffect(() => {
    if (oldest !== undefined) notifications.hide(oldest);
  }, [oldest]);
  return null;
}

/** Hides errors when their screen or workspace is left, and what stays when its workspace is, so that they cover nothing of the next one. */
function EndedErrors() {
  const [path] = useHashPath();
  const { data: workspace } = useQuery(workspaceState);
  const { notifications: visible, queue } = useNotifications();
  const latest = useRef(visible);
  useEffect(() => {
    latest.current = [...visible, ...queue];
  }, [visible, queue]);
  const name = workspace?.name;
  const lastPlace = useRef({ name, path });
  useEffect(() => {
    const left = lastPlace.current;
    lastPlace.current = { name, path };
    const isOther = left.name !== undefined && left.name !== name;
    if (!isOther && (left.name === undefined || left.path === path)) return;
    for (const { id, color, autoClose } of latest.current)
      if (id !== undefined && (color === ERROR_COLOR || (isOther && autoClose === false))) notifications.hide(id);
  }, [name, path]);
  return null;
}

/** Remembers the scheme for the moment before the preferences are read. */
const schemeMemory = localStorageColorSchemeManager({ key: 'timelog-color-scheme' });

/** The look of every page, including the one of a browser without a session. */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveColors}
      colorSchemeManager={schemeMemory}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
    </MantineProvider>
  );
}

/** The host fills in the nonce, with which the page's own style elements pass the content security policy. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

/** The scroll lock of Mantine's overlays reads the nonce under this name. */
export function adoptNonce(): void {
  Object.assign(globalThis, { ['__webpack_nonce__']: styleNonce() });
}
