/** The address and the key given for this run: they belong to the workspace that was opened with them, however often it is opened. */
import type { WorkspaceOptions } from './options.ts';

type Given = Pick<WorkspaceOptions, 'baseUrl' | 'key'>;

export interface GivenForThisRun {
  readonly baseUrl?: string | undefined;
  /** Never stored. A function is called once, when the address has been checked. */
  readonly key?: string | (() => Promise<string>) | undefined;
}

/** @param workspace the one they were given for @returns the options that an opening of a workspace gets from them */
export function givenForThisRun(workspace: string, { baseUrl, key }: GivenForThisRun): (name: string) => Given {
  const own: Given = { baseUrl, ...(key !== undefined && { key: forOneAddress(key) }) };
  return (name) => (name === workspace ? own : {});
}

/** The key was given for the address the workspace had then: a file put in its place, with another address, gets none. */
function forOneAddress(key: string | (() => Promise<string>)): NonNullable<Given['key']> {
  let read: { readonly key: string; readonly address: string | undefined } | undefined;
  return async (address) => {
    read ??= { key: typeof key === 'function' ? await key() : key, address };
    return read.address === address ? read.key : undefined;
  };
}
