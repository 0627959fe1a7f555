/**
 * In the first tier temporary folders are in memory, where there is room: no test there is of a disk that loses its power, and a store waits
 * for the disk longer than it computes. The second tier is on the disk.
 */
import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { scratchPlace } from './stores/scratch-place.ts';

const ENOUGH_BYTES = 2 ** 30;
const NAME = /^timelog-tests-(\d+)$/;

const place = scratchPlace();
const folder = join(place, `timelog-tests-${process.pid}`);
const { bavail, bsize } = statfsSync(place);

if (process.env['TIER'] !== 'all' && bavail * bsize > ENOUGH_BYTES) {
  removeAbandoned();
  mkdirSync(folder, { recursive: true });
  process.env['TMPDIR'] = folder;
} else if (process.env['TMPDIR'] === folder) {
  // An earlier file of this process had room; without the variable, folders are on the disk.
  delete process.env['TMPDIR'];
}

/** Removes the folders of processes that were killed: in memory they would stay until the machine is restarted. */
function removeAbandoned(): void {
  for (const name of readdirSync(place)) {
    const processId = NAME.exec(name)?.[1];
    if (processId !== undefined && !isRunning(Number(processId))) {
      rmSync(join(place, name), { recursive: true, force: true, maxRetries: 3 });
    }
  }
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}
