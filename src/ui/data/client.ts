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

/** `call` answers a `Result`, whose value the program has parsed by the contract. A question under a ticket can be cancelled by `question.leave`; those of one look are answered from one state. */
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
  return readResult(await ask(transport, { method, input, look }, signal));
}

/**
 * The same for one of several questions that are asked in one turn of the page: they are one call, and their answers come together.
 */
export async function callTogether<M extends JointMethod>(
  look: string,
  method: M,
  input: Input<M>,
  signal: AbortSignal,
): Promise<{ readonly value: Output<M>; readonly state: string | undefined }> {
  if (!transport) throw new HostGone();
  signal.throwIfAborted();
  const by = transport;
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  if (gathered.length === 0) queueMicrotask(() => askGathered(by, gathered.splice(0)));
  gathered.push({ question: { method, input, look }, signal, resolve, reject });
  return readResult(await promise);
}

function readResult<M extends Method>(answer: unknown) {
  const result = resultSchema.parse(answer);
  if (!result.ok) throw new AppFailure(result.error);
  // The program has held it to the schema of this very method; holding it to it again would take as long as drawing it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { value: result.value as Output<M>, state: result.state };
}

interface Gathered {
  readonly question: Question & { readonly method: JointMethod; readonly look: string };
  readonly signal: AbortSignal;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (cause: unknown) => void;
}

const gathered: Gathered[] = [];

/** A program takes a megabyte at once: lists of pasted ids, repeated by every question, are asked one by one. */
const MAX_LETTERS = 500_000;

function askGathered(by: Transport, calls: readonly Gathered[]): void {
  for (const { signal, reject } of calls) if (signal.aborted) reject(signal.reason);
  const waiting = calls.filter(({ signal }) => !signal.aborted);
  if (waiting.length === 0) return;
  const questions = waiting.map(({ question: { method, input, look } }) => ({
    method,
    input,
    ticket: crypto.randomUUID(),
    look,
    asKnown: findMoment(method),
  }));
  if (waiting.length === 1 || JSON.stringify(questions).length > MAX_LETTERS) {
    for (const { question, signal, resolve, reject } of waiting) ask(by, question, signal).then(resolve, reject);
    return;
  }
  const [leaving, answered] = [new AbortController(), new AbortController()];
  for (const [at, { signal }] of waiting.entries()) {
    const leave = () => {
      if (waiting.every((call) => call.signal.aborted)) leaving.abort();
      else void by.call('question.leave', { ticket: questions[at]?.ticket }).catch(() => undefined);
    };
    signal.addEventListener('abort', leave, { signal: answered.signal });
  }
  ask(by, { method: 'questions.ask', input: { questions }, look: undefined }, leaving.signal)
    .then((answer) => readResult<'questions.ask'>(answer).value.answers)
    .then(
      (answers) => waiting.forEach(({ resolve }, at) => resolve(answers[at])),
      (cause: unknown) => waiting.forEach(({ reject }) => reject(cause)),
    )
    .finally(() => answered.abort());
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
  const asKnown = findMoment(method);
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
  // As with answers: what the program sends under this name it has made by this very type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return transport.subscribe(event, (payload) => listener(payload as EventPayload<E>));
}

// Turns anything thrown into title, sentence and action.

/** An error in words, its figures by this page's locale. */
export function wordError(error: AppError, moment?: Parameters<typeof describeError>[1]): ErrorText {
  return describeError(error, moment, pageLocale());
}

export function failureText(thrown: unknown): ErrorText {
  if (thrown instanceof AppFailure) return wordError(thrown.error);
  return thrown instanceof HostGone ? uiTexts.session.gone : uiTexts.session.unexpected;
}

/** Whether it is this contract error. */
export function isFailure(thrown: unknown, code: AppFailure['error']['code']): boolean {
  return thrown instanceof AppFailure && thrown.error.code === code;
}

/** Whether the records' file cannot be used and another can take its place. */
export function isStoreFailure(thrown: unknown): boolean {
  return thrown instanceof AppFailure && replaceableStore.has(thrown.error.code);
}

const fields: Readonly<Partial<Record<ErrorCode, 'address' | 'key'>>> = {
  'key-missing': 'key',
  'key-rejected': 'key',
  'key-deactivated': 'key',
  'address-refused': 'address',
  'not-the-service': 'address',
  'workspace-bound': 'address',
  offline: 'address',
};

/** @returns undefined where correcting neither of them helps. */
export function fieldOfFailure(failure: unknown): 'address' | 'key' | undefined {
  return failure instanceof AppFailure ? fields[failure.error.code] : undefined;
}
