/** Answers one call of the contract: input and output are held to the method's schemas, and every error becomes a `Result`. */
import { debuglog } from 'node:util';
import { z } from 'zod';
import { api, type Method } from '../../../src/contract/api.ts';
import { AppFailure, type AppError, type Result } from '../../../src/contract/errors.ts';
import type { Handlers } from './handlers.ts';
import type { Seen } from '../../snapshot/database/looks.ts';
import type { Tickets } from './tickets.ts';
import { refusalTexts } from '#texts/refusals.ts';
import { describeIssue } from '../../../src/domain/schema-problem.ts';

/** `NODE_DEBUG=timelog` prints what users only see as unexpected. */
const debug = debuglog('timelog');

/** What a host passes on: a method, its input and, where the call may be cancelled, its ticket; questions of one look are answered from one state of the store. */
export interface Call {
  readonly method: string;
  readonly input: unknown;
  readonly ticket?: unknown;
  readonly look?: unknown;
}

/** Null, because a host's messages have no undefined. */
const textSchema = z.string().min(1).max(64).nullish();

/** Answered at once also while a workspace is being opened: what cancels other work, and what is of the program itself. */
const atOnce: ReadonlySet<Method> = new Set<Method>([
  'question.leave',
  'workspace.cancel',
  'export.cancel',
  'app.info',
  'preferences.get',
  'preferences.set',
]);

/** What one call is answered with. */
export interface Desk {
  readonly handlers: Handlers;
  readonly tickets: Tickets;
  /** Until the workspace is open that is being opened, if one is. @throws AppFailure `cancelled` when the caller no longer waits */
  readonly opening: (signal?: AbortSignal) => Promise<void> | undefined;
  /** Answers from the state of the store that a look began with. */
  readonly looking: <T>(look: string | null | undefined, work: () => Promise<T>) => Promise<Seen<T>>;
}

/** Never throws. */
export async function answer(
  { handlers, tickets, opening, looking }: Desk,
  { method, input, ticket, look }: Call,
): Promise<Result<unknown>> {
  if (!isMethod(method)) return { ok: false, error: { code: 'usage', detail: refusalTexts.noMethod } };
  const parsed = api[method].input.safeParse(input, { error: describeIssue });
  if (!parsed.success) return { ok: false, error: { code: 'usage', detail: z.prettifyError(parsed.error) } };
  const under = textSchema.safeParse(ticket);
  const within = textSchema.safeParse(look);
  if (!under.success || !within.success) return { ok: false, error: { code: 'usage', detail: refusalTexts.badTicket } };
  try {
    // The schema of this very method has parsed the input; TypeScript cannot follow that through the union.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const handler = handlers[method] as (input: unknown, signal?: AbortSignal) => Promise<unknown>;
    const { value, state } = await tickets.work(under.data ?? undefined, async (signal) => {
      const waiting = () => (atOnce.has(method) ? undefined : opening(signal));
      // Another change may have closed it again by the time this question is woken.
      for (let opened = waiting(); opened; opened = waiting()) await opened;
      return looking(within.data, () => handler(parsed.data, signal));
    });
    return { ok: true, value: api[method].output.parse(value), ...(state !== undefined && { state }) };
  } catch (error) {
    return { ok: false, error: toError(error) };
  }
}

function isMethod(name: string): name is Method {
  return Object.hasOwn(api, name);
}

function toError(error: unknown): AppError {
  if (error instanceof AppFailure) return error.error;
  debug('%O', error);
  return { code: 'unexpected' };
}
