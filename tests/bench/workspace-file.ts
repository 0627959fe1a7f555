/**
 * What saving and loading a workspace costs, printed as one line of JSON. Run by hand: `node tests/bench/workspace-file.ts [records]`.
 * Every declared property of every record is set: real ones have fewer.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournal } from '#electron/journal/journal.ts';
import { openMemory } from '#electron/workspace/memory.ts';
import { defaultSettings } from '#domain/settings.ts';
import { openSnapshot } from '#electron/snapshot/snapshot.ts';
import { unpackWorkspace } from '#electron/features/workspace-file/load.ts';
import { saveWorkspace } from '#electron/features/workspace-file/save.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { fullRecord } from './full-record.ts';

const total = Number(process.argv[2] ?? 200_000);
const PAGE = 2000;
const folder = mkdtempSync(join(tmpdir(), 'workspace-file-bench-'));
const path = join(folder, 'saved.timelog');
/** The longest time in which nothing else had its turn. */
let stallMs = 0;
let last = performance.now();
const beat = setInterval(() => {
  const now = performance.now();
  stallMs = Math.max(stallMs, now - last - 10);
  last = now;
}, 10);

async function timed<T>(work: () => Promise<T>) {
  stallMs = 0;
  last = performance.now();
  const begun = performance.now();
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  const processorSeconds = Math.round((user + system) / 100_000) / 10;
  return { value, cost: { seconds, processorSeconds, longestStallMs: Math.round(stallMs) } };
}

try {
  const snapshot = await openSnapshot(join(folder, 'snapshot.duckdb'));
  for (let left = total; left > 0; left -= PAGE) {
    const upsert = Array.from({ length: Math.min(PAGE, left) }, (_, index) => fullRecord(left - index));
    await snapshot.restore({ upsert, remove: [], publish: true });
  }
  const journal = openJournal(join(folder, 'journal.sqlite'));
  const state = async () => ({ kind: 'service', baseUrl: 'https://records.example' });
  const settings = () => ({ ...defaultSettings, zone: 'UTC' });
  const memory = openMemory({ onSent: () => {}, directory: folder, journal, settings, now: Date.now });
  const workspace = { journal, snapshot, memory, state } as unknown as Workspace;
  const saved = await timed(() => saveWorkspace(workspace, path, { appVersion: 'bench', now: Date.now() }));
  await snapshot.close();
  memory.close();
  journal.close();
  const loaded = await timed(() => unpackWorkspace(path, folder));
  const peakMiB = Math.round(process.resourceUsage().maxRSS / 1024);
  const figures = {
    records: loaded.value.records,
    fileMiB: Math.round(statSync(path).size / 2 ** 20),
    save: saved.cost,
    load: loaded.cost,
    peakMiB,
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
} finally {
  clearInterval(beat);
  rmSync(folder, { recursive: true });
}
