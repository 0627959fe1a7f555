/** Shows toasts, limits their number, and hides those that no longer apply. */
import { notifications, useNotifications, type NotificationData } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { ErrorBoundary } from '#ui/components/states.tsx';
import { workspaceState } from '#ui/data/queries.ts';
import { lazyComponent } from '#ui/late.ts';
import { useHashPath } from '#ui/routing/hash-location.ts';

const Notifications = lazyComponent(async () => (await import('#ui/components/dialogs.tsx')).Notifications);

export function Toasts() {
  return (
    <>
      <LatestToasts />
      <EndedErrors />
    </>
  );
}

const MAX_TOASTS = 3;
/** The colour of notifications of errors, by which they are recognized. */
const ERROR_COLOR = 'var(--bad)';

/** Hides the oldest self-closing notification in favour of a new one, whose undo must not wait. */
function LatestToasts() {
  const { notifications: visible, queue } = useNotifications();
  const oldest = queue.length > 0 ? chooseToHide(visible)?.id : undefined;
  useEffect(() => {
    if (oldest !== undefined) notifications.hide(oldest);
  }, [oldest]);
  const [isDrawn, setDrawn] = useState(false);
  if (visible.length > 0 && !isDrawn) setDrawn(true);
  return (
    isDrawn && (
      <ErrorBoundary
        onClose={() => {
          notifications.clean();
          setDrawn(false);
        }}
      >
        <Suspense fallback={null}>
          <Notifications position="top-center" limit={MAX_TOASTS} notificationMaxHeight="80vh" />
        </Suspense>
      </ErrorBoundary>
    )
  );
}

/** @param visible oldest first */
export function chooseToHide(visible: readonly NotificationData[]): NotificationData | undefined {
  return visible.find(({ autoClose }) => autoClose !== false) ?? visible[0];
}

/** Hides errors when their screen or workspace is left, and permanent notices when their workspace is left. */
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
    const previous = lastPlace.current;
    lastPlace.current = { name, path };
    const isOther = previous.name !== undefined && previous.name !== name;
    if (!isOther && (previous.name === undefined || previous.path === path)) return;
    for (const { id, color, autoClose } of latest.current)
      if (id !== undefined && (color === ERROR_COLOR || (isOther && autoClose === false))) notifications.hide(id);
  }, [name, path]);
  return null;
}
