/** The page's providers, and the shell inside them. */
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Router } from 'wouter';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { ErrorBoundary } from './components/states.tsx';
import { subscribeToHostEvents } from './sync/live-updates.ts';
import { createQueryClient } from './data/queries.ts';
import { hashRouting } from './routing/hash-location.ts';
import { Shell } from './shell/Shell.tsx';
import { Toasts } from './shell/Toasts.tsx';
import { resolveColors, theme } from './theme/theme.ts';

export function App() {
  const [client] = useState(createQueryClient);
  useEffect(() => subscribeToHostEvents(client), [client]);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <Toasts />
        <Router {...hashRouting}>
          <Shell />
        </Router>
      </QueryClientProvider>
    </ErrorBoundary>
  );
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
