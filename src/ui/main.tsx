/** Starts the page: the nonce first, then the connection to the host, then the app. */
/* oxlint-disable import/no-unassigned-import -- style sheets have nothing to assign */
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
import { talkOver } from './data/client.ts';
import { App } from './App.tsx';
import { SessionMissing } from './SessionMissing.tsx';
import { ThemeProvider } from './theme/ThemeProvider.tsx';
import { adoptNonce } from './theme/nonce.ts';
import { connectTransport } from './transport/connect.ts';

// The content security policy forbids eval; without this zod would try it and be reported.
z.config({ jitless: true });
adoptNonce();

async function start(root: HTMLElement): Promise<void> {
  const transport = await connectTransport();
  if (transport) talkOver(transport);
  createRoot(root).render(
    <StrictMode>
      <ThemeProvider>{transport ? <App /> : <SessionMissing />}</ThemeProvider>
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root) await start(root);
