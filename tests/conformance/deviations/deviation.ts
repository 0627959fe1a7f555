/** What a service may do otherwise than the interface says: one thing, on its way through a proxy. */
import type { Operation } from '#conformance/client.ts';

export interface Asked {
  operation: Operation | undefined;
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  /** The body as sent; '' where there is none. */
  text: string;
}

export interface Answered {
  status: number;
  headers: Record<string, string>;
  // oxlint-disable-next-line typescript/no-explicit-any -- a deviation bends whatever JSON comes by
  body: any;
}

export interface Deviation {
  readonly name: string;
  /** The rule that must notice. */
  readonly rule: string;
  /** Whether the rule only looks when the quota may be spent. */
  readonly spends?: true;
  /** Bends the request on its way to the service. */
  request?(asked: Asked): unknown;
  /** Bends the answer on its way to the caller. @param state what the deviation remembers between answers. */
  answer?(answered: Answered, asked: Asked, state: Map<string, unknown>): unknown;
}

/** @returns the request's JSON, changed. */
export function rewriteJson(asked: Asked, change: (body: Record<string, unknown>) => unknown): void {
  let body: unknown;
  try {
    body = JSON.parse(asked.text);
  } catch {
    return;
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  change(body as Record<string, unknown>);
  asked.text = JSON.stringify(body);
}

export function readJson(asked: Asked): Record<string, unknown> {
  let found: Record<string, unknown> = {};
  rewriteJson(asked, (body) => (found = body));
  return found;
}

/** Changes the query of a list. */
export function rewriteQuery(asked: Asked, change: (query: URLSearchParams) => unknown): void {
  if (asked.operation !== 'list') return;
  const [path = '', search = ''] = asked.target.split('?');
  const query = new URLSearchParams(search);
  change(query);
  asked.target = `${path}?${query.toString()}`;
}

export function queryOf(asked: Asked): URLSearchParams {
  return new URLSearchParams(asked.target.split('?')[1] ?? '');
}

// oxlint-disable-next-line typescript/no-explicit-any -- as in Answered
export type Bent = any;

/** Changes each record of an answer, of one operation or of all. */
export function eachRecord(change: (record: Bent) => unknown, operation?: Operation): Required<Deviation>['answer'] {
  return ({ body }, asked) => {
    if (operation && asked.operation !== operation) return;
    for (const record of recordsOf(body)) change(record);
  };
}

/** Changes each value of a property that is set. */
export function eachValue(name: string, change: (value: Bent) => unknown): Required<Deviation>['answer'] {
  return eachRecord(({ properties }) => {
    const full = `a552213_${name}`;
    if (properties?.[full]) properties[full] = change(properties[full]);
  });
}

export function recordsOf(body: Bent): Bent[] {
  return Array.isArray(body?.results) ? body.results : [];
}

/** Changes successful answers of one operation. */
export function on(
  operation: Operation,
  change: (answered: Answered, asked: Asked, state: Map<string, unknown>) => unknown,
): Required<Deviation>['answer'] {
  return (answered, asked, state) => {
    if (asked.operation === operation && answered.status < 300) change(answered, asked, state);
  };
}
