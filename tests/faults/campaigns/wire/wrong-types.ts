/** Answers of the right kind whose parts have the wrong types: no reader may guess them. */

type Page = Record<string, unknown> & { results: Record<string, unknown>[] };

/** Each breaks what the interface promises about one part. */
const breaks: readonly ((page: Page, at: number) => unknown)[] = [
  (page) => ({ ...page, results: Object.fromEntries(page.results.map((each, at) => [at, each])) }),
  (page) => ({ ...page, results: null }),
  (page) => ({ ...page, results: 'none' }),
  (page) => ({ ...page, results: 7 }),
  (page) => [page],
  (page) => JSON.stringify(page),
  () => 42,
  () => null,
  (page) => ({ ...page, results: undefined }),
  (page, at) => ({ ...page, results: page.results.with(at, 'a record' as never) }),
  (page, at) => ({ ...page, results: page.results.with(at, null as never) }),
  (page, at) => ({ ...page, results: page.results.with(at, [] as never) }),
  (page, at) => changed(page, at, { id: { value: 1 } }),
  (page, at) => changed(page, at, { id: null }),
  (page, at) => changed(page, at, { id: true }),
  (page, at) => changed(page, at, { id: 'abc' }),
  (page, at) => changed(page, at, { id: 1.5 }),
  (page, at) => changed(page, at, { id: -4 }),
  (page, at) => changed(page, at, { properties: 'none' }),
  (page, at) => changed(page, at, { properties: [1] }),
  (page, at) => changed(page, at, { archived: 'perhaps' }),
  (page, at) => changed(page, at, { archived: 17 }),
  (page, at) => changed(page, at, { updatedAt: { at: 1 } }),
  (page, at) => changed(page, at, { createdAt: [] }),
];

function changed(page: Page, at: number, change: Record<string, unknown>): Page {
  return { ...page, results: page.results.with(at, { ...page.results[at], ...change }) };
}

/** Without a record to break, the page itself is. @param share in [0, 1): which of them, and in which record. */
export function withWrongTypes(body: string, share: number): string {
  const page = JSON.parse(body) as Page;
  const turn = Math.floor(share * 10_000);
  const fitting = page.results.length > 0 ? breaks : breaks.slice(0, 9);
  const broken = fitting[turn % fitting.length]?.(page, turn % Math.max(1, page.results.length));
  return JSON.stringify(broken);
}
