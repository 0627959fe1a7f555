/** For what is mounted open and unmounted to close: whoever opened it has the focus again afterwards. */
import { useEffect, useState } from 'react';

export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // What had the focus inside leaves the page after this.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      });
    },
    [opener],
  );
}
