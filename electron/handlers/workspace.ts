/** Chooses the records to look at, the sample or a service's, and the key that opens the service. */
import { listWorkspaces } from '../workspace/list.ts';
import type { Handlers } from './shared/handlers.ts';
import type { Parts } from './shared/context.ts';

type Methods =
  'workspace.state' | 'workspace.list' | 'workspace.open' | 'workspace.connect' | 'key.set' | 'key.test' | 'key.forget';

export function workspaceHandlers(parts: Parts): Pick<Handlers, Methods> {
  return {
    'workspace.state': () => parts.workspace().state(),
    'workspace.list': async () => ({ workspaces: listWorkspaces(parts.dataDirectory) }),
    'workspace.open': async ({ name }) => (await parts.switchTo(name)).state(),
    'workspace.connect': async ({ name, baseUrl, key }) => {
      // A mistyped address leaves the current workspace open.
      const workspace = await parts.switchTo(name, (next) => next.connect(baseUrl, key));
      return workspace.state();
    },
    'key.set': async ({ key }) => {
      const workspace = parts.workspace();
      await workspace.saveKey(key);
      return { ok: true, quota: await workspace.quota() };
    },
    'key.test': async () => {
      const workspace = parts.workspace();
      await workspace.testKey();
      return { ok: true, quota: await workspace.quota() };
    },
    'key.forget': async () => {
      const workspace = parts.workspace();
      const quota = await workspace.quota();
      await workspace.forgetKey();
      return { ok: true, quota };
    },
  };
}
