/** What runs inside the measured page: from a change of the address to the frame in which everything it asked for is drawn. */

export interface CallTime {
  readonly method: string;
  /** Milliseconds after the change. */
  readonly started: number;
  readonly ended: number;
  readonly bytes: number;
}

export interface ChangeTimes {
  /** Milliseconds from the change to the frame after the chart (or the table, where a report has no chart) last changed. */
  readonly painted: number;
  /** The same for everything on screen. */
  readonly settled: number;
  readonly calls: readonly CallTime[];
  /** The last answer was there. */
  readonly answered: number;
  /** Whether what is measured shows something else than before. */
  readonly isOther: boolean;
}

declare global {
  interface Window {
    benchCalls: { method: string; started: number; ended: number; bytes: number }[];
    benchRunning: number;
    /** @param change an address's hash, or the selector of what is clicked. */
    measureChange: (change: string, chart: string, patience: number) => Promise<ChangeTimes>;
  }
}

/** Playwright hands its text to the page before anything else runs there: it uses nothing from outside itself. */
export function watchPage(): void {
  const plainFetch = window.fetch.bind(window);
  window.benchCalls = [];
  window.benchRunning = 0;
  window.fetch = async (input, init) => {
    if (input !== '/api/call' || typeof init?.body !== 'string') return plainFetch(input, init);
    const { method } = JSON.parse(init.body) as { method: string };
    const call = { method, started: performance.now(), ended: 0, bytes: 0 };
    window.benchCalls.push(call);
    window.benchRunning += 1;
    try {
      const response = await plainFetch(input, init);
      const text = await response.text();
      call.bytes = text.length;
      return new Response(text, { status: response.status, headers: response.headers });
    } finally {
      call.ended = performance.now();
      window.benchRunning -= 1;
    }
  };
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  /** A frame's callbacks run before it is drawn; the next task after them runs once it is. */
  const drawn = async () => {
    await frame();
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve(), { once: true });
      port1.start();
      port2.postMessage(null);
    });
    return performance.now();
  };
  const QUIET_FRAMES = 4;
  window.measureChange = async (change, chart, patience) => {
    const main = document.querySelector('main');
    const shown = () => [...document.querySelectorAll(chart)];
    const look = () =>
      shown()
        .map((each) => each.innerHTML)
        .join('');
    if (!main) throw new Error('The page has no main part');
    const before = look();
    let last = before;
    let [chartChanged, anyChanged] = [0, 0];
    const observer = new MutationObserver((mutations) => {
      anyChanged = performance.now();
      const parts = shown();
      const isChart = mutations.some(
        ({ target, addedNodes }) =>
          parts.some((part) => part.contains(target)) ||
          [...addedNodes].some((node) => parts.some((part) => node.contains(part))),
      );
      if (isChart) chartChanged = anyChanged;
    });
    observer.observe(main, { subtree: true, childList: true, attributes: true, characterData: true });
    window.benchCalls = [];
    const started = performance.now();
    if (change.startsWith('#')) location.hash = change;
    else document.querySelector<HTMLElement>(change)?.click();
    let [painted, settled, sawChart, sawAny, quiet] = [0, 0, 0, 0, 0];
    while (quiet < QUIET_FRAMES && performance.now() - started < patience) {
      const now = await drawn();
      // What was written after the frame began is drawn by the next one.
      const [chartIsNew, anyIsNew] = [chartChanged !== sawChart, anyChanged !== sawAny];
      // Written again is not changed: what is drawn must be another picture.
      const seen = chartIsNew ? look() : last;
      if (seen !== last) painted = now;
      last = seen;
      if (anyIsNew) settled = now;
      [sawChart, sawAny] = [chartChanged, anyChanged];
      const isBusy = window.benchRunning > 0 || main.querySelector('[aria-busy="true"]') !== null;
      quiet = isBusy || anyIsNew || (window.benchCalls.length === 0 && settled === 0) ? 0 : quiet + 1;
    }
    observer.disconnect();
    const calls = window.benchCalls.map(({ method, started: from, ended, bytes }) => ({
      method,
      started: from - started,
      ended: ended - started,
      bytes,
    }));
    return {
      painted: painted - started,
      settled: settled - started,
      calls,
      answered: Math.max(0, ...calls.map(({ ended }) => ended)),
      isOther: look() !== before,
    };
  };
}
