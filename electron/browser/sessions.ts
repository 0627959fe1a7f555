/** Who may talk to the browser host: a token that opens one tab once, and the secret that tab then carries. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const MOST_SESSIONS = 16;

export interface Sessions {
  /** A new one-time token; an unused older one opens nothing any more. */
  freshToken(): string;
  /** @returns the secret of a new session, once; undefined for a wrong, used or replaced token. */
  exchange(token: string): string | undefined;
  knows(secret: string): boolean;
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes are compared, so that neither length nor content shows in the time it takes. */
function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** @param onUse told when a token was used. */
export function createSessions(onUse: () => void = () => undefined): Sessions {
  let token: Buffer | undefined;
  const secrets: Buffer[] = [];
  return {
    freshToken() {
      const fresh = newSecret();
      token = digest(fresh);
      return fresh;
    },
    exchange(given) {
      if (!token || !timingSafeEqual(token, digest(given))) return undefined;
      token = undefined;
      onUse();
      const secret = newSecret();
      secrets.push(digest(secret));
      // Tabs that were closed leave theirs behind: the oldest goes.
      if (secrets.length > MOST_SESSIONS) secrets.shift();
      return secret;
    },
    knows(secret) {
      const given = digest(secret);
      return secrets.map((each) => timingSafeEqual(each, given)).includes(true);
    },
  };
}
