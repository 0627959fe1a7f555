import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openClosings } from '#electron/history/closings-store.ts';
import { Random } from '#service/random.ts';
import { CLIENTS, toClosings, toDecision } from '#tests/support/stores/many-closings.ts';
import { scratchPlace } from '#tests/support/stores/scratch-place.ts';
import { chooseSize } from '#tests/support/tier.ts';

const OWNER = fileURLToPath(new URL('../../support/stores/keep-closings.ts', import.meta.url));
const MONTH = CLIENTS + 1;

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(scratchPlace(), 'closings-store-'));
  path = join(folder, 'closings.sqlite');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** @returns how many steps were durable before the kill */
async function killAfter(changes: number, pauseMs: number): Promise<number> {
  const child = spawn(process.execPath, [OWNER, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let kept = 0;
  let seen = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    kept = Number(line.split(' ')[1]);
    seen += 1;
    if (seen !== changes) continue;
    // Somewhere within a change, not always at its end.
    await sleep(pauseMs);
    child.kill('SIGKILL');
  }
  await ended;
  return kept;
}

describe('the closings of a workspace', () => {
  it('are all there or none of them after kill -9 while closing and deciding', { timeout: 600_000 }, async () => {
    const random = new Random(4, 'kills');
    for (let kill = chooseSize(2, 40); kill > 0; kill -= 1) {
      // Killed anew each time, over what the last one left; a new file now and then, so that reading stays short.
      if (kill % 20 === 0) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      if (kill % 20 === 0) folder = mkdtempSync(join(scratchPlace(), 'closings-store-'));
      path = join(folder, 'closings.sqlite');
      const kept = await killAfter(random.between(1, 6), random.between(0, 12));
      const store = openClosings(path);
      const steps = store.steps();
      expect(steps.length).toBeGreaterThanOrEqual(kept);
      // A month is closed for all clients or none; then a decision follows.
      expect([0, CLIENTS]).toContain(steps.length % MONTH);
      for (const step of steps.filter(({ kind }) => kind === 'close').slice(-CLIENTS))
        expect(JSON.parse(store.columns(step.step, ['value'])['value'] ?? '')).toHaveLength(200);
      store.close();
    }
  });

  it('are added only to what was read', () => {
    const store = openClosings(path);
    store.add(0, toClosings(0));
    expect(() => store.add(0, toClosings(0))).toThrow('busy');
    store.add(CLIENTS, [toDecision(0)]);
    expect(store.steps()).toHaveLength(MONTH);
    store.close();
  });

  it.each([
    ['a step is changed', 'UPDATE step SET body = replace(body, \'"100"\', \'"101"\') WHERE step = 3'],
    ['a step is missing', 'DELETE FROM step WHERE step = 3'],
    ['the digests of its columns are changed', "UPDATE step SET columns = '{}' WHERE step = 3"],
  ])('are not read where %s', (_what, sql) => {
    const store = openClosings(path);
    store.add(0, toClosings(0));
    store.close();
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
    const opened = openClosings(path);
    expect(() => opened.steps()).toThrow(
      expect.objectContaining({ error: expect.objectContaining({ code: 'file-damaged' }) }),
    );
    opened.close();
  });

  it('have no column that is another than it was written', () => {
    const store = openClosings(path);
    store.add(0, toClosings(0));
    store.close();
    const database = new DatabaseSync(path);
    database.exec(
      "UPDATE column_of SET body = (SELECT body FROM column_of WHERE step = 4 AND name = 'id') WHERE step = 5 AND name = 'id'",
    );
    database.close();
    const opened = openClosings(path);
    expect(() => opened.columns(5, ['id'])).toThrow(
      expect.objectContaining({ error: { code: 'file-damaged', detail: expect.stringContaining('closing 5') } }),
    );
    // Nor is it saved.
    expect(() => opened.proven().map((step) => opened.packed(step))).toThrow('file-damaged');
    opened.close();
  });
});
