/** The way into another workspace, however it was opened: what was seen, done and answered in the one before is left behind. */
import type { QueryClient } from '@tanstack/react-query';
import type { WorkspaceState } from '../../contract/api.ts';
import { forgetAnswers } from '../data/queries.ts';
import { navigate } from '../routing/hash-location.ts';
import { forgetViews } from '../routing/last-views.ts';
import { paths } from '../routing/paths.ts';
import { forgetSteps } from '../notifications/undo.tsx';

export async function enterWorkspace(client: QueryClient, opened: WorkspaceState): Promise<void> {
  navigate(paths.overview);
  forgetViews();
  forgetSteps();
  await forgetAnswers(client, opened);
}
