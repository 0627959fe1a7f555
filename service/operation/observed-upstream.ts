/** An upstream whose calls are noted: how long they took, by what id, and why they failed. */
import type { Answer, Upstream } from '../upstream/upstream.ts';
import { readName } from '../log/fault-text.ts';
import { running } from '../log/notes.ts';

export interface UpstreamCall {
  readonly operation: keyof Upstream;
  readonly milliseconds: number;
  /** Undefined: it could not be reached. */
  readonly status: number | undefined;
}

export interface UpstreamWatch {
  readonly noteCall: (call: UpstreamCall) => void;
  /** Nothing was asked of the upstream: no turn could be had. */
  readonly noteTurnedAway: (operation: keyof Upstream) => void;
}

export function observeUpstream(upstream: Upstream, watch: UpstreamWatch): Upstream {
  const observe = async <T>(operation: keyof Upstream, call: () => Promise<Answer<T>>): Promise<Answer<T>> => {
    const notes = running.getStore();
    const began = performance.now();
    const answer = await call();
    const milliseconds = performance.now() - began;
    if (!answer.ok && answer.failure.kind === 'busy') watch.noteTurnedAway(operation);
    else watch.noteCall({ operation, milliseconds, status: readStatus(answer) });
    if (!notes) return answer;
    notes.upstreamMilliseconds = (notes.upstreamMilliseconds ?? 0) + milliseconds;
    const id = readName(answer.ok ? answer.correlationId : answer.failure.correlationId);
    if (id !== undefined) notes.upstreamId = id;
    if (!answer.ok) notes.cause = describeFailure(answer.failure);
    return answer;
  };
  return {
    list: (...given) => observe('list', () => upstream.list(...given)),
    batchRead: (...given) => observe('batchRead', () => upstream.batchRead(...given)),
    search: (...given) => observe('search', () => upstream.search(...given)),
  };
}

function readStatus(answer: Answer<unknown>): number | undefined {
  if (answer.ok) return answer.status ?? 200;
  return answer.failure.kind === 'answered' ? answer.failure.status : undefined;
}

type Failure = Extract<Answer<unknown>, { readonly ok: false }>['failure'];

/** The upstream's own message may quote what it was sent: only its category is told. */
function describeFailure(failure: Failure): string {
  if (failure.cause !== undefined) return `upstream: ${failure.cause}`;
  if (failure.kind !== 'answered') return `upstream: ${failure.kind}`;
  const { body, status } = failure;
  const category = typeof body === 'object' && body !== null && 'category' in body ? String(body.category) : '';
  return `upstream: answered ${status}${/^[A-Z_]{1,64}$/.test(category) ? ` ${category}` : ''}`;
}
