/** Waits for a program that a test has started, and fails at once where it ends instead. */
import type { ChildProcess } from 'node:child_process';

/**
 * Resolves with the first that a program prints from now on. Its stderr is read along where it is a pipe, so that it never fills.
 * @throws where the program ends before, with what it complained of
 */
export function readFirstOutput(child: ChildProcess): Promise<string> {
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      reject(new Error(`${child.spawnargs.join(' ')} ended with ${code ?? signal} before it was ready: ${complaints}`)),
    );
    child.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString()));
  });
}
