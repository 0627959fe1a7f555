/** The typed client of the ui: inputs and outputs are the contract's, whatever host carries them. */
import { z } from 'zod';
import type { Input, JointMethod, Method, Output } from '#contract/api.ts';
import { appErrorSchema, AppFailure, replaceableStore, type AppError, type ErrorCode } from '#contract/errors.ts';
import type { EventName, EventPayload } from '#contract/events.ts';
import { describeError } from '#contract/error-text.ts';
import type { ErrorText } from '#texts/errors.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { findMoment } from './moment.ts';
import { pageLocale } from '../locale.ts';

/** `call` resolves to a `Result` whose value the program has validated. `question.leave` cancels a call by its ticket; all calls of one look are answered from one state of the store. */
export interface Transport {
  call(method: string, input: unknown, ticket?: string, look?: string, asKnown?: string): Promise<unknown>;
  /** Cancels the call with a ticket, if the transport has a faster way than another call. */
  cancel?(ticket: string): void;
  /** Browser host only: sends a file for the next method that opens one or, with a name, a file that belongs beside it. @throws HostGone, or AppFailure if the host rejects the file. */
  offerFile?(file: File, signal: AbortSignal, name?: string): Promise<void>;
  subscribe(event: EventName, listener: (payload: unknown) => void): () => void;
}

/** The program behind the page no longer answers: the page can only report this. */
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
export function setTransport(chosen: Transport): void {
  transport = chosen;
}

/**
 * @param signal aborted when the caller no longer waits: the program then stops working on the answer
 * @throws AppFailure with the contract's error; HostGone when the host does not answer.
 */
export async function call<M extends Method>(method: M, input: Input<M>, signal?: AbortSignal): Promise<Output<M>> {
  return (await callWithin(undefined, method, input, signal)).value;
}

/** Like `call`, for a query of a look; also returns the state of the store that answered it. */
export async function callWithin<M extends Method>(
  look: string | undefined,
  method: M,
  input: Input<M>,
  signal?: AbortSignal,
): Promise<{ readonly value: Output<M>; readonly state: string | undefined }> {
  if (!transport) throw new HostGone();
  return readResult(await send(transport, { method, input, look }, signal));
}

/** Like `callWithin`, but all calls made in one turn of the event loop are sent, and answered, together. */
export async function callTogether<M extends JointMethod>(
  look: string,
  method: M,
  input: Input<M>,
  signal: AbortSignal,
): Promise<{ readonly value: Output<M>; readonly state: string | undefined }> {
  if (!transport) throw new HostGone();
  signal.throwIfAborted();
  const target = transport;
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  if (queue.length === 0) queueMicrotask(() => sendTogether(target, queue.splice(0)));
  queue.push({ request: { method, input, look }, signal, resolve, reject });
  return readResult(await promise);
}

function readResult<M extends Method>(answer: unknown) {
  const result = resultSchema.parse(answer);
  if (!result.ok) throw new AppFailure(result.error);
  // The program has validated it against this method's schema; validating it again would take as long as drawing it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { value: result.value as Output<M>, state: result.state };
}

interface QueuedCall {
  readonly request: HostCall & { readonly method: JointMethod; readonly look: string };
  readonly signal: AbortSignal;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (cause: unknown) => void;
}

const queue: QueuedCall[] = [];

/** The program accepts a megabyte per request, so calls that each repeat a long list of pasted ids are sent one by one. */
const MAX_CHARACTERS = 500_000;

function sendTogether(target: Transport, calls: readonly QueuedCall[]): void {
  for (const { signal, reject } of calls) if (signal.aborted) reject(signal.reason);
  const pending = calls.filter(({ signal }) => !signal.aborted);
  if (pending.length === 0) return;
  const questions = pending.map(({ request: { method, input, look } }) => ({
    method,
    input,
    ticket: crypto.randomUUID(),
    look,
    asKnown: findMoment(method),
  }));
  if (pending.length === 1 || JSON.stringify(questions).length > MAX_CHARACTERS) {
    for (const { request, signal, resolve, reject } of pending) send(target, request, signal).then(resolve, reject);
    return;
  }
  const [cancellation, settled] = [new AbortController(), new AbortController()];
  for (const [at, { signal }] of pending.entries()) {
    const cancel = () => {
      if (pending.every((call) => call.signal.aborted)) cancellation.abort();
      else void target.call('question.leave', { ticket: questions[at]?.ticket }).catch(() => undefined);
    };
    signal.addEventListener('abort', cancel, { signal: settled.signal });
  }
  send(target, { method: 'questions.ask', input: { questions }, look: undefined }, cancellation.signal)
    .then((answer) => readResult<'questions.ask'>(answer).value.answers)
    .then(
      (answers) => pending.forEach(({ resolve }, index) => resolve(answers[index])),
      (cause: unknown) => pending.forEach(({ reject }) => reject(cause)),
    )
    .finally(() => settled.abort());
}

interface HostCall {
  readonly method: Method;
  readonly input: unknown;
  readonly look: string | undefined;
}

async function send(
  target: Transport,
  { method, input, look }: HostCall,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const asKnown = findMoment(method);
  if (!signal) return target.call(method, input, undefined, look, asKnown);
  signal.throwIfAborted();
  const ticket = crypto.randomUUID();
  // The call may have been answered or the program may be gone, neither of which matters to a caller that has cancelled.
  const cancel = () => {
    if (target.cancel) target.cancel(ticket);
    else void target.call('question.leave', { ticket }).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await target.call(method, input, ticket, look, asKnown);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Sends the host a file for the next call to open. Only the browser host needs it; the others show a file dialog themselves. */
export async function offerFile(file: File, signal: AbortSignal, name?: string): Promise<void> {
  if (!transport?.offerFile) throw new HostGone();
  await transport.offerFile(file, signal, name);
}

/** @returns a function that ends the subscription. */
export function subscribe<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): () => void {
  if (!transport) return () => {};
  // The program has built this event's payload from this very type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return transport.subscribe(event, (payload) => listener(payload as EventPayload<E>));
}

/** Explains an error, with figures in this page's locale. */
export function explainError(error: AppError, moment?: Parameters<typeof describeError>[1]): ErrorText {
  return describeError(error, moment, pageLocale());
}

export function explainFailure(thrown: unknown): ErrorText {
  if (thrown instanceof AppFailure) return explainError(thrown.error);
  return thrown instanceof HostGone ? uiTexts.session.gone : uiTexts.session.unexpected;
}

export function isFailure(thrown: unknown, code: AppFailure['error']['code']): boolean {
  return thrown instanceof AppFailure && thrown.error.code === code;
}

/** Whether the records' file cannot be used and another can take its place. */
export function isStoreFailure(thrown: unknown): boolean {
  return thrown instanceof AppFailure && replaceableStore.has(thrown.error.code);
}

const fieldsByCode: Readonly<Partial<Record<ErrorCode, 'address' | 'key'>>> = {
  'key-missing': 'key',
  'key-rejected': 'key',
  'key-deactivated': 'key',
  'address-refused': 'address',
  'not-the-service': 'address',
  'workspace-bound': 'address',
  offline: 'address',
};

/** @returns the field to correct; undefined if correcting neither would help */
export function findFailedField(failure: unknown): 'address' | 'key' | undefined {
  return failure instanceof AppFailure ? fieldsByCode[failure.error.code] : undefined;
}
