/** Whether the page is being printed: what a screen draws only as far as it is seen is drawn for paper as far as paper goes. */
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

const media = matchMedia('print');
let isPrinting = false;

function subscribe(changed: () => void): () => void {
  // What is not drawn when the listener returns is not on the paper.
  const begin = () => {
    isPrinting = true;
    flushSync(changed);
  };
  const end = () => {
    isPrinting = false;
    changed();
  };
  media.addEventListener('change', changed);
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  return () => {
    media.removeEventListener('change', changed);
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
  };
}

export function useOnPaper(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting || media.matches);
}
