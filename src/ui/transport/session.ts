/** The browser host's session: a one-time token in the address becomes a secret of this tab, and leaves the address. */
import { z } from 'zod';

const STORED = 'timelog-session';
const answerSchema = z.object({ secret: z.string().min(1) });

/** @returns the secret, or undefined when the page was opened without a valid token. */
export async function openSession(): Promise<string | undefined> {
  const token = takeToken();
  if (token === undefined) return sessionStorage.getItem(STORED) ?? undefined;
  const response = await fetch('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  // A token works once: after a reload with the old address, the stored secret still opens this tab.
  if (!response.ok) return sessionStorage.getItem(STORED) ?? undefined;
  const { secret } = answerSchema.parse(await response.json());
  sessionStorage.setItem(STORED, secret);
  return secret;
}

export function forgetSession(): void {
  sessionStorage.removeItem(STORED);
}

/** Reads the token and strips it from the address bar and the history. */
function takeToken(): string | undefined {
  const address = new URL(location.href);
  const token = address.searchParams.get('token');
  if (token === null) return undefined;
  address.searchParams.delete('token');
  history.replaceState(history.state, '', address);
  return token;
}
