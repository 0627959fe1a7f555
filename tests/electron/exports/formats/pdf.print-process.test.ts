import { expect, it, vi } from 'vitest';
import { printInProcess, type PrintJob } from '#electron/exports/formats/pdf.ts';

const job: PrintJob = {
  head: { title: 'Time logs', period: 'October', seal: 'Complete', complete: true, notes: [], sections: [] },
  columns: [],
  currencyIndex: undefined,
  lines: [],
  outline: null,
  sums: { all: {}, byCurrency: [] },
  chart: null,
  parts: [],
  facts: '{}',
  asOf: null,
  decimalMark: 'point',
  locale: undefined,
  paper: 'a4',
  groupedBy: 'none',
  signature: false,
  isPlain: false,
};

/** Runs first in the process that makes PDFs. */
function runBefore(script: string): void {
  vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${encodeURIComponent(script)}`);
}

it('says that PDFs cannot be made where the compiler is not installed for the computer', async () => {
  runBefore(`import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) {
      if (name.startsWith('@myriaddreamin/')) throw new Error('Cannot find native binding');
      return next(name, context);
    } });`);
  expect(await printInProcess(job)).toEqual({ kind: 'absent' });
});

it('outlives a compiler that breaks down, and says so', async () => {
  runBefore(`process.on('message', () => process.abort());`);
  expect(await printInProcess(job)).toEqual({
    kind: 'failed',
    reason: 'The process that makes PDFs ended with SIGABRT',
  });
});
