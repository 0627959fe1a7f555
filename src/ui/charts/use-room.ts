/** The height an element was given, known before anything is painted. */
import { useLayoutEffect, useState, type RefObject } from 'react';

/** @returns CSS pixels; 0 until measured. */
export function useRoom(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => setHeight(current.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
