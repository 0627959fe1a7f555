/** The workspace's data as files: rebuilds a damaged store, saves and loads a workspace. Spends no request. */
import { readSigningState, requireSigner } from '../questions/exports/signing-key.ts';
import { priceRebuild } from '../questions/rebuild-price.ts';
import { loadChosenFile, saveToChosenFile } from '../workspace-file/chosen-file.ts';
import type { Watched } from '../workspace-file/watched.ts';
import type { Handlers } from './shared/handlers.ts';
import { oneAtATime } from './shared/one-at-a-time.ts';
import type { Parts } from './shared/context.ts';

type Methods = 'data.rebuild' | 'data.rebuildPrice' | 'workspace.save' | 'workspace.load' | 'workspace.cancel';

/** @param stopSync ends a running sync and waits until what it fetched is kept. */
export function dataHandlers(parts: Parts, stopSync: () => Promise<void>): Pick<Handlers, Methods> {
  const files = oneAtATime();
  const { secrets } = parts.host;
  const watched = (signal: AbortSignal): Watched => ({
    signal,
    onProgress: (done, total) => parts.emit({ event: 'workspace.progress', payload: { done, total } }),
  });
  return {
    'data.rebuild': async () => {
      await stopSync();
      return { setAside: await parts.workspace().rebuild() };
    },
    'data.rebuildPrice': () => priceRebuild(parts.workspace()),
    'workspace.save': ({ sign }) =>
      files.run(async (signal) => {
        const signer = sign ? await requireSigner(secrets) : undefined;
        return saveToChosenFile(parts, watched(signal), signer && ((message) => signer.sign(message)));
      }),
    'workspace.load': ({ name }) =>
      files.run((signal) =>
        loadChosenFile(parts, name, watched(signal), async () => (await readSigningState(secrets)).key?.fingerprint),
      ),
    'workspace.cancel': async () => files.cancel(),
  };
}
