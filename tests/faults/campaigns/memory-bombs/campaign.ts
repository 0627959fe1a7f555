/** Row 7: no answer makes the program hold much more memory than an ordinary one does, and none holds it forever; nor does a file that is checked. */
import type { Campaign } from '../campaign-shape.ts';
import { bombs, ordinary } from './bombs.ts';
import { fileBombs, measureIdleCheck, MAX_FOR_FILES, tryFile, type FileBomb } from './file-bombs.ts';
import { commands, measure, type Command } from './measured-terminal.ts';
import { postUnknown } from './unknown-posts.ts';

const MAX_MEBIBYTES = 64;
/** An ordinary run varies by a few: a bomb is compared with the least of several. */
const BASELINES = 2;
const POSTS = 1_000;
/** A run of fewer is a short one. */
const MANY = 10;
/** Three tries of a minute each, and a margin for a busy machine. */
const MAX_SECONDS = 200;

/** The first of each kind come first. */
const trials = [
  ...bombs.slice(0, 3).map((bomb) => ({ command: 'search' as const, bomb })),
  'posts',
  ...fileBombs.map((file) => ({ file })),
  ...(Object.keys(commands) as Command[]).flatMap((command) =>
    bombs
      .filter((bomb, at) => (command !== 'search' || at >= 3) && (!bomb.isSlow || command === 'search'))
      .map((bomb) => ({ command, bomb })),
  ),
] as const;

export const memoryBombs: Campaign = {
  row: 7,
  name: 'memory-bombs',
  holds: `memory grows by less than ${MAX_MEBIBYTES} MiB over an ordinary answer, and every request ends by its deadline; a file that is checked takes less than ${MAX_FOR_FILES} MiB and ten seconds`,
  promised: trials.length,
  short: 6,
  async run({ count, seed, tell }) {
    const failures: string[] = [];
    const baselines = new Map<Command, number>();
    let most = { grown: 0, what: '' };
    let idle: number | undefined;
    const isShort = count < MANY;
    for (let at = 0; at < count; at += 1) {
      const trial = trials[at % trials.length]!;
      const { what, grown, wrong } =
        trial === 'posts'
          ? await tryPosts(isShort ? POSTS / 5 : POSTS)
          : 'file' in trial
            ? await tryFileBomb(trial.file)
            : await tryBomb(trial.command, trial.bomb, seed + at);
      if (grown > most.grown) most = { grown, what };
      failures.push(...wrong.map((each) => `seed ${seed}, run ${at}, ${what}: ${each}`));
      if (!(grown < (typeof trial === 'object' && 'file' in trial ? MAX_FOR_FILES : MAX_MEBIBYTES)))
        failures.push(`seed ${seed}, run ${at}, ${what}: memory grew by ${grown.toFixed(0)} MiB`);
      tell(`${what}: ${grown.toFixed(0)} MiB more`);
    }
    const least = [...baselines].map(([command, mebibytes]) => `${command} ${mebibytes.toFixed(0)} MiB`).join(', ');
    return {
      reached: count,
      failures,
      told: `most ${most.grown.toFixed(0)} MiB more, by ${most.what}; ordinary: ${least}`,
    };

    async function tryFileBomb(file: FileBomb) {
      idle ??= await measureIdleCheck();
      const { peakMebibytes, wrong } = await tryFile(file);
      return { what: file.what, grown: peakMebibytes - idle, wrong };
    }

    async function tryBomb(command: Command, bomb: (typeof bombs)[number], size: number) {
      const before = baselines.get(command) ?? (await baselineOf(command, isShort ? 1 : BASELINES));
      baselines.set(command, before);
      const { peakMebibytes, code, seconds, said } = await measure(command, bomb, size);
      const wrong = [];
      if (code === null || seconds > MAX_SECONDS) wrong.push(`did not end by its deadline (${seconds.toFixed(0)} s)`);
      else if (code !== 0 && code !== 5 && code !== 6) wrong.push(`ended with ${code}: ${said.trim()}`);
      return { what: `${bomb.what}, ${command}`, grown: peakMebibytes - before, wrong };
    }
  },
};

async function baselineOf(command: Command, times: number): Promise<number> {
  const peaks = [];
  for (let at = 0; at < times; at += 1) peaks.push((await measure(command, ordinary, at)).peakMebibytes);
  return Math.min(...peaks);
}

async function tryPosts(posts: number) {
  const { grownMebibytes, wrong } = await postUnknown(posts);
  return { what: `${posts} posts without a session`, grown: grownMebibytes, wrong };
}
