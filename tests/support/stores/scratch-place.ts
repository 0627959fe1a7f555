/** Where files lie that are written and thrown away by the thousand. */
import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';

/** In memory where there is such a place: what is durable there is no matter, and a thousand files are. */
export function scratchPlace(): string {
  try {
    accessSync('/dev/shm', constants.W_OK);
    return '/dev/shm';
  } catch {
    return tmpdir();
  }
}
