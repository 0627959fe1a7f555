/** A private D-Bus session with a real keyring that outlives single programs, as a person's login does. */
import { createInterface } from 'node:readline';
import { requireKeyring, spawnInKeyring, type KeyringHome } from '#tests/support/hosts/keyring.ts';

export interface KeyringSession {
  /** What a program needs to find the session. */
  readonly env: Readonly<Record<string, string>>;
  end(): Promise<void>;
}

/** @throws Error when this machine has no keyring. */
export async function openKeyringSession(home: KeyringHome): Promise<KeyringSession> {
  requireKeyring();
  // `cat` ends with its input, and the session with `cat`.
  const session = spawnInKeyring(home, ['sh', '-c', 'echo "$DBUS_SESSION_BUS_ADDRESS" && exec cat']);
  const ended = new Promise<void>((resolve) => session.on('close', () => resolve()));
  if (!session.stdout) throw new Error('The keyring session has no output');
  const lines = createInterface({ input: session.stdout });
  const address = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    void ended.then(() => reject(new Error('The keyring session did not start')));
  });
  return {
    env: { DBUS_SESSION_BUS_ADDRESS: address },
    end() {
      session.stdin?.end();
      return ended;
    },
  };
}
