/** The width inside an element that scrolls: without its scroll bar, which the element's own size would include. */
import { useEffect, useState, type RefObject } from 'react';

/** @returns CSS pixels; 0 until measured. */
export function useInnerWidth(scroller: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // Called again when a scroll bar comes or goes: that changes the content box.
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return width;
}
