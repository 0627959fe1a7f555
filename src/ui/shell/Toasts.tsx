/** Toasts over every screen: how many are seen at once, which gives way, and which end with the screen they are about. */
import { notifications, useNotifications, type NotificationData } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { ErrorBoundary } from '#ui/components/states.tsx';
import { workspaceState } from '#ui/data/queries.ts';
import { late } from '#ui/late.ts';
import { useHashPath } from '#ui/routing/hash-location.ts';

const Notifications = late(async () => (await import('#ui/components/dialogs.tsx')).Notifications);

export function Toasts() {
  return (
    <>
      <LatestToasts />
      <EndedErrors />
    </>
  );
}

const MOST_TOASTS = 3;
/** The colour of notifications of errors, by which they are recognized. */
const ERROR_COLOR = 'var(--bad)';

/** Hides the oldest notification that goes by itself for a new one, which would otherwise wait, and its undo with it. */
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
          <Notifications position="top-center" limit={MOST_TOASTS} notificationMaxHeight="80vh" />
        </Suspense>
      </ErrorBoundary>
    )
  );
}

/** @param visible from the oldest to the latest */
export function chooseToHide(visible: readonly NotificationData[]): NotificationData | undefined {
  return visible.find(({ autoClose }) => autoClose !== false) ?? visible[0];
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
