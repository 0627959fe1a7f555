/** `utilityProcess`: a Node of its own, to which the parent is a port, as in Electron. */
import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { strict } from './strict.ts';

/** Beside this file: as a source and, in the packed stub, as it is built. */
const hook = new URL(import.meta.url.endsWith('.ts') ? './parent-port.ts' : './parent-port.js', import.meta.url).href;

class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;

  constructor(path: string, args: readonly string[]) {
    super();
    this.#child = fork(path, args, {
      // Node itself: the packed stub's execPath is what starts the app.
      execPath: process.argv0,
      execArgv: ['--import', hook],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.once('exit', (code, signal) => this.emit('exit', code ?? signal));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  postMessage(message: unknown): void {
    this.#child.send(message as object, () => undefined);
  }

  kill(): boolean {
    return this.#child.kill();
  }
}

export const utilityProcess = strict('utilityProcess', {
  fork: (path: string, args: readonly string[] = []) => new UtilityProcess(path, args),
});
