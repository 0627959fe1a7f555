/** The folder of files that are written and thrown away by the thousand. */
import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';

/** In memory where possible: durability does not matter there, the time of a thousand files does. */
export function scratchPlace(): string {
  try {
    accessSync('/dev/shm', constants.W_OK);
    return '/dev/shm';
  } catch {
    return tmpdir();
  }
}
