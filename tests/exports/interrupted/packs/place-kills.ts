/** Kills a process at each single step of putting a folder in the place of another, and of clearing up after that, and looks at what has its name. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeLeftovers } from '#electron/exports/leftovers.ts';
import { findLeftovers } from '../pairs.ts';
import { judgePack } from './judge-pack.ts';
import { openPackWorld, writePackTurn, type PackKind } from './pack-turns.ts';
import type { Moment } from './stop-at.ts';

export interface PlaceKillsResult {
  readonly kills: number;
  /** How often the earlier one had the name at once, the new one, or none until the next export. */
  readonly found: Readonly<Record<'earlier' | 'new' | 'none', number>>;
  readonly wrong: readonly string[];
}

const victim = join(import.meta.dirname, 'place-victim.ts');

export async function runKilledPlacing(kind: PackKind): Promise<PlaceKillsResult> {
  const folder = mkdtempSync(join(tmpdir(), 'placing-'));
  const world = await openPackWorld();
  try {
    const [earlier, later] = [join(folder, 'earlier'), join(folder, 'later')];
    await writePackTurn(world, earlier, kind, 0);
    await writePackTurn(world, later, kind, 1);
    return await killAll(earlier, later);
  } finally {
    await world.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param earlier and `later`: whole packs with different numbers of records, which are left as they are */
async function killAll(earlier: string, later: string): Promise<PlaceKillsResult> {
  const [was, is] = [earlier, later].map((path) => judgePack(path).records);
  if (was === undefined || is === undefined || was === is) throw new Error('two packs to tell apart');
  const result = { kills: 0, found: { earlier: 0, new: 0, none: 0 }, wrong: [] as string[] };
  const root = mkdtempSync(join(tmpdir(), 'killed-placing-'));
  let turn = 0;
  /** A folder for a try, as another or a first one is. */
  const prepare = (like?: string): string => {
    const place = join(root, String((turn += 1)));
    if (like === undefined) {
      mkdirSync(place);
      cpSync(earlier, join(place, 'pack'), { recursive: true });
    } else cpSync(like, place, { recursive: true });
    return place;
  };
  const run = (task: 'place' | 'clear', place: string, step: number, moment: Moment) => {
    const args = [victim, task, join(place, 'pack'), String(step), moment, later];
    const { signal, status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== null && status !== 0) result.wrong.push(`${task}, ${moment} step ${step}: ${stderr}`);
    if (signal === 'SIGKILL') result.kills += 1;
    return stdout;
  };
  /** What is left of every kill that the task can meet. */
  function* killAtEach(task: 'place' | 'clear', like?: string): Generator<readonly [place: string, at: string]> {
    const steps = JSON.parse(run(task, prepare(like), 0, 'before')) as string[];
    for (const [at, name] of steps.entries()) {
      for (const moment of name === 'rm' ? (['before', 'amid'] as const) : (['before'] as const)) {
        const place = prepare(like);
        run(task, place, at + 1, moment);
        yield [place, `${task}: ${moment} ${name}, step ${at + 1}`];
      }
    }
  }
  const judge = async (place: string, name: string) => {
    const path = join(place, 'pack');
    const note = (when: string, problem: string | undefined) => {
      if (problem !== undefined) result.wrong.push(`${name}, ${when}: ${problem}`);
    };
    const at = judgePack(path);
    note(
      'at once',
      at.problem ?? (at.records === undefined || at.records === was || at.records === is ? undefined : 'neither'),
    );
    // A person may take the pack away before the next export: what is there then has no right to be a part.
    const taken = prepare(place);
    rmSync(join(taken, 'pack'), { recursive: true, force: true });
    await removeLeftovers(taken);
    note('taken away', judgePack(join(taken, 'pack')).problem);
    await removeLeftovers(place);
    const after = judgePack(path);
    note('afterwards', after.problem ?? (after.state === 'no pack' ? 'it is gone' : undefined));
    const left = findLeftovers(place);
    note('afterwards', left.length > 0 ? `left ${left.join(', ')}` : undefined);
    return at.records === is ? 'new' : at.records === was ? 'earlier' : 'none';
  };
  try {
    for (const [place, at] of killAtEach('place')) {
      for (const [cleared, then] of killAtEach('clear', place)) await judge(cleared, `${at}; ${then}`);
      result.found[await judge(place, at)] += 1;
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return result;
}
