/** The workspace's data as files: a damaged store begun anew, the whole workspace saved and loaded. No request is spent. */
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Handlers } from '../../src/contract/api.ts';
import { fail } from '../../src/contract/errors.ts';
import { saveWorkspace, unpackWorkspace } from '../workspace-file.ts';
import type { Parts } from './parts.ts';

type Methods = 'data.rebuild' | 'workspace.save' | 'workspace.load';

/** @param stopSync ends a running sync and waits until what it fetched is kept. */
export function dataHandlers(parts: Parts, stopSync: () => Promise<void>): Pick<Handlers, Methods> {
  return {
    'data.rebuild': async () => {
      await stopSync();
      const setAside = await parts.workspace().rebuild();
      parts.emit({ event: 'data.changed', payload: {} });
      return { setAside };
    },
    'workspace.save': async () => {
      const workspace = parts.workspace();
      const destination = await parts.host.chooseDestination(`${workspace.name}.timelog`);
      if (!destination) return null;
      const how = { appVersion: parts.version, now: parts.now() };
      const { records, complete, asOf } = await saveWorkspace(workspace, destination.path, how);
      await parts.host.deliver(destination.path);
      return { file: basename(destination.path), records, complete, asOf };
    },
    'workspace.load': async ({ name }) => {
      const { host } = parts;
      if (!host.chooseSource) fail({ code: 'usage', detail: 'Here no file can be opened: load it from the terminal' });
      const source = await host.chooseSource();
      if (!source) return null;
      const { folder, manifest } = await unpackWorkspace(source.path, parts.dataDirectory);
      try {
        const workspace = await parts.adopt(name, folder);
        const { records, complete, asOf } = manifest;
        return { workspace: await workspace.state(), records, complete, asOf };
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
