/** Shows at a table's edges that its columns continue behind them. Written straight to the element: scrolling renders no table anew. */
import { useLayoutEffect, type RefObject } from 'react';
import type { GridLayout } from './grid-layout.ts';

type ElementRef = RefObject<HTMLElement | null>;

/** @returns a function to call whenever the table was scrolled. */
export function useEdges(frame: ElementRef, scroller: ElementRef, layout: GridLayout): () => void {
  useLayoutEffect(() => {
    const [around, inside] = [frame.current, scroller.current];
    if (!around || !inside) return;
    const set = (name: string, pixels: number) => around.style.setProperty(name, `${pixels}px`);
    set('--edge-left', layout.firstWidth);
    set('--edge-right', inside.offsetWidth - inside.clientWidth + (layout.isPinned ? layout.pinnedWidth : 0));
    set('--edge-bottom', inside.offsetHeight - inside.clientHeight);
    mark(around, inside, layout);
  }, [frame, scroller, layout]);
  return () => mark(frame.current, scroller.current, layout);
}

function mark(around: HTMLElement | null, inside: HTMLElement | null, { totalWidth }: GridLayout): void {
  if (!around || !inside) return;
  // Not the page's own width: columns that become visible late would still be missing from it.
  const end = totalWidth - inside.clientWidth;
  around.toggleAttribute('data-left', inside.scrollLeft > 1);
  around.toggleAttribute('data-right', inside.scrollLeft < end - 1);
}
