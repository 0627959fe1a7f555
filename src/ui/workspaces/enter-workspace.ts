/** Enters another workspace, however it was opened: views, undo steps and answers of the one before are dropped. */
import type { QueryClient } from '@tanstack/react-query';
import type { WorkspaceState } from '#contract/api.ts';
import { forgetAnswers } from '../data/queries.ts';
import { forgetViews, openScreen } from '../routing/last-views.ts';
import { paths } from '../routing/paths.ts';
import { forgetSteps } from '../notifications/undo.tsx';

export async function enterWorkspace(client: QueryClient, opened: WorkspaceState): Promise<void> {
  openScreen(paths.overview);
  forgetViews();
  forgetSteps();
  await forgetAnswers(client, opened);
}
