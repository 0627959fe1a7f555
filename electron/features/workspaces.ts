/** Opens, connects, renames and deletes workspaces, stores their keys, and saves a workspace to a file and loads it from one. */
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import type { Output } from '#contract/api.ts';
import { fail } from '#contract/errors.ts';
import type { SigningState } from '#contract/proof/signing.ts';
import { settingsOfThisComputer } from '#domain/settings.ts';
import type { Secrets, Source } from '#electron/host/host.ts';
import { readStatus } from '#electron/sync/status.ts';
import { listWorkspaces } from '#electron/workspace/list.ts';
import { chooseFolder, saveTitle, readTitle, renameWorkspace, type NamedFolder } from '#electron/workspace/titles.ts';
import { SAMPLE } from '#electron/workspace/connection.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { workspaceTexts } from '#texts/hosts/workspace.ts';
import { refusalTexts } from '#texts/refusals.ts';
import { createTaskRunner, type HandlersFor, type HandlerContext } from './calls.ts';
import { changePreferences, readPreferences } from './settings.ts';
import type { SyncScheduler } from './sync-scheduler.ts';
import { planJoin } from './workspace-file/join.ts';
import { unpackWorkspace, type LoadOptions, type UnpackedWorkspace } from './workspace-file/load.ts';
import { saveWorkspace, type ProgressOptions } from './workspace-file/save.ts';

/** The key that signs exported files signs saved workspaces too. */
interface SigningKey {
  readonly readSigningState: (secrets: Secrets) => Promise<SigningState>;
  readonly requireSigner: (secrets: Secrets) => Promise<{ sign(message: Uint8Array): string }>;
}

export function workspaceHandlers(
  context: HandlerContext,
  scheduler: Pick<SyncScheduler, 'forget'>,
  { readSigningState, requireSigner }: SigningKey,
): HandlersFor<'workspace' | 'key'> {
  const { dataDirectory, host } = context;
  const { secrets } = host;
  const visits = new WeakMap<Workspace, Visit>();
  const files = createTaskRunner();
  const createProgress = (signal: AbortSignal): ProgressOptions => ({
    signal,
    onProgress: (done, total) => context.emit({ event: 'workspace.progress', payload: { done, total } }),
  });
  return {
    'workspace.state': () => context.workspace().state(),
    'workspace.list': async () => {
      const descriptions = listWorkspaces(dataDirectory).map(async (workspace) => ({
        ...workspace,
        hasKey: workspace.baseUrl !== null && (await secrets.get(workspace.baseUrl)) !== undefined,
      }));
      return { workspaces: await Promise.all(descriptions) };
    },
    'workspace.open': async ({ name }) => (await context.switchTo(name)).state(),
    'workspace.connect': async ({ name, baseUrl, key }) => {
      // A mistyped address leaves the current workspace open.
      const folder = findNewFolder(dataDirectory, name);
      const workspace = await context.switchTo(folder.name, async (next) => {
        await next.connect(baseUrl, key);
        saveTitle(next.journal, folder);
      });
      return workspace.state();
    },
    'workspace.rename': async ({ name, title }) => {
      if (name === SAMPLE || !listWorkspaces(dataDirectory).some((listed) => listed.name === name))
        return fail({ code: 'usage', detail: workspaceTexts.noWorkspace(name) });
      const open = context.workspace();
      renameWorkspace(dataDirectory, name, title, name === open.name ? open.journal : undefined);
      return open.state();
    },
    'workspace.remove': async ({ name }) => {
      const workspaces = listWorkspaces(dataDirectory);
      const removed = workspaces.find((workspace) => workspace.name === name);
      if (!removed) return fail({ code: 'usage', detail: workspaceTexts.noWorkspace(name) });
      const { baseUrl } = removed;
      const others = workspaces.filter((workspace) => workspace.name !== name && workspace.baseUrl !== null);
      // Workspaces of one address share its key.
      const sharing = others.find((workspace) => workspace.baseUrl === baseUrl);
      await context.remove(name, others[0]?.name ?? SAMPLE, async () => {
        if (baseUrl !== null && !sharing) await secrets.forget(baseUrl);
      });
      scheduler.forget(name);
      forgetScreens(context, name);
      return { keyKeptFor: sharing?.name ?? null, workspace: await context.workspace().state() };
    },
    'workspace.save': ({ sign }) =>
      files.run(async (signal) => {
        const signer = sign ? await requireSigner(secrets) : undefined;
        return saveToChosenFile(context, createProgress(signal), signer && ((message) => signer.sign(message)));
      }),
    'workspace.load': ({ name }) =>
      files.run(async (signal) => {
        const loaded = await loadChosenFile(context, name, createProgress(signal));
        if (!loaded) return null;
        const { signedBy, ...answer } = loaded;
        if (signedBy === null) return { ...answer, signature: null };
        const { key } = await readSigningState(secrets);
        return { ...answer, signature: { fingerprint: signedBy, own: signedBy === key?.fingerprint } };
      }),
    'workspace.cancel': async () => files.cancel(),
    'workspace.visit': () => continueVisit(context.workspace(), visits),
    'key.set': async ({ key }) => {
      const workspace = context.workspace();
      await workspace.saveKey(key);
      return { ok: true, quota: await workspace.quota() };
    },
    'key.test': async () => {
      const workspace = context.workspace();
      await workspace.testKey();
      return { ok: true, quota: await workspace.quota() };
    },
    'key.forget': async () => {
      const workspace = context.workspace();
      const quota = await workspace.quota();
      await workspace.forgetKey();
      return { ok: true, quota };
    },
  };
}

/** @throws AppFailure `usage` for the title of another workspace, unless it is still empty */
function findNewFolder(dataDirectory: string, nameOrTitle: string): NamedFolder {
  const folder = chooseFolder(dataDirectory, nameOrTitle);
  const isTaken =
    folder.name !== nameOrTitle &&
    listWorkspaces(dataDirectory).some(({ name, baseUrl }) => name === folder.name && baseUrl !== null);
  return isTaken ? fail({ code: 'usage', detail: workspaceTexts.taken(nameOrTitle) }) : folder;
}

/** Forgets a workspace's saved views and the report with which its screen was left. */
function forgetScreens(context: HandlerContext, name: string): void {
  const { recordViews = {}, lastReports = {} } = readPreferences(context);
  const { [name]: _views, ...views } = recordViews;
  const { [name]: _report, ...reports } = lastReports;
  changePreferences(context, { recordViews: views, lastReports: reports });
}

type Visit = Output<'workspace.visit'>;
const SEEN_KEY = 'visit.seenAsOf';

/** Remembers which state of the records was seen. A visit lasts as long as the workspace is open; before it there was the previous one. */
async function continueVisit(workspace: Workspace, visits: WeakMap<Workspace, Visit>): Promise<Visit> {
  const { journal } = workspace;
  const visit = visits.get(workspace) ?? { previous: journal.setting(SEEN_KEY, z.iso.datetime()) ?? null };
  visits.set(workspace, visit);
  const { asOf } = await readStatus(workspace.snapshot);
  if (asOf !== null && asOf !== journal.setting(SEEN_KEY, z.string())) journal.saveSetting(SEEN_KEY, asOf);
  return visit;
}

/** @returns null if no file was chosen */
async function saveToChosenFile(
  context: HandlerContext,
  progress: ProgressOptions,
  sign: ((message: Uint8Array) => string) | undefined,
): Promise<Output<'workspace.save'>> {
  const workspace = context.workspace();
  const destination = await context.host.chooseDestination(`${workspace.name}.timelog`);
  if (!destination) return null;
  const options = { appVersion: context.version, now: context.now(), sign, ...progress };
  const saved = await saveWorkspace(workspace, destination.path, options);
  await context.host.deliver(destination.path);
  return { file: basename(destination.path), ...saved };
}

/** @param name the workspace that the file becomes. @returns null if no file was chosen */
async function loadChosenFile(context: HandlerContext, name: string, progress: ProgressOptions) {
  const { host, dataDirectory } = context;
  if (!host.chooseSource) fail({ code: 'usage', detail: refusalTexts.noFilesHere });
  const target = findNewFolder(dataDirectory, name);
  const source = await host.chooseSource();
  if (!source) return null;
  const { folder, ...loaded } = await unpack(source, dataDirectory, { now: context.now(), ...progress });
  try {
    // The file replaces an empty workspace, or one that it continues, but keeps the title of that workspace.
    const title = target.title ?? readTitle(dataDirectory, target.name);
    const workspace = await context.adopt(target.name, folder, (existing) => planJoin(existing, folder));
    saveTitle(workspace.journal, { ...target, ...(title !== undefined && { title }) });
    return { workspace: await workspace.state(), ...loaded, leftBehind: [...settingsOfThisComputer] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Deletes the host's copy of the file, whether it could be read or not. */
async function unpack(source: Source, dataDirectory: string, options: LoadOptions): Promise<UnpackedWorkspace> {
  try {
    // The path of a copy means nothing to the person who chose the file.
    const name = source.release ? basename(source.path) : source.path;
    return await unpackWorkspace(source.path, dataDirectory, { ...options, name });
  } finally {
    await source.release?.();
  }
}
