/** Dialogs and drawers over the screens. Their code comes once the page is at rest, or with the first one that opens. */
import type { DrawerProps, ModalProps } from '@mantine/core';
import { Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { late } from '../late.ts';
import { ErrorBoundary } from './states.tsx';

/** Loads an overlay when it is first opened. It then stays, closed, so that it can fade out. */
export function lateOverlay<P extends { readonly onClose: () => void }>(
  load: () => Promise<ComponentType<P>>,
  isOpen: (properties: P) => boolean,
): (properties: P) => ReactNode {
  const Overlay = late(load);
  return function LateOverlay(properties: P) {
    const [wasOpened, setOpened] = useState(false);
    if (isOpen(properties) && !wasOpened) setOpened(true);
    if (!wasOpened) return null;
    const close = () => {
      setOpened(false);
      properties.onClose();
    };
    return (
      <ErrorBoundary onClose={close}>
        <Suspense fallback={null}>
          <Overlay {...properties} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}

const isOpened = ({ opened }: { readonly opened: boolean }) => opened;
export const Modal = lateOverlay<ModalProps>(async () => (await import('./dialogs.tsx')).Modal, isOpened);
export const Drawer = lateOverlay<DrawerProps>(async () => (await import('./dialogs.tsx')).Drawer, isOpened);
