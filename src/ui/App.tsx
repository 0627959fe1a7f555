/** The page's providers, and the shell inside them. */
import { DatesProvider } from '@mantine/dates';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Router } from 'wouter';
import { ErrorBoundary } from './components/ErrorBoundary.tsx';
import { listen } from './live.ts';
import { createQueryClient, settings } from './queries.ts';
import { hashRouting } from './routing/hash-location.ts';
import { Shell } from './shell/Shell.tsx';

export function App() {
  const [client] = useState(createQueryClient);
  useEffect(() => listen(client), [client]);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <Calendars>
          <Notifications position="bottom-right" limit={3} />
          <Router {...hashRouting}>
            <Shell />
          </Router>
        </Calendars>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

/** Calendars to pick days from begin as the workspace's weeks do. */
function Calendars({ children }: { readonly children: ReactNode }) {
  const { data } = useQuery(settings);
  return <DatesProvider settings={{ firstDayOfWeek: data?.weekStart === 'sunday' ? 0 : 1 }}>{children}</DatesProvider>;
}
