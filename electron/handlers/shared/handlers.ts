/** The implementation of the contract: one function a method, held to the method's types. */
import type { Method, Output, ParsedInput } from '../../../src/contract/api.ts';

/** `signal` is aborted when the caller no longer waits for the answer. */
export type Handlers = {
  readonly [M in Method]: (input: ParsedInput<M>, signal?: AbortSignal) => Promise<Output<M>>;
};
