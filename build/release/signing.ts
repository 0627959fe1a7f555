/** Signing: by what a workflow's owner put into its secrets, all of it or none. What cannot be signed with it is not made. */
import { ReleaseFault, type Target } from './target.ts';

const names = {
  linux: [],
  win32: ['WINDOWS_CERTIFICATE_FILE', 'WINDOWS_CERTIFICATE_PASSWORD'],
  darwin: ['APPLE_KEYCHAIN', 'APPLE_ID', 'APPLE_PASSWORD', 'APPLE_TEAM'],
} as const satisfies Record<Target['platform'], readonly string[]>;

export type Credentials = Readonly<Record<(typeof names)[Target['platform']][number], string>>;

/** @returns undefined where none is there: nothing is signed. @throws ReleaseFault where some are: what was to be signed is not made unsigned. */
export function readCredentials({ platform }: Target, env: NodeJS.ProcessEnv): Credentials | undefined {
  const missing = names[platform].filter((name) => !env[name]);
  if (missing.length === names[platform].length) return undefined;
  if (missing.length === 0) return env as Credentials;
  throw new ReleaseFault(`Signing for ${platform} also needs ${missing.join(' and ')}: set it, or none of the others.`);
}

/** Of the packager, which would otherwise warn of a signature that failed and go on. */
export function toSigningOptions({ platform }: Target, credentials: Credentials | undefined): object {
  if (credentials === undefined) return {};
  const { APPLE_KEYCHAIN, APPLE_ID, APPLE_PASSWORD, APPLE_TEAM } = credentials;
  if (platform === 'win32') return { windowsSign: toCertificate(credentials) };
  return {
    osxSign: { keychain: APPLE_KEYCHAIN, continueOnError: false },
    osxNotarize: { appleId: APPLE_ID, appleIdPassword: APPLE_PASSWORD, teamId: APPLE_TEAM },
  };
}

export const toCertificate = ({ WINDOWS_CERTIFICATE_FILE, WINDOWS_CERTIFICATE_PASSWORD }: Credentials) => ({
  certificateFile: WINDOWS_CERTIFICATE_FILE,
  certificatePassword: WINDOWS_CERTIFICATE_PASSWORD,
});
