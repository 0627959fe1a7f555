/** The width inside an element that scrolls: with room for its scroll bar once it had one. */
import { useEffect, useState, type RefObject } from 'react';

/**
 * What is as wide as this may make a scroll bar come or go. If the width followed, the two could call each other forth without end: so the
 * room of a bar is kept from when it was first seen.
 * @returns CSS pixels; 0 until measured.
 */
export function useInnerWidth(scroller: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let bar = 0;
    // Called again when a scroll bar comes or goes: that changes the content box.
    const observer = new ResizeObserver(() => {
      bar = Math.max(bar, element.offsetWidth - element.clientWidth);
      setWidth(element.offsetWidth - bar);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return width;
}
