/** What a workspace may be called: its name is a folder's on every system. Pure. */

/** A part of a regular expression, which matches a name. */
export const WORKSPACE_NAME = '[a-z0-9][a-z0-9-]{0,39}';
const WHOLE = new RegExp(`^${WORKSPACE_NAME}$`);

export function isWorkspaceName(name: string): boolean {
  return WHOLE.test(name);
}
