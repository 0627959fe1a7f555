/** Tells why an exchange never reached the service, from what the transport threw: Node's fetch or Electron's network stack. Pure. */
import type { UnreachableReason } from '../../src/contract/errors.ts';

/** Causes nest: `fetch failed` holds what the socket said, which may hold one error for each address that was tried. */
const MOST_CAUSES = 8;

const patterns: readonly (readonly [UnreachableReason, RegExp])[] = [
  ['name-unknown', /ENOTFOUND|EAI_AGAIN|EAI_NONAME|ERR_NAME_NOT_RESOLVED|ERR_NAME_RESOLUTION_FAILED/],
  // The other side speaks no TLS, or a version of it that is not accepted: `https` where only `http` is.
  ['no-tls', /EPROTO|ERR_SSL_|WRONG_VERSION_NUMBER/],
  ['certificate', /CERT_|_CERT|CERTIFICATE|ERR_TLS_CERT_ALTNAME_INVALID|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)/],
  ['refused', /ECONNREFUSED|ERR_CONNECTION_REFUSED/],
  ['timed-out', /ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|ERR_CONNECTION_TIMED_OUT|ERR_TIMED_OUT/],
  ['no-network', /ENETUNREACH|EHOSTUNREACH|ENETDOWN|ERR_INTERNET_DISCONNECTED|ERR_ADDRESS_UNREACHABLE/],
];

/** @returns undefined where it says nothing more than that it failed. */
export function findUnreachableReason(thrown: unknown): UnreachableReason | undefined {
  const codes = listCodes(thrown).join(' ');
  return patterns.find(([, pattern]) => pattern.test(codes))?.[0];
}

/** Codes, and the names that Electron puts into its messages; no other text of an error is looked at. */
function listCodes(thrown: unknown): string[] {
  const found: string[] = [];
  const queue: unknown[] = [thrown];
  for (let looks = 0; looks < MOST_CAUSES && queue.length > 0; looks += 1) {
    const each = queue.shift();
    if (!(each instanceof Error)) continue;
    if ('code' in each && typeof each.code === 'string') found.push(each.code);
    const named = /\bnet::(ERR_[A-Z_]+)/.exec(each.message)?.[1];
    if (named !== undefined) found.push(named);
    queue.push(each.cause, ...(each instanceof AggregateError ? each.errors : []));
  }
  return found;
}
