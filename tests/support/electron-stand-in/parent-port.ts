/** Runs first in a utility process: the channel of Node's fork as Electron's `process.parentPort`. */
import { EventEmitter } from 'node:events';

class ParentPort extends EventEmitter {
  postMessage(message: unknown): void {
    process.send?.(message);
  }
}

const parentPort = new ParentPort();
Object.defineProperty(process, 'parentPort', { value: parentPort });
// Not before somebody listens: until then Node keeps what was sent.
parentPort.once('newListener', () => {
  process.on('message', (data) => parentPort.emit('message', { data, ports: [] }));
});
