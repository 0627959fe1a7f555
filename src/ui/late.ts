/** Loads code when it is drawn, or once the first screen is at rest, because loading all of it would delay the first figures. */
import { createElement, lazy, type ComponentType } from 'react';
import { HostGone } from './data/client.ts';

const loads: (() => Promise<unknown>)[] = [];
const failed = new Set<() => void>();

/** The component throws `HostGone` where its code cannot be loaded, for the error boundary around it. */
export function late<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const begin = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (cause) {
        failed.add(() => (drawn = begin()));
        throw new HostGone({ cause });
      }
    });
  let drawn = begin();
  loads.push(load);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is lazy takes the properties of what it loads
  return (properties: P) => createElement(drawn as ComponentType<P>, properties);
}

/** React keeps a failed load for good, so components that failed are replaced, to load their code when they are drawn again. */
export function forgetFailedLoads(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/** Loads all code, so that it is here even after the host has ended. Loaded code may add further loads. */
export async function loadLate(): Promise<void> {
  for (const load of loads) await load();
}

/** Runs work once the page is idle; Safari, which has no idle callback, runs it after a while. @returns a function that cancels it */
export function atRest(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const waiting = setTimeout(work, 2000);
    return () => clearTimeout(waiting);
  }
  const waiting = requestIdleCallback(work, { timeout: 10_000 });
  return () => cancelIdleCallback(waiting);
}
