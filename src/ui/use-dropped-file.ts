/** Takes a file that is dropped anywhere on the screen; without it the browser would open the file instead of the page. */
import { useEffect, useEffectEvent } from 'react';

export function useDroppedFile(take: (file: File) => void): void {
  const takeFile = useEffectEvent(take);
  useEffect(() => {
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      takeFile(file);
    };
    document.addEventListener('dragover', allow);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', allow);
      document.removeEventListener('drop', drop);
    };
  }, []);
}
