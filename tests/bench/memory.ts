/**
 * What remembering costs: the same refreshes of a part of the records with and without a change log, in turns; the log's size; opening; and
 * a report as it was known, beside today's.
 */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '#domain/settings.ts';
import { declaredProperties, propertyNames } from '#domain/properties.ts';
import type { TimeLogRecord } from '#domain/record.ts';
import { readRecordLine } from '#electron/features/workspace-file/record-line.ts';
import { sentColumns } from '#domain/filter/billed.ts';
import { SentRecords } from '#electron/history/sent-register.ts';
import type { Merge } from '#electron/history/change-log.ts';
import { openJournal } from '#electron/journal/journal.ts';
import { openSnapshot, type Snapshot } from '#electron/snapshot/snapshot.ts';
import { createState, serializeState } from '#electron/sync/state.ts';
import { CHANGES_FILE, openMemory, type Memory } from '#electron/workspace/memory.ts';
import { requireValidReport } from '#electron/features/selection.ts';
import { prepare } from './query/bench.ts';
import { snapshotPath } from './query/data.ts';

export interface MemoryOptions {
  readonly records: number;
  /** Refreshes, each of one per cent of the records. */
  readonly rounds: number;
  readonly folder: string | undefined;
}

const PAGE = 200;

interface Place {
  readonly snapshot: Snapshot;
  readonly memory?: Memory;
}

export async function benchMemory({ records, rounds, folder: kept }: MemoryOptions): Promise<void> {
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'bench-memory-'));
  const work = mkdtempSync(join(tmpdir(), 'bench-memory-work-'));
  try {
    await prepare({ folder, records });
    const journal = openJournal(':memory:');
    let clock = Date.UTC(2026, 10, 22);
    const state = () => serializeState({ ...createState(clock), sealed: { asOf: clock, total: records } });
    /** What opening takes for remembering alone. */
    let own = 0;
    const open = async (name: string, isRemembered: boolean): Promise<Place> => {
      const place = join(work, name);
      const settings = () => ({ ...defaultSettings, zone: 'UTC' });
      const parts = { directory: place, journal, settings, now: () => clock, onSent: () => {} };
      const start = performance.now();
      const memory = isRemembered ? openMemory(parts) : undefined;
      own = performance.now() - start;
      const snapshot = await openSnapshot(join(place, 'snapshot.duckdb'), { log: memory?.log });
      const opened = performance.now();
      await memory?.settle(snapshot);
      own += performance.now() - opened;
      return { snapshot, ...(memory && { memory }) };
    };
    const close = async ({ snapshot, memory }: Place) => {
      await snapshot.close();
      memory?.close();
    };
    for (const name of ['with', 'without']) {
      mkdirSync(join(work, name));
      copyFileSync(snapshotPath(folder), join(work, name, 'snapshot.duckdb'));
      const copy = await open(name, false);
      await copy.snapshot.commit({ upsert: [], remove: [], state: state(), publish: true });
      await close(copy);
    }
    const places = { with: await open('with', true), without: await open('without', false) };
    const edits = await chooseEdits(places.without.snapshot, rounds);
    const times: Record<keyof typeof places, number[]> = { with: [], without: [] };
    for (const [day, chosen] of edits.entries()) {
      clock += 86_400_000;
      const edited = chosen.map((record) => edit(record, clock, day));
      for (const name of day % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
        const { snapshot } = places[name];
        const start = performance.now();
        for (let at = 0; at < edited.length; at += PAGE)
          await snapshot.commit({ upsert: edited.slice(at, at + PAGE), remove: [], state: state(), publish: false });
        await snapshot.commit({ upsert: [], remove: [], state: state(), publish: true });
        times[name].push(performance.now() - start);
      }
    }
    const [withLog, without] = [median(times.with), median(times.without)];
    console.log(
      `Storing a refresh of ${edits[0]?.length} changes: ${withLog.toFixed(0)} ms to ${without.toFixed(0)} ms, ${(withLog / without).toFixed(2)} ×`,
    );
    const base = readdirSync(join(work, 'with')).find((name) => name.startsWith('base-')) ?? '';
    const baseSize = statSync(join(work, 'with', base)).size;
    console.log(
      `The first refresh, which writes the base: ${times.with[0]?.toFixed(0)} ms; the base: ${(baseSize / 1e6).toFixed(1)} MB`,
    );
    await measureSent(places.without.snapshot);
    const report = requireValidReport({
      measures: ['billable_value', 'logged_hours', 'records'],
      groupBy: [propertyNames.owner],
      filterGroups: [],
      query: '',
    });
    const ask = async (snapshot: Snapshot) => {
      const start = performance.now();
      await snapshot.report(report, { zone: 'UTC' });
      return performance.now() - start;
    };
    const { snapshot, memory } = places.with;
    const today = await repeat(() => ask(snapshot));
    const refreshes = memory?.merges().filter(({ kind }) => kind === 'refresh') ?? [];
    for (const back of [1, Math.ceil(rounds / 2), rounds]) {
      const moment = refreshes.at(-1 - back) ?? memory?.merges().find(({ kind }) => kind === 'first');
      if (!memory || !moment) continue;
      const past = snapshot.asKnown(memory.recall({ merge: moment.number, time: clock, recordsSeenAt: moment.seenAt }));
      const first = await ask(past);
      const again = await repeat(() => ask(past));
      console.log(
        `As known ${back} refreshes ago: ${first.toFixed(0)} ms at first, then ${again.toFixed(0)} ms to today's ${today.toFixed(0)} ms, ${(again / today).toFixed(2)} ×`,
      );
      await past.close();
    }
    if (memory) await measureChanges(snapshot, memory, clock);
    const unknown = serializeState(createState(clock));
    await snapshot.commit({ upsert: [], remove: [], state: unknown, publish: true });
    const compared = performance.now();
    await snapshot.commit({ upsert: [], remove: [], state: state(), publish: true });
    console.log(
      `Comparing with the base as after a rebuild (${memory?.merges().at(-1)?.kind}): ${(performance.now() - compared).toFixed(0)} ms`,
    );
    await close(places.with);
    await close(places.without);
    const size = statSync(join(work, 'with', CHANGES_FILE)).size;
    console.log(`The log of ${rounds} refreshes: ${(size / 1e6).toFixed(1)} MB`);
    const opening: Record<keyof typeof places, number[]> = { with: [], without: [] };
    const ownTimes: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      for (const name of ['with', 'without'] as const) {
        const start = performance.now();
        const place = await open(name, name === 'with');
        opening[name].push(performance.now() - start);
        if (name === 'with') ownTimes.push(own);
        await close(place);
      }
    }
    const [opened, bare] = [median(opening.with), median(opening.without)];
    console.log(
      `Opening: ${opened.toFixed(0)} ms to ${bare.toFixed(0)} ms, ${(opened / bare).toFixed(2)} ×; by what remembering itself takes, ${median(ownTimes).toFixed(1)} ms: ${(1 + median(ownTimes) / bare).toFixed(2)} ×`,
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** The first answer of the Changes screen over all that was changed, and the next about the same. */
async function measureChanges(snapshot: Snapshot, memory: Memory, clock: number): Promise<void> {
  const merges = memory.merges();
  const [first, last] = [merges.find(({ kind }) => kind === 'first'), merges.at(-1)];
  if (!first || !last) return;
  const side = ({ number, seenAt }: Merge) => ({
    moment: memory.recall({ merge: number, time: clock, recordsSeenAt: seenAt }),
    selection: { filterGroups: [], query: '', zone: 'UTC' },
    amounts: 'recorded' as const,
    currency: 'EUR',
  });
  const reading = snapshot.changes({ from: side(first), to: side(last), isRelabelled: false });
  const ask = async () => {
    const start = performance.now();
    await reading.sums('client');
    await reading.counts();
    const { total } = await reading.list({ order: 'logged', currency: '', offset: 0, limit: 200 });
    return { total, milliseconds: performance.now() - start };
  };
  const [asked, again] = [await ask(), await ask()];
  console.log(
    `What changed since the first download, ${asked.total} records: ${asked.milliseconds.toFixed(0)} ms at first, then ${again.milliseconds.toFixed(0)} ms`,
  );
  await reading.close();
}

/** What a file with all records leaves in the register, with and without their values. */
async function measureSent(snapshot: Snapshot): Promise<void> {
  for (const columns of [[], sentColumns]) {
    const records = new SentRecords();
    const start = performance.now();
    await snapshot.behind({ filterGroups: [], query: '', zone: 'UTC' }, columns, (piece) =>
      records.add(piece.map(([id, version, values]) => [id, version, values])),
    );
    const bytes = records.pack().length;
    console.log(
      `A sent file of ${records.ids.length} records with ${columns.length} values each: ${(bytes / 1e6).toFixed(1)} MB, ${(performance.now() - start).toFixed(0)} ms`,
    );
  }
}

/** One per cent of the records for each round, spread over all of them. */
async function chooseEdits(snapshot: Snapshot, rounds: number): Promise<TimeLogRecord[][]> {
  const chosen: TimeLogRecord[][] = Array.from({ length: rounds }, () => []);
  let at = 0;
  await snapshot.readEverything(async ({ lines }) => {
    for await (const piece of lines('records')) {
      for (const line of piece) {
        chosen[at % 100]?.push(readRecordLine(line, declaredProperties));
        at += 1;
      }
    }
  });
  return chosen;
}

function edit(record: TimeLogRecord, updatedAt: number, day: number): TimeLogRecord {
  const hours = BigInt(100_000_000 + day * 25_000_000);
  const values = new Map(record.values)
    .set(propertyNames.totalHours, hours)
    .set(propertyNames.title, `Edited on day ${day}`);
  return { ...record, updatedAt, values };
}

async function repeat(work: () => Promise<number>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 7; round += 1) times.push(await work());
  return median(times);
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
