/** The service process's own side: starts what it is told to and answers only its parent, over the inherited channel. */
import {
  startProvingService,
  type ProvingControl,
  type ProvingOptions,
  type ProvingService,
} from './proving-service.ts';

/** What the parent sends: first the options, then calls. */
export type Order =
  | { readonly start: ProvingOptions }
  | { readonly number: number; readonly call: keyof ProvingControl; readonly parameters: readonly unknown[] }
  | { readonly stop: true };

/** What comes back: the address, then a result or a failure for each call. */
export type Report =
  | { readonly url: string; readonly key: string }
  | { readonly number: number; readonly result: unknown }
  | { readonly number?: number; readonly failure: string };

let service: ProvingService | undefined;

async function obey(order: Order): Promise<Report | undefined> {
  if ('start' in order) {
    service = await startProvingService(order.start);
    return { url: service.url, key: service.key };
  }
  if ('stop' in order) {
    await service?.stop();
    process.disconnect();
    return undefined;
  }
  if (!service) throw new TypeError('The service has not been started');
  const { number, call, parameters } = order;
  const perform = service.control[call] as (...given: readonly unknown[]) => Promise<unknown>;
  return { number, result: await perform(...parameters) };
}

async function answer(order: Order): Promise<void> {
  const number = 'number' in order ? { number: order.number } : {};
  const report = await obey(order).catch((error: unknown): Report => ({ ...number, failure: String(error) }));
  if (report) process.send?.(report);
}

process.on('message', (order: Order) => void answer(order));
// The parent has ended: an orphan must not keep its port.
process.on('disconnect', () => process.exit(0));
