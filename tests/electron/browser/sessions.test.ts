import { expect, it } from 'vitest';
import { createSessions } from '#electron/browser/sessions.ts';

it('lets sixteen tabs in at a time: of more, the one that came first is out, so that closed ones do not pile up', () => {
  const sessions = createSessions();
  const secrets = Array.from({ length: 18 }, () => sessions.exchange(sessions.createToken()) ?? '');
  expect(secrets.map((secret) => sessions.hasSession(secret))).toEqual([false, false, ...Array(16).fill(true)]);
});
