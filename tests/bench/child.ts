/** Runs one measured task in a process of its own, so that its memory and its garbage are its own. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Starts a script with the job as its only argument. @returns what it sent. @throws if it ends without having sent anything.
 * @param script its file's URL. @param nodeArguments for Node itself: heap size, profiler.
 */
export function runChild<Result>(script: string, job: unknown, nodeArguments: readonly string[] = []): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(script), [JSON.stringify(job)], {
      execArgv: [...nodeArguments],
      env: { ...process.env, NODE_ENV: 'production' },
      serialization: 'advanced',
    });
    let result: { readonly sent: Result } | undefined;
    child.on('message', (message) => (result = { sent: message as Result }));
    child.once('exit', (code) => {
      if (result && code === 0) resolve(result.sent);
      else reject(new Error(`${script} ended with ${code}`));
    });
  });
}

/** In the child: its job. */
export function jobGiven(): unknown {
  return JSON.parse(process.argv[2] ?? 'null');
}

/** In the child: sends the result, and lets go of the parent once it is through. */
export function sendResult(result: unknown): void {
  process.send?.(result, () => process.disconnect());
}
