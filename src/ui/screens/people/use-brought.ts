/** What is dropped on the screen, or pasted outside of a field: a list of names to import. */
import { useEffect, useState } from 'react';
import { isTyping } from '#ui/keyboard.ts';
import { useDroppedFile } from '#ui/use-dropped-file.ts';
import type { Brought } from './ImportDialog.tsx';

export function useBrought(): [Brought | undefined, (brought: Brought | undefined) => void] {
  const [brought, setBrought] = useState<Brought>();
  useDroppedFile((file) => setBrought({ file }));
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      // Filters, which their bar has taken.
      if (event.defaultPrevented) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      // A word goes into the field that has the focus; cells of a spreadsheet are a list.
      const isTable = /[\t\n].*\S/.test(text.trim());
      const inDialog = event.target instanceof Element && event.target.closest('[role="dialog"]') !== null;
      if (!isTable || inDialog || (isTyping(event.target) && !text.includes('\t'))) return;
      event.preventDefault();
      setBrought({ text });
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
  return [brought, setBrought];
}
