/** Bad certificates and bad TLS against the real client; a good one beside each shows that the listener works. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { Seeded } from '#tests/support/worlds/seeded.ts';
import { askAt, askOnce, KEY, operations } from './asking.ts';
import { makeAuthority, wrongCertificates, type Authority } from './certificates.ts';
import type { Tried } from './elsewhere.ts';
import { listenInTheClear, listenWith, type Listener } from './listeners.ts';

const kinds = [...wrongCertificates, 'TLS 1.0 alone', 'TLS 1.1 alone', 'no TLS at all'] as const;

export interface TlsTrial {
  try(at: number, random: Seeded): Promise<Tried>;
  close(): void;
}

/** This process trusts the authority until the trial is closed, so that each certificate fails by its defect alone. */
export function openTlsTrial(): TlsTrial {
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'));
  const before = getCACertificates('default');
  const authority = makeAuthority(folder);
  setDefaultCACertificates([...before, authority.root]);
  return {
    async try(at, random) {
      const kind = kinds[at % kinds.length]!;
      const host = random.pick(['127.0.0.1', 'localhost']);
      const operation = random.pick(operations);
      const wrong = await findWrong(await listenFor(kind, authority), host, async (client) => {
        const said = await askOnce(client, operation);
        return said === 'offline' ? undefined : `said ${said}`;
      });
      // The same with a good certificate must succeed, or nothing was shown.
      const heard = await findWrong(await listenWith(authority.good), host, async (client) => {
        const said = await askOnce(client, 'search');
        return said === 'answered' ? undefined : `a good certificate: ${said}`;
      });
      const isHeard = heard.length === 1 && heard[0] === HEARD;
      const what = `${kind} at ${host}`;
      return {
        what,
        wrong: [...wrong, ...(isHeard ? [] : ['a good certificate was not accepted', ...heard])].map(
          (each) => `${what}: ${each}`,
        ),
      };
    },
    close() {
      setDefaultCACertificates(before);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const HEARD = 'the key was sent';

async function findWrong(
  listener: Listener,
  host: string,
  ask: (client: ReturnType<typeof askAt>['client']) => Promise<string | undefined>,
): Promise<string[]> {
  const { client, close } = askAt(`https://${host}:${listener.port}`);
  const said = await ask(client);
  close();
  await listener.close();
  return [...(said === undefined ? [] : [said]), ...(listener.heard().includes(KEY) ? [HEARD] : [])];
}

function listenFor(kind: (typeof kinds)[number], authority: Authority): Promise<Listener> {
  if (kind === 'no TLS at all') return listenInTheClear();
  if (kind === 'TLS 1.0 alone') return listenWith(authority.good, 'TLSv1');
  if (kind === 'TLS 1.1 alone') return listenWith(authority.good, 'TLSv1.1');
  return listenWith(authority.wrong(kind));
}
