/**
 * Ends a program when its parent ends. npm signals its shell, and the shell passes nothing on: without this, ending `npx` or `npm run`
 * would leave the program behind. Started by hand it outlives its shell, as `nohup` and `&` promise.
 */
import { readFileSync } from 'node:fs';

const LOOK_MS = 250;

/** The shell's parent is npm: where the system tells it (Linux), its end counts too, because npm itself dies of some signals. */
function lineage(): string {
  const parent = process.ppid;
  try {
    // `pid (name) state ppid …`; a name may contain brackets.
    const [, grandparent = ''] =
      readFileSync(`/proc/${parent}/stat`, 'utf8').split(')').at(-1)?.trim().split(' ') ?? [];
    return `${parent} ${grandparent}`;
  } catch {
    return String(parent);
  }
}

/** @param end called once, when npm or the shell it started this with has ended. */
export function whenParentGone(end: () => void): void {
  if (process.env['npm_command'] === undefined) return;
  const started = lineage();
  const looking = setInterval(() => {
    if (lineage() === started) return;
    clearInterval(looking);
    end();
  }, LOOK_MS);
  looking.unref();
}
