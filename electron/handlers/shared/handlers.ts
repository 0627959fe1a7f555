/** What answers the contract: one function a method, held to the method's types. */
import type { Method, Output, ParsedInput } from '../../../src/contract/api.ts';

/** `left` is aborted when the asker does not wait for the answer any more. */
export type Handlers = {
  readonly [M in Method]: (input: ParsedInput<M>, left?: AbortSignal) => Promise<Output<M>>;
};
