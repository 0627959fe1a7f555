/** Measures an element before its first paint, whenever it appears. */
import { useLayoutEffect, useState, type RefCallback } from 'react';

export interface ElementSize {
  /** CSS pixels; 0 until measured. */
  readonly width: number;
  readonly height: number;
}

const notMeasured: ElementSize = { width: 0, height: 0 };

export function useElementSize(): ElementSize & { readonly ref: RefCallback<HTMLElement> } {
  // The element is state, so that an element that appears later, after an empty state, is measured too.
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [size, setSize] = useState(notMeasured);
  useLayoutEffect(() => {
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((known) => (known.width === width && known.height === height ? known : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return { ...size, ref: setElement };
}
