/** What belongs to entering another workspace, apart from the forms that lead there. */
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WorkspaceState } from '#contract/api.ts';
import { forgetAnswers } from '#ui/data/queries.ts';
import { forgetSteps } from '#ui/notifications.tsx';
import { navigate, useHashPath, useHashSearch } from '#ui/routing/hash-location.ts';
import { forgetViews, openScreen } from '#ui/routing/last-views.ts';
import { ENTER, paths } from '#ui/routing/paths.ts';

/** Enters another workspace, however it was opened: views, undo steps and answers of the one before are dropped. */
export async function enterWorkspace(client: QueryClient, opened: WorkspaceState): Promise<void> {
  openScreen(paths.overview);
  forgetViews();
  forgetSteps();
  await forgetAnswers(client, opened);
}

/** Whether the dialog that opens a saved workspace is open: by a button, or by an address, as when the system has handed a file over. */
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
