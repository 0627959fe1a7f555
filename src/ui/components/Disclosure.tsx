/** A small dialog that opens below a chip or button: it takes the focus, Escape returns it, and it has an accessible name. */
import { Popover, type PopoverProps } from '@mantine/core';
import { Suspense, type ReactNode, useEffect, useState } from 'react';
import { focusContent } from '../keyboard.ts';
import { ErrorBoundary } from './states.tsx';

export interface DisclosureProps {
  readonly label: string;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  /** One element, which sets `aria-expanded` itself. */
  readonly target: ReactNode;
  readonly position?: PopoverProps['position'];
  readonly children: ReactNode;
}

export function Disclosure({ label, opened, onChange, target, position = 'bottom-start', children }: DisclosureProps) {
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      position={position}
      trapFocus
      returnFocus
      // The target is often a chip of several buttons: the roles belong to one of them.
      withRoles={false}
    >
      <Popover.Target>{target}</Popover.Target>
      {/* Opens only after its content is loaded, so that the focus can move into it. */}
      <Suspense fallback={null}>
        {/* A dialog element would not be placed below its button. It can be focused itself, so that Escape works while nothing inside can be. */}
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
        <Popover.Dropdown role="dialog" aria-label={label} tabIndex={-1}>
          <ErrorBoundary>{children}</ErrorBoundary>
        </Popover.Dropdown>
      </Suspense>
    </Popover>
  );
}

/**
 * Returns the focus to the opener, for components that are mounted open and unmounted to close. The screen gets it if the opener is gone
 * or if nothing had the focus.
 */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // The focused element inside is removed only after this cleanup.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (!isLost) return;
        // A page that has just been opened has no focus, and a palette may have led to another screen.
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
        if (document.activeElement === document.body) focusContent();
      });
    },
    [opener],
  );
}
