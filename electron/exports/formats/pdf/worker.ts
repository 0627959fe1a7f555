/**
 * The process a PDF is made in. It gets one job, answers and ends: the host answers meanwhile, what the compiler takes of memory is given
 * back whole, and where it breaks down over a text, it takes no host with it.
 */
import { loadFonts } from './fonts.ts';
import { composePages } from './pages.ts';
import type { PrintAnswer, PrintJob } from '../pdf.ts';

async function answer(job: PrintJob): Promise<PrintAnswer> {
  // Only here: where its native part is not installed, loading it fails.
  const compiler = await import('./compile.ts').catch(() => undefined);
  if (!compiler) return { of: 'absent' };
  try {
    const fonts = loadFonts();
    return { of: 'bytes', bytes: compiler.compilePages(composePages(job, fonts), fonts) };
  } catch (cause) {
    return { of: 'failed', reason: cause instanceof Error ? cause.message : String(cause) };
  }
}

/** Electron's channel; a process that Node forked has none. */
const port = 'parentPort' in process ? process.parentPort : undefined;
if (port)
  port.once('message', ({ data }: { data: PrintJob }) => void answer(data).then((reply) => port.postMessage(reply)));
else
  process.once('message', (job: PrintJob) => {
    void answer(job).then((reply) => process.send?.(reply, undefined, undefined, () => process.disconnect()));
  });
