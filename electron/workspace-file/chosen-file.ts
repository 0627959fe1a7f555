/** Saves a workspace to the file that a person chose, and loads one from it. Spends no request. */
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Output } from '../../src/contract/api.ts';
import { fail } from '../../src/contract/errors.ts';
import type { Host, Source } from '../host/host.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { leftBehind } from './journal-lines.ts';
import { unpackWorkspace, type Loading } from './load.ts';
import { saveWorkspace } from './save.ts';
import type { Watched } from './watched.ts';
import { refusalTexts } from '#texts/refusals.ts';

export interface FileParts {
  /** The open one. */
  workspace(): Workspace;
  /** Opens the files of a folder as the workspace of this name. */
  adopt(name: string, folder: string): Promise<Workspace>;
  readonly host: Host;
  readonly version: string;
  readonly now: () => number;
  readonly dataDirectory: string;
}

/** @returns null where no file was chosen */
export async function saveToChosenFile(
  parts: FileParts,
  watched: Watched,
  sign?: (message: Uint8Array) => string,
): Promise<Output<'workspace.save'>> {
  const workspace = parts.workspace();
  const destination = await parts.host.chooseDestination(`${workspace.name}.timelog`);
  if (!destination) return null;
  const saved = await saveWorkspace(workspace, destination.path, {
    appVersion: parts.version,
    now: parts.now(),
    sign,
    ...watched,
  });
  await parts.host.deliver(destination.path);
  return { file: basename(destination.path), ...saved };
}

/** @param name of the workspace it becomes @param readOwnKey fingerprint of this app's key @returns null where no file was chosen */
export async function loadChosenFile(
  parts: FileParts,
  name: string,
  watched: Watched,
  readOwnKey: () => Promise<string | undefined>,
): Promise<Output<'workspace.load'>> {
  const { host } = parts;
  if (!host.chooseSource) fail({ code: 'usage', detail: refusalTexts.noFilesHere });
  const source = await host.chooseSource();
  if (!source) return null;
  const { folder, signedBy, ...loaded } = await unpack(source, parts.dataDirectory, { now: parts.now(), ...watched });
  try {
    const workspace = await parts.adopt(name, folder);
    const signature = signedBy === null ? null : { fingerprint: signedBy, own: signedBy === (await readOwnKey()) };
    return { workspace: await workspace.state(), ...loaded, signature, leftBehind: [...leftBehind] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The host's copy is deleted, whether it could be read or not. */
async function unpack(source: Source, dataDirectory: string, how: Loading): ReturnType<typeof unpackWorkspace> {
  try {
    return await unpackWorkspace(source.path, dataDirectory, how);
  } finally {
    await source.release?.();
  }
}
