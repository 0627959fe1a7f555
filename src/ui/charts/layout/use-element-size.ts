/** The size of an element, known before the first paint. */
import { useLayoutEffect, useState, type RefObject } from 'react';

export interface ElementSize {
  /** CSS pixels; 0 until measured. */
  readonly width: number;
  readonly height: number;
}

export function useElementSize(element: RefObject<HTMLElement | null>): ElementSize {
  const [room, setRoom] = useState<ElementSize>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => setRoom({ width: current.clientWidth, height: current.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return room;
}
