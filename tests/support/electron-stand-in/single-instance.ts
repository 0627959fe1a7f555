/** One running app for each userData directory; a second one passes its arguments to the first. */
import { mkdirSync, readFileSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** @returns whether this process is the first. */
export function claimSingleInstance(userData: string, onSecond: (argv: string[]) => void): boolean {
  const inbox = join(userData, 'stand-in-instances');
  const lock = join(userData, 'stand-in-lock');
  mkdirSync(inbox, { recursive: true });
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
  } catch {
    if (alive(Number(readFileSync(lock, 'utf8')))) {
      writeFileSync(join(inbox, `${process.pid}.json`), JSON.stringify(process.argv));
      return false;
    }
    writeFileSync(lock, String(process.pid));
  }
  const take = () => {
    for (const name of readdirSync(inbox)) {
      const text = readFileSync(join(inbox, name), 'utf8');
      if (!text.endsWith(']')) continue;
      rmSync(join(inbox, name));
      onSecond(JSON.parse(text) as string[]);
    }
  };
  const watcher = watch(inbox, take).unref();
  process.on('exit', () => {
    watcher.close();
    rmSync(lock, { force: true });
  });
  return true;
}
