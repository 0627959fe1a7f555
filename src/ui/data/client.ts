/** The typed client of the ui: inputs and outputs are the contract's, whatever host carries them. */
import { z } from 'zod';
import { api, type Input, type Method, type Output } from '#contract/api.ts';
import { appErrorSchema, AppFailure } from '#contract/errors.ts';
import { momentOf } from './moment.ts';
import { events, type EventName, type EventPayload } from '#contract/events.ts';

/** `call` answers a `Result` of unknown shape: client.ts parses it. A question under a ticket can be cancelled by `question.leave`; those of one look are answered from one state. */
export interface Transport {
  call(method: string, input: unknown, ticket?: string, look?: string, asKnown?: string): Promise<unknown>;
  /** Cancels what was asked under a ticket, where the transport has a shorter way than a call. */
  cancel?(ticket: string): void;
  /** Browser host only: a file for the next method that opens one, or by its name what belongs beside that file. @throws HostGone, or AppFailure when it is refused. */
  offerFile?(file: File, signal: AbortSignal, name?: string): Promise<void>;
  /** @returns a function that ends the subscription. */
  subscribe(event: EventName, listener: (payload: unknown) => void): () => void;
}

/** The program behind the page no longer answers: the page can only say so. */
export class HostGone extends Error {
  constructor(options?: ErrorOptions) {
    super('host-gone', options);
    this.name = 'HostGone';
  }
}

const resultSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown(), state: z.string().optional() }),
  z.object({ ok: z.literal(false), error: appErrorSchema }),
]);

let transport: Transport | undefined;

/** Called once before the first screen is drawn. */
export function talkOver(chosen: Transport): void {
  transport = chosen;
}

/**
 * @param signal aborted when the caller no longer waits: the program then stops working on the answer
 * @throws AppFailure with the contract's error; HostGone when the host does not answer.
 */
export async function call<M extends Method>(method: M, input: Input<M>, signal?: AbortSignal): Promise<Output<M>> {
  return (await callWithin(undefined, method, input, signal)).value;
}

/** The same for a question of a look, with the state of the store that it was answered from. */
export async function callWithin<M extends Method>(
  look: string | undefined,
  method: M,
  input: Input<M>,
  signal?: AbortSignal,
): Promise<{ readonly value: Output<M>; readonly state: string | undefined }> {
  if (!transport) throw new HostGone();
  const result = resultSchema.parse(await ask(transport, { method, input, look }, signal));
  if (!result.ok) throw new AppFailure(result.error);
  // The schema is this very method's; TypeScript does not follow that through the union.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { value: api[method].output.parse(result.value) as Output<M>, state: result.state };
}

interface Question {
  readonly method: Method;
  readonly input: unknown;
  readonly look: string | undefined;
}

async function ask(
  by: Transport,
  { method, input, look }: Question,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const asKnown = momentOf(method);
  if (!signal) return by.call(method, input, undefined, look, asKnown);
  signal.throwIfAborted();
  const ticket = crypto.randomUUID();
  // The question may be answered already, or the program gone: a caller that left does not care.
  const cancel = () => {
    if (by.cancel) by.cancel(ticket);
    else void by.call('question.leave', { ticket }).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await by.call(method, input, ticket, look, asKnown);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Gives the host a file that the next call may open: only the browser host needs it, the others ask for one themselves. */
export async function offerFile(file: File, signal: AbortSignal, name?: string): Promise<void> {
  if (!transport?.offerFile) throw new HostGone();
  await transport.offerFile(file, signal, name);
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
