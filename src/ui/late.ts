/** Loads code when it is drawn, or once the first screen is at rest, because loading all of it would delay the first figures. */
import { createElement, lazy, useState, type ComponentType } from 'react';
import { HostGone } from './data/client.ts';

const loads: (() => Promise<unknown>)[] = [];
const failed = new Set<() => void>();

/** The component throws `HostGone` where its code cannot be loaded, for the error boundary around it. */
export function late<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  const take = async () => (loaded = await load());
  const begin = () =>
    lazy(async () => {
      try {
        return { default: await take() };
      } catch (cause) {
        failed.add(() => (drawn = begin()));
        throw new HostGone({ cause });
      }
    });
  let drawn = begin();
  loads.push(take);
  return function Late(properties: P) {
    // What is here already is drawn at once, and stays the same component as long as it is shown.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is lazy takes the properties of what it loads
    const [part] = useState(() => loaded ?? (drawn as ComponentType<P>));
    return createElement(part, properties);
  };
}

/** React keeps a failed load for good, so components that failed are replaced, to load their code when they are drawn again. */
export function forgetFailedLoads(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/** Loads all late code, so that it is here when the program has ended. Code that is loaded may add to the list while it is read. */
async function loadLate(): Promise<void> {
  for (const load of loads) await load();
}

const PAUSE_MS = 200;

/**
 * Loads all late code once the page is at rest.
 * @param isBusy whether what is shown first still waits for its code or its answers. A page that waits is idle, but not at rest.
 * @returns a function that ends the waiting
 */
export function loadAtRest(isBusy: () => boolean, load = loadLate): () => void {
  let end = () => {};
  const wait = () => {
    end = atRest(() => {
      if (isBusy()) {
        const pause = setTimeout(wait, PAUSE_MS);
        end = () => clearTimeout(pause);
      } else void load().catch(() => undefined);
    });
  };
  wait();
  return () => end();
}

/** Works once the browser is idle; in Safari, which cannot tell, after two seconds. @returns a function that cancels the work */
function atRest(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const waiting = setTimeout(work, 2000);
    return () => clearTimeout(waiting);
  }
  const waiting = requestIdleCallback(work, { timeout: 10_000 });
  return () => cancelIdleCallback(waiting);
}
