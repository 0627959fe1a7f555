/** Opens pages outside the app: only https addresses are handed to the system, whatever it would do with others. */
import { fail } from '#contract/errors.ts';
import { hosts } from '#texts/hosts/hosts.ts';

/**
 * @param open hands an address to the system, which runs, mounts or installs what some schemes name.
 * @throws AppFailure `usage` for what is no https address
 */
export async function openOutside(url: string, open: (url: string) => Promise<void>): Promise<void> {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') fail({ code: 'usage', detail: hosts.onlyHttps });
  await open(new URL(url).href);
}
