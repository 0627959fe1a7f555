/** Starts the page: the nonce first, then the connection to the host, then the app. */
/* oxlint-disable import/no-unassigned-import -- style sheets have nothing to assign */
import { Stack, Text } from '@mantine/core';
import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './theme/tokens.css';
import './theme/base.css';
import './theme/mantine.css';
import './theme/paper.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { setTransport, type Transport } from './data/client.ts';
import { App, ThemeProvider, adoptNonce } from './App.tsx';
import { uiTexts } from '#texts/screens/ui.ts';
import { createHttpTransport, openSession } from './data/http.ts';

// The content security policy forbids eval; without this zod would try it and be reported.
z.config({ jitless: true });
adoptNonce();

async function start(root: HTMLElement): Promise<void> {
  const transport = await connectTransport();
  if (transport) setTransport(transport);
  createRoot(root).render(
    <StrictMode>
      <ThemeProvider>{transport ? <App /> : <SessionMissing />}</ThemeProvider>
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root) await start(root);

/** Shown in a browser without a session, with the address to open. */
function SessionMissing() {
  const { title, sentence, action } = uiTexts.session.missing;
  return (
    <Stack component="main" gap="sm" maw="60ch" mt="18vh" mx="auto" p="xl">
      <Text component="h1" inherit fz={22} fw={600} lts="-0.02em">
        {title}
      </Text>
      <p>{sentence}</p>
      <p>{action}</p>
    </Stack>
  );
}

// Chooses the transport once, at start: the desktop host's if it is there, else the browser host's.

/** @returns undefined when the page has no session of either host. */
async function connectTransport(): Promise<Transport | undefined> {
  // The preload script puts the transport of the desktop host on the window.
  const desktop: Transport | undefined = window.timelog;
  if (desktop) return desktop;
  const secret = await openSession().catch(() => undefined);
  return secret === undefined ? undefined : createHttpTransport(secret);
}

declare global {
  interface Window {
    readonly timelog?: Transport;
  }
}
