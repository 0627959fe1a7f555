/** Handles the workspace's data as files: rebuilds a damaged store, saves and loads a workspace. Spends no request. */
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Output } from '../../src/contract/api.ts';
import { fail } from '../../src/contract/errors.ts';
import type { Source } from '../host/host.ts';
import { priceOfRecords } from '../sync/price.ts';
import { leftBehind } from '../workspace-file/journal-lines.ts';
import { unpackWorkspace } from '../workspace-file/load.ts';
import { saveWorkspace } from '../workspace-file/save.ts';
import type { Watched } from '../workspace-file/watched.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Handlers } from './shared/handlers.ts';
import { oneAtATime } from './shared/one-at-a-time.ts';
import type { Parts } from './shared/context.ts';
import { refusalTexts } from '#texts/refusals.ts';

type Methods = 'data.rebuild' | 'data.rebuildPrice' | 'workspace.save' | 'workspace.load' | 'workspace.cancel';

/** @param stopSync ends a running sync and waits until what it fetched is kept. */
export function dataHandlers(parts: Parts, stopSync: () => Promise<void>): Pick<Handlers, Methods> {
  const files = oneAtATime();
  return {
    'data.rebuild': async () => {
      await stopSync();
      const records = recordsExpected(parts.workspace());
      if (records !== null) parts.workspace().noteTotal(records);
      const setAside = await parts.workspace().rebuild();
      parts.emit({ event: 'data.changed', payload: {} });
      return { setAside };
    },
    'data.rebuildPrice': async () => {
      const workspace = parts.workspace();
      const records = recordsExpected(workspace);
      const price = records === null ? { min: 1, max: null } : priceOfRecords(records);
      return { records, ...price, quota: await workspace.quota() };
    },
    'workspace.save': () => files.run((signal) => save(parts, signal)),
    'workspace.load': ({ name }) => files.run((signal) => load(parts, name, signal)),
    'workspace.cancel': async () => files.cancel(),
  };
}

async function save(parts: Parts, signal: AbortSignal): Promise<Output<'workspace.save'>> {
  const workspace = parts.workspace();
  const destination = await parts.host.chooseDestination(`${workspace.name}.timelog`);
  if (!destination) return null;
  const how = { appVersion: parts.version, now: parts.now(), ...watched(parts, signal) };
  const saved = await saveWorkspace(workspace, destination.path, how);
  await parts.host.deliver(destination.path);
  return { file: basename(destination.path), ...saved };
}

async function load(parts: Parts, name: string, signal: AbortSignal): Promise<Output<'workspace.load'>> {
  const { host } = parts;
  if (!host.chooseSource) fail({ code: 'usage', detail: refusalTexts.noFilesHere });
  const source = await host.chooseSource();
  if (!source) return null;
  const { folder, ...loaded } = await unpacked(source, parts, signal);
  try {
    const workspace = await parts.adopt(name, folder);
    return { workspace: await workspace.state(), ...loaded, leftBehind: [...leftBehind] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function watched({ emit }: Pick<Parts, 'emit'>, signal: AbortSignal): Watched {
  return { signal, onProgress: (done, total) => emit({ event: 'workspace.progress', payload: { done, total } }) };
}

/** How many records a new download will bring: the damaged store may have held only some of them. */
function recordsExpected(workspace: Workspace): number | null {
  const told = workspace.totalTold();
  const held = workspace.recordsNoted();
  return told === null || held === null ? (told ?? held) : Math.max(told, held);
}

/** The host's copy is deleted, whether it could be read or not. */
async function unpacked(source: Source, parts: Parts, signal: AbortSignal): ReturnType<typeof unpackWorkspace> {
  try {
    return await unpackWorkspace(source.path, parts.dataDirectory, watched(parts, signal));
  } finally {
    await source.release?.();
  }
}
