/** Loads code when it is drawn, or once the first screen is at rest, because loading all of it would delay the first figures. */
import { createElement, lazy, useState, type ComponentType } from 'react';
import { HostGone } from './data/client.ts';

const loads: (() => Promise<unknown>)[] = [];
const failed = new Set<() => void>();

/** The component throws `HostGone` to the error boundary around it if its code cannot be loaded. */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  const loadPart = async () => (loaded = await load());
  const createLazy = () =>
    lazy(async () => {
      try {
        return { default: await loadPart() };
      } catch (cause) {
        failed.add(() => (lazyPart = createLazy()));
        throw new HostGone({ cause });
      }
    });
  let lazyPart = createLazy();
  loads.push(loadPart);
  return function LazyComponent(properties: P) {
    // Code that is already loaded is drawn at once, and the component stays the same while it is mounted.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a lazy component takes the properties of the one it loads
    const [part] = useState(() => loaded ?? (lazyPart as ComponentType<P>));
    return createElement(part, properties);
  };
}

/** React keeps a failed load permanently, so components that failed are replaced, to load their code when they are drawn again. */
export function forgetFailedLoads(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/** Loads all lazy code, so that it is here after the program has ended. Loaded code may add to the list meanwhile. */
async function loadAll(): Promise<void> {
  for (const load of loads) await load();
}

const PAUSE_MS = 200;

/**
 * Loads all lazy code once the page is at rest.
 * @param isBusy whether the first screen still waits for its code or its answers; a waiting page is idle, but not at rest
 * @returns a function that ends the waiting
 */
export function loadAtRest(isBusy: () => boolean, load = loadAll): () => void {
  let end = () => {};
  const wait = () => {
    end = runWhenIdle(() => {
      if (isBusy()) {
        const pause = setTimeout(wait, PAUSE_MS);
        end = () => clearTimeout(pause);
      } else void load().catch(() => undefined);
    });
  };
  wait();
  return () => end();
}

/** Runs the work once the browser is idle; in Safari, which cannot report it, after two seconds. @returns a function that cancels the work */
function runWhenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const waiting = setTimeout(work, 2000);
    return () => clearTimeout(waiting);
  }
  const waiting = requestIdleCallback(work, { timeout: 10_000 });
  return () => cancelIdleCallback(waiting);
}
