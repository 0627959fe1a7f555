/** The implementation of the contract: one function a method, held to the method's types. */
import type { Method, Output, ParsedInput } from '../../../src/contract/api.ts';

/** `left` is aborted when the caller no longer waits for the answer. */
export type Handlers = {
  readonly [M in Method]: (input: ParsedInput<M>, left?: AbortSignal) => Promise<Output<M>>;
};
