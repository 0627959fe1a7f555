/** A proxy before the service: changes in its answers what another front would say differently, and nothing else. */
import type { Habits } from './plan.ts';

const RESET = 'x-service-ratelimit-reset';
const wrongResets = { past: '2020-01-01T00:00:00.000Z', garbage: 'soon' } as const;

export function wireWith({ resetHeader, refusesSearch }: Habits): typeof fetch {
  return async (input, init) => {
    if (refusesSearch && new Request(input).url.endsWith('/search')) return refusal();
    const response = await fetch(input, init);
    if (resetHeader === 'good' || !response.headers.has(RESET)) return response;
    const headers = new Headers(response.headers);
    if (resetHeader === 'absent') headers.delete(RESET);
    else headers.set(RESET, wrongResets[resetHeader]);
    return new Response(response.body, { status: response.status, headers });
  };
}

/** As the front passes on what the platform behind it refuses. */
function refusal(): Response {
  return Response.json({ error: 'Upstream API Error', details: 'Sorting is not supported' }, { status: 400 });
}
