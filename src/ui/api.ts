/** The typed client: what a method takes and gives is the contract's, whatever carries it. */
import { z } from 'zod';
import { api, type Input, type Method, type Output } from '../contract/api.ts';
import { appErrorSchema, AppFailure } from '../contract/errors.ts';
import { events, type EventName, type EventPayload } from '../contract/events.ts';
import { HostGone, type Transport } from './transport/transport.ts';

const resultSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: appErrorSchema }),
]);

let transport: Transport | undefined;

/** Called once before the first screen is drawn. */
export function talkOver(chosen: Transport): void {
  transport = chosen;
}

/** @throws AppFailure with the contract's error; HostGone when nobody answers. */
export async function call<M extends Method>(method: M, input: Input<M>): Promise<Output<M>> {
  if (!transport) throw new HostGone();
  const result = resultSchema.parse(await transport.call(method, input));
  if (!result.ok) throw new AppFailure(result.error);
  // The schema is this very method's; TypeScript does not follow that through the union.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return api[method].output.parse(result.value) as Output<M>;
}

/** Gives the host a file that the next question may open: only the browser host needs it, the others ask for one themselves. */
export async function offerFile(file: File): Promise<void> {
  if (!transport?.offerFile) throw new HostGone();
  await transport.offerFile(file);
}

/** @returns a function that ends the subscription. */
export function subscribe<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): () => void {
  if (!transport) return () => {};
  const schema = events[event];
  return transport.subscribe(event, (payload) => {
    // As above: the schema is this very event's.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    listener(schema.parse(payload) as EventPayload<E>);
  });
}
