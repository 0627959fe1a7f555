import { expect, it } from 'vitest';
import { readCredentials, toSigningOptions } from '#build/release/signing.ts';

const mac = { platform: 'darwin', arch: 'arm64' } as const;
const windows = { platform: 'win32', arch: 'x64' } as const;
const apple = { APPLE_KEYCHAIN: '/k', APPLE_ID: 'me', APPLE_PASSWORD: 'p', APPLE_TEAM: 'T' };

it('signs nothing where no secret is there, which a workflow shows as empty', () => {
  expect(readCredentials(mac, { ...apple, APPLE_KEYCHAIN: '', APPLE_ID: '', APPLE_PASSWORD: '', APPLE_TEAM: '' })).toBe(
    undefined,
  );
  expect(readCredentials({ platform: 'linux', arch: 'x64' }, apple)).toBe(undefined);
  expect(toSigningOptions(mac, undefined)).toEqual({});
});

it('makes nothing where only some are there', () => {
  expect(() => readCredentials(mac, { ...apple, APPLE_TEAM: '', APPLE_KEYCHAIN: undefined })).toThrow(
    'Signing for darwin also needs APPLE_KEYCHAIN and APPLE_TEAM',
  );
  expect(() => readCredentials(windows, { WINDOWS_CERTIFICATE_FILE: 'c.pfx' })).toThrow('WINDOWS_CERTIFICATE_PASSWORD');
});

it('ends with a signature that failed, and asks for notarising', () => {
  expect(toSigningOptions(mac, readCredentials(mac, apple))).toEqual({
    osxSign: { keychain: '/k', continueOnError: false },
    osxNotarize: { appleId: 'me', appleIdPassword: 'p', teamId: 'T' },
  });
});
