/** Loaded before the program: injects faults of the program's surroundings, as `CANARY_FAULT` says. */
const real = globalThis.fetch;

const faults: Readonly<Record<string, typeof fetch>> = {
  /** A transport whose complaint quotes the whole request. */
  transport: (input, init) => {
    const cause = { input, init, headers: init?.headers };
    return Promise.reject(new TypeError(`fetch failed: ${JSON.stringify(init?.headers)}`, { cause }));
  },
  uncaught: (input, init) => {
    setTimeout(() => {
      throw new Error('Something broke');
    }, 0);
    return real(input, init);
  },
  rejection: (input, init) => {
    void Promise.reject(new Error('Something broke'));
    return real(input, init);
  },
  /** Until no memory is left. */
  memory: () => {
    for (const all: unknown[] = []; ;) all.push(Array.from({ length: 100_000 }, (_, at) => ({ at })));
  },
};

globalThis.fetch = faults[process.env['CANARY_FAULT'] ?? ''] ?? real;
