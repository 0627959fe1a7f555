/** The thread that writes a file of many lines. It gets one job, and waits for its end once that is done: the host ends it. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadJob } from '../../../exports/thread/messages.ts';
import { writeForHost } from '../../../exports/thread/thread.ts';
import { exportWords } from '../words.ts';

if (!parentPort) throw new Error('This is a thread of the program and no program');
// Nothing but `start.ts` begins it.
const job: ThreadJob = workerData;
await writeForHost(parentPort, job, exportWords);
