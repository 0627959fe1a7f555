import { expect, test } from 'vitest';
import { rethrowStored } from '#electron/features/exports/saved-exports.ts';
import { AppFailure } from '#contract/errors.ts';
import { applyProfile, type ClientProfile } from '#domain/exports/profile.ts';

const acme: ClientProfile = { client: 'Acme', rates: false, format: null, names: null };

function told(fault: unknown, kind: 'desktop' | 'browser' | 'terminal'): unknown {
  try {
    return rethrowStored(fault, kind);
  } catch (error) {
    return error instanceof AppFailure && error.error.code === 'usage' ? error.error.detail : error;
  }
}

test('a stored choice of internal use is refused with the way out that its host has', () => {
  const refused = applyProfile({ audience: 'internal' }, acme, true);
  if (refused.ok) expect.fail('it was not refused');
  const { problem: detail, reason } = refused;
  const fault = new AppFailure({ code: 'usage', detail, reason });
  const begin = 'This definition would tell Acme more than its profile allows: it is for internal use, and each run';
  expect(told(fault, 'terminal')).toBe(`${begin} has to say so (--audience internal), or make it for a client`);
  for (const kind of ['desktop', 'browser'] as const)
    expect(told(fault, kind)).toBe(`${begin} has to say so (tick “For internal use”), or make it for a client`);
});

test('any other fault stays as it is', () => {
  const cancelled = new AppFailure({ code: 'cancelled' });
  const other = new AppFailure({ code: 'usage', detail: 'Another' });
  expect(told(cancelled, 'terminal')).toBe(cancelled);
  expect(told(other, 'browser')).toBe('Another');
});
