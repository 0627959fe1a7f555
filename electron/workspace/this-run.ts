/** The address and key given for this run belong to the workspace that was opened with them, however often it is opened. */
import type { WorkspaceOptions } from './options.ts';

type RunOptions = Pick<WorkspaceOptions, 'baseUrl' | 'key'>;

export interface OptionsForThisRun {
  readonly baseUrl?: string | undefined;
  /** The key is never stored. A function is called once, when the address has been checked. */
  readonly key?: string | (() => Promise<string>) | undefined;
}

/**
 * @param workspace the workspace the options were given for
 * @returns a function that chooses the options for opening a workspace
 */
export function limitToWorkspace(workspace: string, { baseUrl, key }: OptionsForThisRun): (name: string) => RunOptions {
  const runOptions: RunOptions = { baseUrl, ...(key !== undefined && { key: limitToAddress(key) }) };
  return (name) => (name === workspace ? runOptions : {});
}

/** The key was given for the address the workspace had then. A file put in its place, with another address, gets no key. */
function limitToAddress(key: string | (() => Promise<string>)): NonNullable<RunOptions['key']> {
  let cached: { readonly key: string; readonly address: string | undefined } | undefined;
  return async (address) => {
    cached ??= { key: typeof key === 'function' ? await key() : key, address };
    return cached.address === address ? cached.key : undefined;
  };
}
