/**
 * Switches of Electron's executable that are set when it is packed and cannot be set again by who starts it (electronjs.org, Electron Fuses).
 * The validation of the asar's digest works on macOS and Windows; on Linux it does nothing.
 */
import { flipFuses, FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire, type FuseConfig } from '@electron/fuses';
import { ReleaseFault } from './target.ts';

/** By Electron's own names. */
export const fuses = {
  // The executable is no Node: nothing runs a script under this program's name and with its rights.
  RunAsNode: false,
  // No cookie is ever stored, and the system's keychain would be opened for them at each start.
  EnableCookieEncryption: false,
  EnableNodeOptionsEnvironmentVariable: false,
  // No debugger reads the key from memory.
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  // The page is served under a scheme of its own.
  GrantFileProtocolExtraPrivileges: false,
  WasmTrapHandlers: true,
} as const satisfies Record<keyof typeof FuseV1Options, boolean>;

type FuseName = keyof typeof fuses;

/** The copy for tests differs in this fuse, so that tests can drive it. */
export const twinFuses = { ...fuses, EnableNodeCliInspectArguments: true };

/** @param executable the program, or on macOS the bundle */
export async function setFuses(executable: string, values: Readonly<Record<FuseName, boolean>> = fuses): Promise<void> {
  const config = Object.fromEntries(names().map((name) => [FuseV1Options[name], values[name]]));
  await flipFuses(executable, {
    version: FuseVersion.V1,
    // A fuse that a later Electron adds is decided here, not left as it comes.
    strictlyRequireAllFuses: true,
    resetAdHocDarwinSignature: process.platform === 'darwin',
    ...config,
  } as FuseConfig);
}

/** @throws ReleaseFault where one has another value. @returns what was read */
export async function readFuses(
  executable: string,
  values: Readonly<Record<FuseName, boolean>> = fuses,
): Promise<Record<string, boolean>> {
  const wire = await getCurrentFuseWire(executable);
  const read = Object.fromEntries(names().map((name) => [name, wire[FuseV1Options[name]] === FuseState.ENABLE]));
  // One that is missing, or that a later Electron does not heed, is not off.
  const expected = (name: FuseName) => (values[name] ? FuseState.ENABLE : FuseState.DISABLE);
  const wrong = names().filter((name) => wire[FuseV1Options[name]] !== expected(name));
  if (wrong.length > 0) throw new ReleaseFault(`${executable} has other fuses than it was given: ${wrong.join(', ')}.`);
  return read;
}

function names(): FuseName[] {
  return Object.keys(fuses) as FuseName[];
}
