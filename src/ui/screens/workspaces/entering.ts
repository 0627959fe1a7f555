/** Switches to another workspace. */
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WorkspaceState } from '#contract/api.ts';
import { resetQueries } from '#ui/data/queries.ts';
import { forgetSteps } from '#ui/notifications.tsx';
import { navigate, useHashPath, useHashSearch } from '#ui/routing/hash-location.ts';
import { forgetViews, openScreen } from '#ui/routing/last-views.ts';
import { ENTER, paths } from '#ui/routing/paths.ts';

/** Drops the views, undo steps and answers of the previous workspace, however the new one was opened. */
export async function enterWorkspace(client: QueryClient, opened: WorkspaceState): Promise<void> {
  openScreen(paths.overview);
  forgetViews();
  forgetSteps();
  await resetQueries(client, opened);
}

/** Opens the dialog for a saved workspace from a button or the URL, for example when the system passes a file to the program. */
export function useLoadDialog() {
  const [path] = useHashPath();
  const isAddressed = new URLSearchParams(useHashSearch()).get(ENTER) === 'file';
  const [isOpen, setOpen] = useState(false);
  const onClose = () => {
    setOpen(false);
    if (isAddressed) navigate(path, { replace: true });
  };
  return { open: () => setOpen(true), dialog: { opened: isOpen || isAddressed, onClose } };
}
