/** The open workspace, for every part of a screen that uses it: the shell provides it, nothing in between passes it on. */
import { createContext, use } from 'react';
import type { WorkspaceState } from '#contract/api.ts';

const OpenWorkspace = createContext<WorkspaceState | undefined>(undefined);

export const OpenWorkspaceProvider = OpenWorkspace.Provider;

/** Only inside the shell, which shows nothing before a workspace is open. */
export function useWorkspace(): WorkspaceState {
  const workspace = use(OpenWorkspace);
  if (!workspace) throw new Error('There is no open workspace outside the shell');
  return workspace;
}
