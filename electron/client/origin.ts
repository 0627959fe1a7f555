/** Decides to which addresses a key may ever be sent: HTTPS anywhere, plain HTTP only to this computer. */
import { fail } from '#contract/errors.ts';
import { addressRefusals as texts } from '#texts/refusals.ts';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Matches a scheme, a literal host, an optional port and at most one closing slash. Anything a URL parser would repair or decode does not
 * match.
 */
const ADDRESS = /^(https?):\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?\/?$/i;

/**
 * Reads the service's base address as a person types it.
 * @returns its origin: scheme, host and port in lower case, without a closing slash.
 * @throws AppFailure `address-refused`; its detail is a reason and never repeats the text, which may hold a password.
 */
export function parseBaseUrl(text: string): string {
  const match = ADDRESS.exec(text.trim());
  if (!match || !URL.canParse(text.trim())) {
    return refuse(texts.form);
  }
  const [, scheme = '', host = '', port] = match;
  const url = new URL(text.trim());
  // A host that reads differently after parsing (0x7f.1, [0:0:0:0:0:0:0:1]) is a disguise, not an address.
  if (url.hostname !== host.toLowerCase() || port === '0') return refuse(texts.host);
  if (scheme.toLowerCase() === 'http' && !LOOPBACK.has(url.hostname)) {
    return refuse(texts.plain);
  }
  return url.origin;
}

function refuse(detail: string): never {
  return fail({ code: 'address-refused', detail });
}
