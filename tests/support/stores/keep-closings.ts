/** `node keep-closings.ts PATH`: closes and decides month after month until it is killed, and says what is durable. */
import { openClosings } from '#electron/history/closings-store.ts';
import { CLIENTS, toClosings, toDecision } from './many-closings.ts';

const [path = ''] = process.argv.slice(2);
const store = openClosings(path);
for (;;) {
  const steps = store.steps();
  const month = Math.floor(steps.length / (CLIENTS + 1));
  const isClosed = steps.length % (CLIENTS + 1) !== 0;
  store.add(steps.length, isClosed ? [toDecision(month)] : toClosings(month));
  process.stdout.write(`kept ${steps.length + (isClosed ? 1 : CLIENTS)}\n`);
}
