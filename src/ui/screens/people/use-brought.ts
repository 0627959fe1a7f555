/** What is dropped on the screen, or pasted outside of a field: a list of names to import. */
import { useEffect, useState } from 'react';
import { isTyping } from '#ui/keyboard.ts';
import type { Brought } from './ImportDialog.tsx';

export function useBrought(): [Brought | undefined, (brought: Brought | undefined) => void] {
  const [brought, setBrought] = useState<Brought>();
  useEffect(() => {
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      setBrought({ file });
    };
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
    document.addEventListener('dragover', allow);
    document.addEventListener('drop', drop);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('dragover', allow);
      document.removeEventListener('drop', drop);
      document.removeEventListener('paste', paste);
    };
  }, []);
  return [brought, setBrought];
}
