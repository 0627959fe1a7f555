/** The thread of the SQLite store: opens the file and serves calls until it is told to close. */
import { parentPort, workerData } from 'node:worker_threads';
import { StoreUnusable } from '#service/store.ts';
import { CommitQueue, type FromThread, type ToThread } from './queue.ts';

if (!parentPort) throw new Error('This is a thread of the program and no program');
const port = parentPort;
const post = (message: FromThread) => port.postMessage(message);

function openQueue(path: string): CommitQueue | undefined {
  try {
    return new CommitQueue(path);
  } catch (fault) {
    post({ kind: 'unopened', unfit: fault instanceof StoreUnusable, message: getMessage(fault) });
    return undefined;
  }
}

function getMessage(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}

const queue = openQueue(String(workerData));
if (queue) {
  port.on('message', (message: ToThread) => {
    if (message.kind === 'close') {
      queue.close();
      post({ kind: 'closed' });
      return port.close();
    }
    const { id, call } = message;
    queue.call(call).then(
      (result) => post({ kind: 'done', id, result }),
      (fault: unknown) => post({ kind: 'failed', id, message: getMessage(fault) }),
    );
  });
  post({ kind: 'opened' });
} else port.close();
