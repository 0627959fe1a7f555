/** One call of the contract, from what came in to what goes out: both are held to the method's schemas, and no error leaves as itself. */
import { debuglog } from 'node:util';
import { z } from 'zod';
import { api, type Handlers, type Method } from '../src/contract/api.ts';
import { AppFailure, type AppError, type Result } from '../src/contract/errors.ts';

/** `NODE_DEBUG=timelog` shows what a person only sees as unexpected. */
const debug = debuglog('timelog');

/** Never throws. */
export async function answer(handlers: Handlers, method: string, input: unknown): Promise<Result<unknown>> {
  if (!isMethod(method)) return { ok: false, error: { code: 'usage', detail: 'There is no such method' } };
  const parsed = api[method].input.safeParse(input);
  if (!parsed.success) return { ok: false, error: { code: 'usage', detail: z.prettifyError(parsed.error) } };
  try {
    // The schema of this very method has parsed the input; TypeScript cannot follow that through the union.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const handler = handlers[method] as (input: unknown) => Promise<unknown>;
    return { ok: true, value: api[method].output.parse(await handler(parsed.data)) };
  } catch (error) {
    return { ok: false, error: errorOf(error) };
  }
}

function isMethod(name: string): name is Method {
  return Object.hasOwn(api, name);
}

function errorOf(error: unknown): AppError {
  if (error instanceof AppFailure) return error.error;
  debug('%O', error);
  return { code: 'unexpected' };
}
