/** Names of workspaces: whether one is valid, and one that is still free. Pure. */

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;

export function isWorkspaceName(name: string): boolean {
  return NAME.test(name);
}

/** @param taken names in use. @returns `default`, else `saved`, `saved-2`, … */
export function freeName(taken: readonly string[]): string {
  if (!taken.includes('default')) return 'default';
  if (!taken.includes('saved')) return 'saved';
  for (let number = 2; ; number++) if (!taken.includes(`saved-${number}`)) return `saved-${number}`;
}
