/** A journal's owner killed at any moment: durable changes are there, half a change never is, and no damage is reported. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { openJournal } from '#electron/journal/journal.ts';
import { scratchPlace } from '../support/stores/scratch-place.ts';
import { seeded } from '../support/worlds/seeded.ts';

const OWNER = fileURLToPath(new URL('../support/stores/keep-journal.ts', import.meta.url));

/** @returns what is wrong, a line each. */
export async function killOften(kills: number, seed: number): Promise<string[]> {
  const chance = seeded(seed);
  const folder = mkdtempSync(join(scratchPlace(), 'journal-kills-'));
  const path = join(folder, 'journal.sqlite');
  const wrong: string[] = [];
  let next = 0;
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const kept = await killedAfter(path, next, chance.between(1, 40), chance.next() * 6);
      const journal = openJournal(path);
      if (journal.damage) wrong.push(`kill ${kill}: ${JSON.stringify(journal.damage)}`);
      const last = journal.setting('last', z.number()) ?? -1;
      if (last < kept) wrong.push(`kill ${kill}: ${kept} was durable, ${last} is there`);
      const { owners } = journal.names();
      // The change of names after the last setting may be there as well, completely or not at all.
      const numbers = new Set(Object.values(owners).map(({ name }) => Number(name.slice('Person '.length))));
      const begun = numbers.has(last + 1) ? last + 1 : last;
      const expected = Array.from({ length: 1 + (begun % 60) }, (_, id) => owners[String(id)]?.name);
      if (expected.some((name) => name !== `Person ${begun}`)) wrong.push(`kill ${kill}: half of change ${begun}`);
      journal.close();
      next = last + 1;
    }
    return wrong;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the last change that was durable before the kill. */
async function killedAfter(path: string, from: number, changes: number, pauseMs: number): Promise<number> {
  const child = spawn(process.execPath, [OWNER, path, String(from)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let kept = from - 1;
  let seen = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, number] = line.split(' ');
    if (word !== 'kept') throw new Error(line);
    kept = Number(number);
    seen += 1;
    if (seen !== changes) continue;
    // Somewhere within a change, not always at its end.
    await sleep(pauseMs);
    child.kill('SIGKILL');
  }
  await ended;
  return kept;
}
