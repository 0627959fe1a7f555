/** Decides who may access the browser host: a one-time token opens a tab, which then carries a session secret. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const MAX_SESSIONS = 16;

export interface Sessions {
  /** Creates a one-time token and invalidates an older one that was not used. */
  createToken(): string;
  /** @returns the secret of a new session, once; undefined for a wrong, used or replaced token. */
  exchange(token: string): string | undefined;
  hasSession(secret: string): boolean;
}

export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Secrets are compared by their hashes, so that the time of a comparison reveals neither length nor content. */
function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** @param onUse called when a token is used. */
export function createSessions(onUse: () => void = () => undefined): Sessions {
  let token: Buffer | undefined;
  const secrets: Buffer[] = [];
  return {
    createToken() {
      const newToken = createSecret();
      token = digest(newToken);
      return newToken;
    },
    exchange(presentedToken) {
      if (!token || !timingSafeEqual(token, digest(presentedToken))) return undefined;
      token = undefined;
      onUse();
      const secret = createSecret();
      secrets.push(digest(secret));
      // The oldest secret is dropped, because closed tabs leave theirs behind.
      if (secrets.length > MAX_SESSIONS) secrets.shift();
      return secret;
    },
    hasSession(secret) {
      const secretDigest = digest(secret);
      return secrets.map((storedDigest) => timingSafeEqual(storedDigest, secretDigest)).includes(true);
    },
  };
}
