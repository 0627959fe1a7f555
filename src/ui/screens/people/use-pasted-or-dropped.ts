/** Receives a list of names that is dropped on the screen or pasted outside of a field. */
import { useEffect, useState } from 'react';
import { isTyping } from '#ui/keyboard.ts';
import { useDroppedFile } from '#ui/use-dropped-file.ts';
import type { PastedOrDropped } from './ImportDialog.tsx';

export function usePastedOrDropped(): [PastedOrDropped | undefined, (source: PastedOrDropped | undefined) => void] {
  const [source, setSource] = useState<PastedOrDropped>();
  useDroppedFile((file) => setSource({ file }));
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      // The filter bar has already handled pasted filters.
      if (event.defaultPrevented) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      // A pasted word belongs to the focused field, whereas pasted cells are a list.
      const isTable = /[\t\n].*\S/.test(text.trim());
      const inDialog = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null;
      if (!isTable || inDialog || (isTyping(event.target) && !text.includes('\t'))) return;
      event.preventDefault();
      setSource({ text });
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
  return [source, setSource];
}
