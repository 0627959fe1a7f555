/** Names of workspaces that are still free. Pure. */

/** @param taken names in use. @returns `default`, else `saved`, `saved-2`, … */
export function freeName(taken: readonly string[]): string {
  if (!taken.includes('default')) return 'default';
  if (!taken.includes('saved')) return 'saved';
  for (let number = 2; ; number++) if (!taken.includes(`saved-${number}`)) return `saved-${number}`;
}
