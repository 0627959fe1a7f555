/**
 * PDFs made in the process of their test, by the parts of the program that otherwise start a process of their own: that takes most of the
 * time of a short PDF. What the process is for, crashes among it, is shown where one is started.
 */
import childProcess, { type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished, vi } from 'vitest';
import type { PrintAnswer, PrintJob } from '#electron/exports/formats/pdf.ts';
import { compilePages } from '#electron/exports/formats/pdf/compile.ts';
import { loadFonts } from '#electron/exports/formats/pdf/fonts.ts';
import { composePages } from '#electron/exports/formats/pdf/pages.ts';

function print(job: PrintJob): PrintAnswer {
  try {
    const fonts = loadFonts();
    return { kind: 'bytes', bytes: compilePages(composePages(job, fonts), fonts) };
  } catch (cause) {
    return { kind: 'failed', reason: String(cause) };
  }
}

/** For the rest of the test, in the first tier; the second starts processes. */
export function printHere(): void {
  if (process.env['TIER'] === 'all' || vi.isMockFunction(childProcess.fork)) return;
  const fork = vi.spyOn(childProcess, 'fork').mockImplementation(() => {
    const worker = new EventEmitter();
    const send = (job: PrintJob) => {
      // As it is sent to another process: without functions.
      const sent = structuredClone(job);
      setImmediate(() => worker.emit('message', print(sent)));
    };
    return Object.assign(worker, { send, kill: () => true }) as unknown as ChildProcess;
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    fork.mockRestore();
    syncBuiltinESMExports();
  });
}
