/** Answers the calls of the contract: what a handler is and works with, and how one call is checked, answered and cancelled. */
import { debuglog } from 'node:util';
import { z } from 'zod';
import { api, type Method, type Output, type ParsedInput } from '#contract/api.ts';
import { AppFailure, fail, type AppError, type Result } from '#contract/errors.ts';
import type { AppEvent } from '#contract/events.ts';
import { pastMethods } from '#contract/moments.ts';
import { describeIssue } from '#domain/schema-problem.ts';
import type { Host } from '#electron/host/host.ts';
import type { Journal } from '#electron/journal/journal.ts';
import type { LookResult } from '#electron/snapshot/database/looks.ts';
import type { WorkspaceInUse } from '#electron/workspace/current-workspace.ts';
import { memoryTexts } from '#texts/hosts/memory.ts';
import { refusalTexts } from '#texts/refusals.ts';

/** One function for each method of the contract. `signal` is aborted when the caller no longer waits for the answer. */
export type Handlers = {
  readonly [M in Method]: (input: ParsedInput<M>, signal?: AbortSignal) => Promise<Output<M>>;
};

/** The handlers of some subjects: `HandlersFor<'names' | 'data.status'>` has all of `names.…` and this one of `data.…`. */
export type HandlersFor<Subject extends string> = Pick<Handlers, Extract<Method, Subject | `${Subject}.${string}`>>;

/** The resources that handlers share. The app builds it; a handler opens nothing itself. */
export interface HandlerContext extends WorkspaceInUse {
  readonly host: Host;
  readonly version: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly dataDirectory: string;
  /** Settings of the program itself, not of a workspace. */
  readonly preferences: Journal;
  /** The name that a damaged file of preferences was given at the start; its readable part is in use. */
  readonly preferencesSetAside: string | null;
  emit(event: AppEvent): void;
}

/** `NODE_DEBUG=timelog` prints what users only see as unexpected. */
const debug = debuglog('timelog');

/** A call as a host passes it on. Calls of one look are answered from one state of the store; a call with a ticket can be cancelled. */
export interface Call {
  readonly method: string;
  readonly input: unknown;
  readonly ticket?: unknown;
  readonly look?: unknown;
  /** The moment of the past that the call refers to: a day, a timestamp or the number of a refresh. */
  readonly asKnown?: unknown;
}

/** Nullable, because a host's messages have no undefined. */
const textSchema = z.string().min(1).max(64).nullish();

/** These methods do not wait until a workspace is open: they cancel other work, or are about the program itself. */
const immediateMethods: ReadonlySet<Method> = new Set<Method>([
  'question.leave',
  'workspace.cancel',
  'export.cancel',
  'app.info',
  'preferences.get',
  'preferences.set',
]);

export interface Dispatcher {
  /** Lets the work read the workspace as it was known at a moment. @throws AppFailure `usage` */
  readonly recall: <T>(moment: string, work: () => Promise<T>) => Promise<T>;
  readonly handlers: Handlers;
  readonly tickets: Tickets;
  /** Waits for the workspace that is being opened, if one is. @throws AppFailure `cancelled` when the caller no longer waits */
  readonly opening: (signal?: AbortSignal) => Promise<void> | undefined;
  /** Answers from the state of the store with which the look began. */
  readonly readInLook: <T>(look: string | null | undefined, work: () => Promise<T>) => Promise<LookResult<T>>;
}

/** Holds input and output to the method's schemas and turns every error into a `Result`, so it never throws. */
export async function answerCall(
  { handlers, tickets, opening, readInLook, recall }: Dispatcher,
  { method, input, ...call }: Call,
): Promise<Result<unknown>> {
  const refuse = (detail: string) => ({ ok: false, error: { code: 'usage', detail } }) as const;
  if (!isMethod(method)) return refuse(refusalTexts.noMethod);
  const parsed = api[method].input.safeParse(input, { error: describeIssue });
  if (!parsed.success) return refuse(z.prettifyError(parsed.error));
  const ticket = textSchema.safeParse(call.ticket);
  const look = textSchema.safeParse(call.look);
  const asKnown = textSchema.safeParse(call.asKnown);
  if (!ticket.success || !look.success || !asKnown.success) return refuse(refusalTexts.badTicket);
  const moment = asKnown.data ?? undefined;
  if (moment !== undefined && !pastMethods.has(method)) return refuse(memoryTexts.readOnly);
  try {
    // The schema of this very method has parsed the input; TypeScript cannot follow that through the union.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const handler = handlers[method] as (input: unknown, signal?: AbortSignal) => Promise<unknown>;
    const { value, state } = await tickets.work(ticket.data ?? undefined, async (signal) => {
      const findOpening = () => (immediateMethods.has(method) ? undefined : opening(signal));
      // Another change may have closed the workspace again before this call continues.
      for (let opened = findOpening(); opened; opened = findOpening()) await opened;
      const answer = () => handler(parsed.data, signal);
      return readInLook(look.data, moment === undefined ? answer : () => recall(moment, answer));
    });
    return { ok: true, value: api[method].output.parse(value), ...(state !== undefined && { state }) };
  } catch (error) {
    return { ok: false, error: toError(error) };
  }
}

/** Answers multiple questions in one call, each as if it were a call itself. Cancelling the call cancels all of them. */
export function questionHandlers(dispatcher: () => Dispatcher): HandlersFor<'questions'> {
  return {
    'questions.ask': async ({ questions }, signal) => {
      const cancel = () => questions.forEach(({ ticket }) => dispatcher().tickets.cancel(ticket));
      signal?.addEventListener('abort', cancel, { once: true });
      try {
        const answers = await Promise.all(questions.map((question) => answerCall(dispatcher(), question)));
        return signal?.aborted ? fail({ code: 'cancelled' }) : { answers };
      } finally {
        signal?.removeEventListener('abort', cancel);
      }
    },
  };
}

function isMethod(name: string): name is Method {
  return Object.hasOwn(api, name);
}

function toError(error: unknown): AppError {
  if (error instanceof AppFailure) return error.error;
  debug('%O', error);
  return { code: 'unexpected' };
}

/** Cancels calls whose caller no longer waits for the answer. */
export class Tickets {
  readonly #running = new Map<string, AbortController>();

  /**
   * Runs work under a ticket that the caller chose; without one the work cannot be cancelled.
   * @param work ends early when its signal is aborted
   */
  async work<T>(ticket: string | undefined, work: (signal?: AbortSignal) => Promise<T>): Promise<T> {
    if (ticket === undefined) return work();
    const controller = new AbortController();
    this.#running.set(ticket, controller);
    try {
      return await work(controller.signal);
    } finally {
      // Another call may have taken the same ticket.
      if (this.#running.get(ticket) === controller) this.#running.delete(ticket);
    }
  }

  /** @returns whether a call was cancelled. */
  cancel(ticket: string): boolean {
    const controller = this.#running.get(ticket);
    controller?.abort();
    return controller !== undefined;
  }
}

export type TaskRunner = ReturnType<typeof createTaskRunner>;

/** Runs long work one at a time, and lets it be cancelled from outside. */
export function createTaskRunner() {
  let running: AbortController | undefined;
  return {
    /** @throws AppFailure `busy` while other work runs. */
    async run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      if (running) fail({ code: 'busy' });
      const controller = new AbortController();
      running = controller;
      try {
        return await work(controller.signal);
      } finally {
        running = undefined;
      }
    },
    cancel() {
      const cancelled = running !== undefined;
      running?.abort();
      return { cancelled };
    },
  };
}
