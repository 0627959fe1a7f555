/** Keeps the focus in the open palette: a menu that closes behind it would take the focus back, and with it what is typed. */
import { useEffect, useState } from 'react';

/** @param palette finds it while it is open. */
export function useHeldFocus(palette: string) {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    if (!opened) return undefined;
    const hold = ({ target }: FocusEvent) => {
      const content = document.querySelector(palette);
      if (content && target instanceof Node && !content.contains(target)) content.querySelector('input')?.focus();
    };
    document.addEventListener('focusin', hold);
    return () => document.removeEventListener('focusin', hold);
  }, [opened, palette]);
  return { onSpotlightOpen: () => setOpened(true), onSpotlightClose: () => setOpened(false) };
}
