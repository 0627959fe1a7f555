/** The time on this computer, to the minute: used only to recognise “today”, never for figures. */
import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;
let minute = Date.now();

/** Epoch milliseconds, at most a minute old. */
export function useNow(): number {
  return useSyncExternalStore(everyMinute, readMinute, readMinute);
}

const readMinute = () => minute;

function everyMinute(notify: () => void): () => void {
  const timer = setInterval(() => {
    minute = Date.now();
    notify();
  }, MINUTE_MS);
  return () => clearInterval(timer);
}
