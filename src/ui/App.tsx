/** The page's providers, and the shell inside them. */
import { DatesProvider } from '@mantine/dates';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Router } from 'wouter';
import { ErrorBoundary } from './components/ErrorBoundary.tsx';
import { listen } from './live.ts';
import { createQueryClient } from './queries.ts';
import { hashRouting } from './routing/hash-location.ts';
import { Shell } from './shell/Shell.tsx';

export function App() {
  const [client] = useState(createQueryClient);
  useEffect(() => listen(client), [client]);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <DatesProvider settings={{ firstDayOfWeek: 1 }}>
          <Notifications position="bottom-right" limit={3} />
          <Router {...hashRouting}>
            <Shell />
          </Router>
        </DatesProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
