/** Kills its own process, as `kill -9` does, at one step of what is done to the file system. */
import { readdirSync, statSync, unlinkSync } from 'node:fs';
import fileSystem from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

/** Before a step, which is after the one before it; or amid the removal of a folder. */
export type Moment = 'before' | 'amid';

/** All that changes names or contents, or makes them durable. */
const changing = ['rename', 'rm', 'mkdir', 'open', 'link', 'writeFile', 'unlink', 'cp'] as const;

/** @param step counted from 1; 0: none @returns the steps that were taken until now */
export function stopAt(step: number, moment: Moment): readonly string[] {
  const steps: string[] = [];
  const stop = () => process.kill(process.pid, 'SIGKILL');
  const real = fileSystem as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
  for (const name of changing) {
    const act = real[name]!;
    real[name] = async (...args) => {
      const isLast = steps.push(name) === step;
      if (isLast && moment === 'before') stop();
      if (isLast && moment === 'amid' && name === 'rm' && removeOne(String(args[0]))) stop();
      return act(...args);
    };
  }
  syncBuiltinESMExports();
  return steps;
}

/** What tells the folder's content stays: the worst to be left. */
function removeOne(folder: string): boolean {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return false;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/^(?:index|_manifest)\./.test(name) && statSync(join(folder, name)).isFile(),
  );
  for (const name of files.slice(0, 1)) unlinkSync(join(folder, name));
  return files.length > 0;
}
