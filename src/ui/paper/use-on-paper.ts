/** Whether the page is being printed: content that a screen draws only as far as it is visible is drawn up to the limit of a print. */
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

const media = matchMedia('print');
let isPrinting = false;

function subscribe(changed: () => void): () => void {
  // Only what is drawn when the listener returns is printed.
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
