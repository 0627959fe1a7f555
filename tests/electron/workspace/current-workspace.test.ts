/** While one workspace takes the place of another there is a moment without any: what is asked then waits, and can be given up. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCurrentWorkspace } from '#electron/workspace/current-workspace.ts';
import { toReplacedPath } from '#electron/workspace/leftovers.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';

let dataDirectory: string;
beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'current-workspace-'));
});
afterEach(() => rmSync(dataDirectory, { recursive: true, force: true }));

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what takes its place asks no more of a workspace
const workspaceCalled = (name: string) =>
  ({ name, close: async () => {}, isEmpty: async () => true }) as unknown as Workspace;

/** @param open how workspaces are opened, by name */
function opened(open: (name: string) => Promise<Workspace>, first = workspaceCalled('default')) {
  const happened: string[] = [];
  const current = createCurrentWorkspace(first, {
    dataDirectory,
    open,
    stop: async () => {},
    remember: () => {},
    switched: () => {},
    reopened: () => happened.push('reopened'),
    adopted: () => happened.push('adopted'),
  });
  return { current, happened };
}

const keepNothing = () => async () => {};
const nothingToUndo = () => ({ undo: () => {} });
const isWaiting = (current: ReturnType<typeof opened>['current']) =>
  expect.poll(() => current.opening() !== undefined).toBe(true);

test('a question waits until the workspace is open, and is ended when its asker leaves', async () => {
  const slow = Promise.withResolvers<Workspace>();
  const { current } = opened(() => slow.promise);
  expect(current.opening()).toBeUndefined();
  const reopening = current.reopen(nothingToUndo);
  await isWaiting(current);
  const leaving = new AbortController();
  const left = current.opening(leaving.signal);
  const patient = current.opening();
  leaving.abort();
  await expect(left).rejects.toMatchObject({ error: { code: 'cancelled' } });
  await expect(current.opening(AbortSignal.abort())).rejects.toMatchObject({ error: { code: 'cancelled' } });
  expect(() => current.workspace()).toThrow('cancelled');
  const again = workspaceCalled('default');
  slow.resolve(again);
  await patient;
  expect(current.workspace()).toBe(again);
  await reopening;
});

test('a question that waited is told why when nothing could be opened', async () => {
  const slow = Promise.withResolvers<Workspace>();
  const { current } = opened(() => slow.promise);
  const reopening = current.reopen(nothingToUndo);
  await isWaiting(current);
  const waiting = current.opening();
  slow.reject(new Error('The disk fails'));
  await expect(reopening).rejects.toThrow('The disk fails');
  await waiting;
  expect(() => current.workspace()).toThrow('The disk fails');
  expect(current.opening()).toBeUndefined();
});

test('no question waits for what was closed for good', async () => {
  const { current } = opened(async () => workspaceCalled('default'));
  await current.close();
  expect(current.opening()).toBeUndefined();
  expect(() => current.workspace()).toThrow('cancelled');
});

test('what was open is open again when another cannot be put in its place, whichever step fails', async () => {
  const folder = join(dataDirectory, 'loading');
  const place = join(dataDirectory, 'workspaces/firm');
  mkdirSync(place, { recursive: true });
  const { current, happened } = opened(async (name) => workspaceCalled(name));
  // Nothing was unpacked: it cannot be moved.
  await expect(current.adopt('firm', folder, keepNothing)).rejects.toThrow('ENOENT');
  expect([current.workspace().name, existsSync(place), happened]).toEqual(['default', true, ['reopened']]);
  // The empty one is gone meanwhile: it cannot be set aside.
  rmSync(place, { recursive: true });
  await expect(current.adopt('firm', folder, keepNothing)).rejects.toThrow('ENOENT');
  expect([current.workspace().name, happened]).toEqual(['default', ['reopened', 'reopened']]);
  mkdirSync(place);
  mkdirSync(folder);
  writeFileSync(join(folder, 'loaded'), '');
  await current.adopt('firm', folder, keepNothing);
  expect([current.workspace().name, existsSync(join(place, 'loaded')), existsSync(toReplacedPath(place))]).toEqual([
    'firm',
    true,
    false,
  ]);
});

test('what is held is joined to what replaces it, once it is closed and before it is moved', async () => {
  const folder = join(dataDirectory, 'loading');
  const place = join(dataDirectory, 'workspaces/default');
  for (const path of [folder, place]) mkdirSync(path, { recursive: true });
  writeFileSync(join(place, 'held'), '');
  writeFileSync(join(folder, 'loaded'), '');
  const steps: string[] = [];
  const full = (): Workspace => ({
    ...workspaceCalled('default'),
    isEmpty: async () => false,
    close: async () => void steps.push('closed'),
  });
  const { current, happened } = opened(async () => full(), full());
  const files = () => [place, folder].map((path) => readdirSync(path));
  const planJoin = (failure?: Error) => (existing: Workspace) => {
    steps.push(`asked of ${existing.name}`);
    return async (directory: string) => {
      steps.push('joined');
      expect([directory, files()]).toEqual([place, [['held'], ['loaded']]]);
      if (failure) throw failure;
    };
  };
  await expect(current.adopt('default', folder, planJoin(new Error('The disk fails')))).rejects.toThrow(
    'The disk fails',
  );
  expect([files(), happened]).toEqual([[['held'], ['loaded']], ['reopened']]);
  expect(current.workspace().name).toBe('default');
  await current.adopt('default', folder, planJoin());
  expect([readdirSync(place), happened]).toEqual([['loaded'], ['reopened', 'adopted']]);
  expect(steps).toEqual(['asked of default', 'closed', 'joined', 'asked of default', 'closed', 'joined']);
});

test('a question waits for the change under way, not for those behind it', async () => {
  const [again, other] = [Promise.withResolvers<Workspace>(), Promise.withResolvers<Workspace>()];
  const { current } = opened((name) => (name === 'other' ? other.promise : again.promise));
  const reopening = current.reopen(nothingToUndo);
  const switching = current.switchTo('other');
  await isWaiting(current);
  const asked = current.opening();
  again.resolve(workspaceCalled('default'));
  await asked;
  expect(current.workspace().name).toBe('default');
  other.resolve(workspaceCalled('other'));
  await reopening;
  expect((await switching).name).toBe('other');
});
