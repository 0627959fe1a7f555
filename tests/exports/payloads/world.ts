/** The entire app over a service that sends the payloads, and files of every format from it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '#electron/app/app.ts';
import type { AppError } from '#contract/errors.ts';
import type { Manifest } from '#contract/exports.ts';
import type { ExportOptionsInput } from '#domain/exports/options.ts';
import { startOddService } from '#tests/oddities/service.ts';
import { NOW, type OddRecord, type OddWorld } from '#tests/oddities/world.ts';
import { runInProcess } from '#tests/support/hosts/terminal-in-process.ts';
import type { Ended } from '#tests/support/hosts/terminal.ts';
import { quietHost } from '#tests/support/hosts/quiet-host.ts';
import { brokenTextPayloads, numberPayloads, textPayloads } from './given.ts';

export const ID = 'sys_object_id';
/** The second is one of ids, the others of texts. */
export const textColumns = ['a552213_title', 'a552213_assoc_record_id', 'a552213_description', 'a552213_service_name'];
export const numberColumns = ['a552213_billable_amount', 'a552213_total_minutes'];
const DAY = 86_400_000;

/** One record a payload, which stands in every column of its type; numbers also as texts. */
export function payloadWorld(): OddWorld {
  const texts: string[] = [];
  const mark = (json: string) => `@@${texts.push(json) - 1}@@`;
  const given = [
    ...numberPayloads.map((json) => ({ text: JSON.stringify(json), number: json })),
    ...textPayloads.map((text) => ({
      text: JSON.stringify(text),
      number: text.startsWith('.') ? 'null' : JSON.stringify(text),
    })),
    ...brokenTextPayloads.map((json) => ({ text: json, number: json })),
  ];
  const records: OddRecord[] = given.map(({ text, number }, at) => ({
    id: at + 1,
    received: new Map([
      ...textColumns.map((name) => [name, text] as const),
      ...numberColumns.map((name) => [name, number] as const),
    ]),
  }));
  const marked = records.map(({ id, received }) => ({
    id,
    createdAt: Date.UTC(2026, 5, 1) + id * DAY,
    updatedAt: Date.UTC(2026, 5, 1) + id * DAY,
    properties: {
      ...Object.fromEntries([...received].map(([name, json]) => [name, mark(json)])),
      a552213_month_year: '2026-10-01',
    },
  }));
  return { records, marked, unmark: (body) => body.replaceAll(/"@@(\d+)@@"/g, (_, at) => texts[Number(at)] ?? '') };
}

type Outcome = { readonly manifest: Manifest | null } | { readonly refused: AppError };

export interface PayloadApp {
  readonly world: OddWorld;
  readonly folder: string;
  /** Writes all records, or those asked for, to a file of this name. */
  write(name: string, options: ExportOptionsInput, filter?: object): Promise<Outcome>;
  /** Closes the app: a command on the same workspace, from the command line to the exit code. */
  run(argv: readonly string[]): Promise<Ended>;
  close(): Promise<void>;
}

export async function openPayloads(): Promise<PayloadApp> {
  const world = payloadWorld();
  const service = await startOddService(world);
  const folder = mkdtempSync(join(tmpdir(), 'payloads-'));
  const data = join(folder, 'data');
  let name = '';
  const app = await createApp({
    host: quietHost({ chooseDestination: async () => ({ path: join(folder, name) }) }),
    version: 'test',
    dataDirectory: data,
    workspace: 'default',
    baseUrl: service.url,
    key: service.key,
    rate: 0,
    now: () => NOW,
  });
  await app.call('sync.run', {});
  let isOpen = true;
  const closeApp = async () => {
    if (isOpen) await app.close();
    isOpen = false;
  };
  return {
    world,
    folder,
    async write(fileName, options, filter = {}) {
      name = fileName;
      const columns = [ID, ...textColumns, ...numberColumns];
      const answer = await app.call('export.run', { columns, ...options, ...filter });
      return answer.ok ? { manifest: answer.value as Manifest | null } : { refused: answer.error };
    },
    async run(argv) {
      await closeApp();
      return runInProcess([...argv, '--data-dir', data, '--base-url', service.url]);
    },
    async close() {
      await closeApp();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
