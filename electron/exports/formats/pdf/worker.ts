/**
 * The process that makes a PDF. It does one job, answers and ends: the host stays responsive, the memory of the compiler is released
 * completely, and if it crashes over a text, the host survives.
 */
import { loadFonts } from './fonts.ts';
import { composePages } from './pages.ts';
import type { PrintAnswer, PrintJob } from '../pdf.ts';

async function print(job: PrintJob): Promise<PrintAnswer> {
  // Imported here because loading it fails if its native part is not installed.
  const compiler = await import('./compile.ts').catch(() => undefined);
  if (!compiler) return { kind: 'absent' };
  try {
    const fonts = loadFonts();
    return { kind: 'bytes', bytes: compiler.compilePages(composePages(job, fonts), fonts) };
  } catch (cause) {
    return { kind: 'failed', reason: cause instanceof Error ? cause.message : String(cause) };
  }
}

/** Electron's channel; a process that Node forked has none. */
const port = 'parentPort' in process ? process.parentPort : undefined;
if (port)
  port.once('message', ({ data }: { data: PrintJob }) => void print(data).then((reply) => port.postMessage(reply)));
else
  process.once('message', (job: PrintJob) => {
    void print(job).then((reply) => process.send?.(reply, undefined, undefined, () => process.disconnect()));
  });
