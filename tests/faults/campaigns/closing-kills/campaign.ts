/** Row 8, of closings: a terminal that closes, decides, writes adjustments or reopens is killed at named writes and at random. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { KeptTerminal } from '#tests/support/hosts/kept-terminal.ts';
import { end, start } from '#tests/support/hosts/terminal.ts';
import { scratchPlace } from '#tests/support/stores/scratch-place.ts';
import { seeded } from '#tests/support/worlds/seeded.ts';
import type { Campaign, CampaignOptions, CampaignResult } from '../campaign-shape.ts';
import { actions, prepareWorkspace, toCommand, type Action } from './actions.ts';
import { judge, readState, type Unkilled } from './judge.ts';

const TELL_EVERY = 20;
/** A command may be over before the moment that was drawn for its end. */
const TRIES = 10;
const hook = join(import.meta.dirname, 'kill-hook.ts');

/** Every named write of every action, before and after it. */
const points = actions.flatMap((action) =>
  action.writes.flatMap((write) => ['before', 'after'].map((moment) => ({ action, at: `${write} ${moment}` }))),
);

export const closingKills: Campaign = {
  row: 8,
  name: 'closing-kills',
  holds:
    'After kill -9 in the middle of closing, deciding, adjusting or reopening, closings are the old or the new and nothing between, the equation holds, and once it was done again nothing is charged twice.',
  promised: 200,
  short: 10,
  run,
};

async function run({ count, seed, tell }: CampaignOptions): Promise<CampaignResult> {
  const folder = mkdtempSync(join(scratchPlace(), 'closing-kills-'));
  const prepared = join(folder, 'prepared');
  const failures: string[] = [];
  const met: Record<string, number> = {};
  let reached = 0;
  try {
    const place = await prepareWorkspace(prepared, seed);
    const open = (data: string) => new KeptTerminal({ place: { ...place, data }, now: Date.now });
    const copy = (name: string) => {
      const data = join(folder, name);
      cpSync(prepared, data, { recursive: true });
      return data;
    };
    const { steps: before } = await readState(open(copy('before')));
    const unkilled = new Map<Action, Unkilled>();
    for (const action of actions) {
      const data = copy('unkilled');
      const begun = performance.now();
      const { code, stderr } = await end(start(toCommand(action, data)));
      if (code === 2) throw new Error(stderr);
      const takesMs = performance.now() - begun;
      unkilled.set(action, { before, takesMs, ...(await readState(open(data))) });
      rmSync(data, { recursive: true });
    }
    for (let at = 0; at < count; at += 1) {
      const draw = seeded(seed * 100_003 + at);
      // Every other kill is at a named write.
      const point = at % 2 === 0 ? points[(at / 2) % points.length] : undefined;
      const action = point?.action ?? draw.pick(actions);
      const whole = unkilled.get(action);
      if (!whole) continue;
      const name = `${action.name} ${point?.at ?? 'at random'}`;
      for (let tries = 0, killed = false; tries < TRIES && !killed; tries += 1) {
        const data = copy('killed');
        killed = await kill(toCommand(action, data), point?.at ?? (0.2 + draw.next() * 0.7) * whole.takesMs);
        const wrong = killed ? await judge(action, data, open, whole) : [];
        failures.push(...wrong.map((each) => `kill ${at} of seed ${seed}, ${name}: ${each}`));
        rmSync(data, { recursive: true });
        if (!killed) continue;
        reached += 1;
        met[name] = (met[name] ?? 0) + 1;
      }
      if ((at + 1) % TELL_EVERY === 0) tell(`${at + 1} of ${count}, ${reached} killed, ${failures.length} failures`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const told = Object.entries(met)
    .map(([name, number]) => `${number} × ${name}`)
    .join(', ');
  return { reached, failures, told };
}

/** @param at a named write, or after how many milliseconds. @returns whether it died of it */
async function kill(command: readonly string[], at: string | number): Promise<boolean> {
  const isNamed = typeof at === 'string';
  const env = { ...process.env, NODE_OPTIONS: `--import ${hook}`, KILL_AT: isNamed ? at : '' };
  const child = start(command, isNamed ? { env } : {});
  const timer = isNamed ? undefined : setTimeout(() => child.kill('SIGKILL'), at);
  await end(child);
  clearTimeout(timer);
  return child.signalCode === 'SIGKILL';
}
