/** Upstream results in the service's shapes (INTERFACE §4). */
import type { ListPage, ListRequest, SearchPage } from './upstream/upstream.ts';

export const TIMELOGS_PATH = '/service/v1/timelogs';

/** The next page's address is built from the configured base, the caller's parameters and the new cursor. */
export function listAnswer(page: ListPage, request: ListRequest, baseUrl: string) {
  if (page.after === undefined) return { results: page.results };
  const query = new URLSearchParams(request);
  query.set('after', page.after);
  const link = `${baseUrl}${TIMELOGS_PATH}?${query.toString()}`;
  return { results: page.results, paging: { next: { after: page.after, link } } };
}

export function searchAnswer(page: SearchPage) {
  const { results, total, after } = page;
  return { total, results, ...(after === undefined ? {} : { paging: { next: { after } } }) };
}
