/** The entire app over a service that holds a test's records: fetched over HTTP, held in a store of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '#electron/app/app.ts';
import { createAppClient, type AppClient } from '#electron/cli/arguments/command.ts';
import type { Sample } from '#service/sample.ts';
import { openService } from '../hosts/hops.ts';
import { createEmbeddedUpstream } from '#service/upstream/embedded.ts';
import type { WireValue } from '#service/upstream/upstream.ts';
import type { WorldRecord } from '#service/upstream/world.ts';
import { requireProperty } from '#domain/properties.ts';
import { memorySecrets, quietHost } from '../hosts/quiet-host.ts';

export interface AppWorld extends Pick<AppClient, 'call'> {
  dispose(): Promise<void>;
}

export const NOW = Date.parse('2026-11-20T12:00:00Z');

/** A record by the properties that matter, with or without prefix; ids count from 1. */
export function worldRecords(all: readonly Readonly<Record<string, WireValue>>[]): WorldRecord[] {
  return all.map((properties, index) => ({
    id: index + 1,
    createdAt: Date.UTC(2026, 8, 1) + index * 1000,
    updatedAt: Date.UTC(2026, 8, 1) + index * 1000,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [requireProperty(name).name, value]),
    ),
  }));
}

/** @param records ascending by id */
export async function openAppWorld(
  records: readonly WorldRecord[],
  host: Parameters<typeof quietHost>[0] = {},
): Promise<AppWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'app-world-'));
  const service = await openService({
    upstream: createEmbeddedUpstream({ records, now: () => NOW }),
    now: () => NOW,
  });
  const key = service.key ?? '';
  const app = await createApp({
    host: quietHost({ secrets: memorySecrets(), ...host }),
    version: 'test',
    dataDirectory: folder,
    workspace: 'default',
    rate: 0,
    now: () => NOW,
  });
  const caller = createAppClient(app);
  const call: AppClient['call'] = (method, input) => caller.call(method, input);
  await call('workspace.connect', { baseUrl: service.url, key });
  await call('sync.run', {});
  return {
    call,
    dispose: async () => {
      await app.close();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The sample's records, with its names in the directory. */
export async function openFirm({ records, names }: Sample): Promise<AppWorld> {
  const firm = await openAppWorld(records);
  const active = { activeFrom: null, activeTo: null };
  await firm.call('names.keep', {
    owners: Object.fromEntries(Object.entries(names.owners).map(([id, owner]) => [id, { ...active, ...owner }])),
    objects: { ...names.objects },
  });
  return firm;
}
