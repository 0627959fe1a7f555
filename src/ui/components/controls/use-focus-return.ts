/** Returns the focus to the opener, for components that are mounted open and unmounted to close. */
import { useEffect, useState } from 'react';

export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // The focused element inside leaves the page after this.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}
