/** Chooses the records to look at, the sample or a service's, and the key that opens the service. */
import { fail } from '../../src/contract/errors.ts';
import { workspaceTexts } from '#texts/hosts/workspace.ts';
import { listWorkspaces } from '../workspace/list.ts';
import { SAMPLE } from '../workspace/sample-service.ts';
import type { Handlers } from './shared/handlers.ts';
import type { Parts } from './shared/context.ts';
import { changePreferences, readPreferences } from './shared/saved-preferences.ts';

type Methods =
  | 'workspace.state'
  | 'workspace.list'
  | 'workspace.open'
  | 'workspace.connect'
  | 'workspace.remove'
  | 'key.set'
  | 'key.test'
  | 'key.forget';

/** @param forgetRuns lets nothing of a workspace go on by itself any more */
export function workspaceHandlers(parts: Parts, forgetRuns: (name: string) => void): Pick<Handlers, Methods> {
  return {
    'workspace.state': () => parts.workspace().state(),
    'workspace.list': async () => {
      const { secrets } = parts.host;
      const listed = listWorkspaces(parts.dataDirectory).map(async (each) => ({
        ...each,
        hasKey: each.baseUrl !== null && (await secrets.get(each.baseUrl)) !== undefined,
      }));
      return { workspaces: await Promise.all(listed) };
    },
    'workspace.open': async ({ name }) => (await parts.switchTo(name)).state(),
    'workspace.connect': async ({ name, baseUrl, key }) => {
      // A mistyped address leaves the current workspace open.
      const workspace = await parts.switchTo(name, (next) => next.connect(baseUrl, key));
      return workspace.state();
    },
    'workspace.remove': async ({ name }) => {
      const listed = listWorkspaces(parts.dataDirectory);
      const doomed = listed.find((each) => each.name === name);
      if (!doomed) return fail({ code: 'usage', detail: workspaceTexts.noWorkspace(name) });
      const { baseUrl } = doomed;
      const others = listed.filter((each) => each.name !== name && each.baseUrl !== null);
      // Workspaces of one address share its key.
      const sharing = others.find((each) => each.baseUrl === baseUrl);
      await parts.remove(name, others[0]?.name ?? SAMPLE, async () => {
        if (baseUrl !== null && !sharing) await parts.host.secrets.forget(baseUrl);
      });
      forgetRuns(name);
      forgetViews(parts, name);
      return { keyKeptFor: sharing?.name ?? null, workspace: await parts.workspace().state() };
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

/** Its saved views, and where its reports were left. */
function forgetViews(parts: Parts, name: string): void {
  const { recordViews = {}, lastReports = {} } = readPreferences(parts);
  const { [name]: _views, ...views } = recordViews;
  const { [name]: _report, ...reports } = lastReports;
  changePreferences(parts, { recordViews: views, lastReports: reports });
}
