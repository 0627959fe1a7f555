/** The page's providers, and the shell inside them. */
import { DatesProvider } from '@mantine/dates';
import { Notifications, notifications, useNotifications } from '@mantine/notifications';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Router } from 'wouter';
import { ErrorBoundary } from './components/states/ErrorBoundary.tsx';
import { listen } from './sync/live-updates.ts';
import { createQueryClient, settings } from './data/queries.ts';
import { hashRouting } from './routing/hash-location.ts';
import { Shell } from './shell/Shell.tsx';
import { CALENDAR_WORDS } from './theme/calendar-words.ts';

export function App() {
  const [client] = useState(createQueryClient);
  useEffect(() => listen(client), [client]);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        <Calendars>
          <Notifications position="top-center" limit={MOST_TOASTS} />
          <LatestToasts />
          <Router {...hashRouting}>
            <Shell />
          </Router>
        </Calendars>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

const MOST_TOASTS = 3;

/** The latest notification is the one shown: otherwise a fourth would wait until an earlier one is gone, and its undo with it. */
function LatestToasts() {
  const { notifications: shown, queue } = useNotifications();
  const oldest = queue.length > 0 ? shown[0]?.id : undefined;
  useEffect(() => {
    if (oldest !== undefined) notifications.hide(oldest);
  }, [oldest]);
  return null;
}

/** Calendars for picking days begin as the workspace's weeks do. */
function Calendars({ children }: { readonly children: ReactNode }) {
  const { data } = useQuery(settings);
  const firstDayOfWeek = data?.weekStart === 'sunday' ? 0 : 1;
  return <DatesProvider settings={{ locale: CALENDAR_WORDS, firstDayOfWeek }}>{children}</DatesProvider>;
}
