/** Keys and pasted filters, wherever in the bar the focus is. */
import { useEffect, useRef } from 'react';

interface BarEvents {
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
}

/** @returns the ref of the bar */
export function useBarEvents(events: BarEvents) {
  const bar = useRef<HTMLFieldSetElement>(null);
  const latest = useRef(events);
  useEffect(() => {
    latest.current = events;
  });
  useEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const key = (event: KeyboardEvent) => latest.current.onKey(event);
    const paste = (event: ClipboardEvent) => latest.current.onPaste(event);
    element.addEventListener('keydown', key);
    element.addEventListener('paste', paste);
    return () => {
      element.removeEventListener('keydown', key);
      element.removeEventListener('paste', paste);
    };
  }, []);
  return bar;
}
