/** Names of workspaces that are still free. Pure. */

/** @param taken names in use. @returns `default`, else `saved`, `saved-2`, … */
export function freeName(taken: readonly string[]): string {
  return taken.includes('default') ? numbered('saved', taken) : 'default';
}

/** @returns a name made of the address' host, `timelogs-example-com`, that is still free; empty while there is no host. */
export function nameOfAddress(address: string, taken: readonly string[]): string {
  const host = URL.canParse(address) ? new URL(address).host : '';
  const name = host
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+/g, '')
    .slice(0, 36)
    .replace(/-+$/, '');
  return name === '' ? '' : numbered(name, taken);
}

function numbered(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number++) if (!taken.includes(`${name}-${number}`)) return `${name}-${number}`;
}
