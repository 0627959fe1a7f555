/** Seeded damages of a journal's file, its log and its manifest: after opening, its content is the truth, or the damage is reported. */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { openJournal, type Journal } from '#electron/journal/journal.ts';
import { createStorage } from '#electron/journal/storage.ts';
import { SETTINGS } from '#electron/journal/stores.ts';
import { OWNERS } from '#electron/journal/names.ts';
import { openManifest } from '#electron/journal/manifest.ts';
import { reportFileSchema } from '#domain/reports/definition/report.ts';
import { scratchPlace } from '../support/stores/scratch-place.ts';
import { seeded, type Seeded } from '../support/worlds/seeded.ts';

const FILE = 'journal.sqlite';
const PAGE = 4096;
const NOW = Date.parse('2026-11-22T08:00:00Z');
const CHECKS = ['overlap', 'amount-differs'];
const SETTING_KEYS = Array.from({ length: 40 }, (_, index) => `setting-${index}`);

export interface DamageResult {
  readonly seed: number;
  readonly what: string;
  readonly outcome: 'told' | 'equal' | 'silent' | 'threw' | 'not mended';
  /** What was reported, or thrown. */
  readonly detail: string;
}

/** Files as they are on disk, a folder for each state. */
export interface Fixtures {
  readonly folder: string;
  /** Closed in order. */
  readonly quiet: string;
  /** Its process died in the middle of a change: some of its pages are in the file, the log can take them back. */
  readonly hot: string;
  /** With a log that runs ahead of the file, as an earlier version of this program left it. */
  readonly logged: string;
  /** The file some changes ago. */
  readonly old: string;
  /** The log of `logged`, some changes ago. */
  readonly oldLog: string;
  /** A log that was on top of `old`. */
  readonly pastLog: string;
  readonly truth: unknown;
}

/** Everything a journal answers with. */
export function contentsOf(journal: Journal): unknown {
  return {
    names: journal.readAllNames(),
    settings: SETTING_KEYS.map((key) => journal.setting(key, z.unknown())),
    reports: journal.reports(),
    marks: CHECKS.map((check) => [...journal.reviewMarks(check)].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function fill(journal: Journal, from: number, to: number): void {
  const numbers = Array.from({ length: to - from }, (_, index) => from + index);
  const owners = numbers.map((each) => [
    String(48_000_000 + each),
    {
      name: `Person ${each} Ångström`,
      team: each % 3 === 0 ? null : `Team ${each % 7}`,
      weeklyHours: '38.5',
      activeFrom: null,
      activeTo: null,
    },
  ]);
  const objects = numbers.map((each) => [
    `company:${each}`,
    { name: `Company ${each}`, client: `Client ${each % 20}`, currency: null },
  ]);
  journal.saveNames({ owners: Object.fromEntries(owners), objects: Object.fromEntries(objects) });
  for (const check of CHECKS)
    journal.saveReviewMarks(
      check,
      numbers.map((each) => ({
        id: String(each),
        recordChangedAt: '2026-11-01T00:00:00Z',
        digest: `${each}`.padStart(64, 'd'),
        reviewedAt: '2026-11-02T00:00:00Z',
      })),
    );
}

export function makeFixtures(): Fixtures {
  const folder = mkdtempSync(join(scratchPlace(), 'journal-rot-'));
  const live = join(folder, 'live');
  mkdirSync(live);
  const path = join(live, FILE);
  const journal = openJournal(path, { copyClock: () => NOW });
  for (const [index, key] of SETTING_KEYS.entries())
    journal.saveSetting(key, { value: index, text: 'x'.repeat(index * 8) });
  fill(journal, 0, 120);
  const old = join(folder, 'old.sqlite');
  copyFileSync(path, old);
  fill(journal, 100, 260);
  for (let each = 0; each < 12; each += 1) {
    const file = { format: 'timelog-report', version: 1, name: `Report ${each}`, report: { measures: ['margin'] } };
    journal.saveReport(reportFileSchema.parse(file), '2026-11-20T00:00:00Z', `report-${each}`);
  }
  journal.saveNames({ owners: { '48000007': null, '48000101': null }, objects: { 'company:9': null } });
  journal.close();
  const quiet = keptAs(folder, 'quiet', live);
  const hot = makeHot(folder, quiet);
  const { logged, truth, oldLog } = makeLogged(folder, quiet);
  return { folder, quiet, hot, logged, old, oldLog, pastLog: makePastLog(folder, old), truth };
}

function keptAs(folder: string, name: string, from: string): string {
  const kept = join(folder, name);
  cpSync(from, kept, { recursive: true });
  return kept;
}

/** A change that does not fit into the cache: its pages go to the file before it is whole. */
function makeHot(folder: string, quiet: string): string {
  const open = keptAs(folder, 'hot-open', quiet);
  const database = new DatabaseSync(join(open, FILE));
  database.exec('PRAGMA cache_size = 5; PRAGMA synchronous = EXTRA');
  const stop = new Error('in the middle');
  let hot = '';
  try {
    createStorage(database, FILE, () => {}).change(({ put }) => {
      for (let each = 0; each < 200; each += 1) put(OWNERS, { id: String(48_000_000 + each), name: `Changed ${each}` });
      hot = keptAs(folder, 'hot', open);
      throw stop;
    });
  } catch (error) {
    if (error !== stop) throw error;
  }
  database.close();
  if (!existsSync(join(hot, `${FILE}-journal`))) throw new Error('There is no log of the change');
  return hot;
}

function makeLogged(folder: string, quiet: string): Pick<Fixtures, 'logged' | 'truth' | 'oldLog'> {
  const open = keptAs(folder, 'logged-open', quiet);
  const path = join(open, FILE);
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; PRAGMA synchronous = FULL');
  const manifestFile = openManifest(path);
  const storage = createStorage(database, path, (manifest) => manifestFile.note(manifest));
  const write = (round: number) =>
    storage.change(({ put }) => {
      put(SETTINGS, { key: 'setting-1', value: JSON.stringify(`round ${round}`) });
      put(OWNERS, { id: '48000011', name: `Renamed ${round}` });
    });
  const oldLog = join(folder, 'old.wal');
  for (let round = 0; round < 12; round += 1) {
    if (round === 5) copyFileSync(`${path}-wal`, oldLog);
    write(round);
  }
  // It ends with the same content as the quiet one: one truth for all.
  const before = openJournal(join(keptAs(folder, 'truth', quiet), FILE));
  const truth = contentsOf(before);
  const { name, team, weeklyHours } = before.names().owners['48000011'] ?? { name: '', team: null, weeklyHours: null };
  const setting = JSON.stringify(before.setting('setting-1', z.unknown()));
  before.close();
  storage.change(({ put }) => {
    put(SETTINGS, { key: 'setting-1', value: setting });
    put(OWNERS, { id: '48000011', name, team, weekly_hours: weeklyHours });
  });
  const logged = keptAs(folder, 'logged', open);
  manifestFile.close();
  database.close();
  return { logged, truth, oldLog };
}

const below = (chance: Seeded, end: number) => chance.between(0, Math.max(0, end - 1));

function makePastLog(folder: string, old: string): string {
  const path = join(folder, 'past.sqlite');
  copyFileSync(old, path);
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0');
  createStorage(database, path, () => {}).change(({ put }) => put(SETTINGS, { key: 'setting-2', value: '"past"' }));
  const log = join(folder, 'past.wal');
  copyFileSync(`${path}-wal`, log);
  database.close();
  return log;
}

type Damage = (path: string, chance: Seeded) => void;

function rewrite(path: string, work: (bytes: Buffer) => Buffer | void): void {
  const bytes = readFileSync(path);
  writeFileSync(path, work(bytes) ?? bytes);
}

const flip =
  (bits: number): Damage =>
  (path, chance) =>
    rewrite(path, (bytes) => {
      for (let each = 0; each < bits; each += 1) {
        const at = below(chance, bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << below(chance, 8));
      }
    });
const truncate: Damage = (path, chance) => truncateSync(path, below(chance, readFileSync(path).length));
const zero: Damage = (path, chance) =>
  rewrite(path, (bytes) => {
    const size = below(chance, 2) === 0 ? PAGE : 512;
    const at = below(chance, Math.ceil(bytes.length / size)) * size;
    bytes.fill(0, at, Math.min(bytes.length, at + size));
  });
const garble: Damage = (path, chance) =>
  rewrite(path, (bytes) => {
    const at = below(chance, bytes.length);
    for (let each = at; each < Math.min(bytes.length, at + 1 + below(chance, 64)); each += 1)
      bytes[each] = below(chance, 256);
  });
const twoPages = (bytes: Buffer, chance: Seeded) => {
  const pages = Math.floor(bytes.length / PAGE);
  return [below(chance, pages) * PAGE, below(chance, pages) * PAGE] as const;
};
const swap: Damage = (path, chance) =>
  rewrite(path, (bytes) => {
    const [one, other] = twoPages(bytes, chance);
    const kept = Buffer.from(bytes.subarray(one, one + PAGE));
    bytes.copy(bytes, one, other, other + PAGE);
    kept.copy(bytes, other);
  });
const double: Damage = (path, chance) =>
  rewrite(path, (bytes) => {
    const [one, other] = twoPages(bytes, chance);
    bytes.copy(bytes, one, other, other + PAGE);
  });
/** A page written before is not written again: it is as it was some changes ago. */
const stalePage =
  (fixtures: Fixtures): Damage =>
  (path, chance) =>
    rewrite(path, (bytes) => {
      const old = readFileSync(fixtures.old);
      const at = below(chance, Math.floor(Math.min(old.length, bytes.length) / PAGE)) * PAGE;
      old.copy(bytes, at, at, at + PAGE);
    });
const append: Damage = (path, chance) =>
  rewrite(path, (bytes) => Buffer.concat([bytes, Buffer.alloc(1 + below(chance, PAGE * 2), 7)]));
const remove: Damage = (path) => rmSync(path);
const empty: Damage = (path) => truncateSync(path, 0);

interface Case {
  readonly name: string;
  readonly fixture: 'quiet' | 'hot' | 'logged';
  readonly of: string;
  readonly damage: Damage;
}

/** Every case once in a while; the seed decides which bits and pages. */
function casesOf(fixtures: Fixtures): readonly Case[] {
  const byName: Record<string, Damage> = {
    'one bit': flip(1),
    'another bit': flip(1),
    'eight bits': flip(8),
    cut: truncate,
    zeros: zero,
    garbage: garble,
  };
  const inFile: Record<string, Damage> = {
    ...byName,
    'pages swapped': swap,
    'a page doubled': double,
    'an old page': stalePage(fixtures),
    'more behind': append,
    emptied: empty,
    gone: remove,
    'an old file': (path) => copyFileSync(fixtures.old, path),
    'an old log beside': (path) => copyFileSync(fixtures.pastLog, `${path}-wal`),
    "another change's log beside": (path) => copyFileSync(join(fixtures.hot, `${FILE}-journal`), `${path}-journal`),
  };
  const inLog: Record<string, Damage> = { ...byName, gone: remove, emptied: empty };
  const all = (fixture: Case['fixture'], of: string, damages: Record<string, Damage>) =>
    Object.entries(damages).map(([name, damage]) => ({ name, fixture, of, damage }));
  return [
    ...all('quiet', FILE, inFile),
    ...all('quiet', FILE, byName),
    ...all('quiet', `${FILE}.manifest`, { ...byName, gone: remove }),
    ...all('hot', FILE, byName),
    ...all('hot', `${FILE}-journal`, inLog),
    ...all('logged', FILE, byName),
    ...all('logged', `${FILE}-wal`, { ...inLog, 'an old log': (path) => copyFileSync(fixtures.oldLog, path) }),
  ];
}

export function damageOnce(fixtures: Fixtures, seed: number): DamageResult {
  const chance = seeded(seed);
  const cases = casesOf(fixtures);
  const { name, fixture, of, damage } = cases[seed % cases.length] ?? fail();
  const folder = mkdtempSync(join(fixtures.folder, 'run-'));
  cpSync(fixtures[fixture], folder, { recursive: true });
  const what = `${fixture}: ${of}: ${name}`;
  try {
    damage(join(folder, of), chance);
    return { seed, what, ...outcomeOf(join(folder, FILE), fixtures.truth) };
  } catch (error) {
    return { seed, what, outcome: 'threw', detail: error instanceof Error ? String(error.stack) : String(error) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fail(): never {
  throw new Error('No case');
}

function outcomeOf(path: string, truth: unknown): Pick<DamageResult, 'outcome' | 'detail'> {
  const journal = openJournal(path, { copyClock: () => NOW });
  const { damage } = journal;
  const found = contentsOf(journal);
  if (damage === null) {
    const isEqual = isDeepStrictEqual(found, truth);
    if (isEqual) journal.saveSetting('written afterwards', true);
    journal.close();
    const again = openJournal(path);
    const isStill = isDeepStrictEqual(contentsOf(again), truth) && again.damage === null;
    again.close();
    return { outcome: isEqual && isStill ? 'equal' : 'silent', detail: '' };
  }
  const isTrueWhole = !damage.isWhole || isDeepStrictEqual(found, truth);
  journal.mend('rest', NOW);
  journal.close();
  const rest = openJournal(path);
  const isRest = rest.damage === null && isDeepStrictEqual(contentsOf(rest), found);
  rest.close();
  if (!isTrueWhole) return { outcome: 'silent', detail: 'said to be whole' };
  return { outcome: isRest ? 'told' : 'not mended', detail: `${damage.what}${damage.isWhole ? ', whole' : ''}` };
}
