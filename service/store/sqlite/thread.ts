/** The thread of the SQLite store: it opens the file, says so, and answers calls until it is told to close. */
import { parentPort, workerData } from 'node:worker_threads';
import { StoreUnfit } from '../store.ts';
import type { FromThread, ToThread } from './messages.ts';
import { CommitQueue } from './queue.ts';

if (!parentPort) throw new Error('This is a thread of the program and no program');
const port = parentPort;
const say = (message: FromThread) => port.postMessage(message);

function open(path: string): CommitQueue | undefined {
  try {
    return new CommitQueue(path);
  } catch (fault) {
    say({ kind: 'unopened', unfit: fault instanceof StoreUnfit, message: wordFault(fault) });
    return undefined;
  }
}

function wordFault(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}

const queue = open(String(workerData));
if (queue) {
  port.on('message', (message: ToThread) => {
    if (message.kind === 'close') {
      queue.close();
      say({ kind: 'closed' });
      return port.close();
    }
    const { id, call } = message;
    queue.call(call).then(
      (result) => say({ kind: 'done', id, result }),
      (fault: unknown) => say({ kind: 'failed', id, message: wordFault(fault) }),
    );
  });
  say({ kind: 'opened' });
} else port.close();
