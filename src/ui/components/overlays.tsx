/** Dialogs and drawers over the screens. Their code loads once the page is at rest, or when the first one opens. */
import type { DrawerProps, ModalProps } from '@mantine/core';
import { Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { lazyComponent } from '../late.ts';
import { ErrorBoundary } from './states.tsx';

/** Loads an overlay when it is first opened. It then stays, closed, so that it can fade out. */
export function lazyOverlay<P extends { readonly onClose: () => void }>(
  load: () => Promise<ComponentType<P>>,
  isOpen: (properties: P) => boolean,
): (properties: P) => ReactNode {
  const Overlay = lazyComponent(load);
  return function LazyOverlay(properties: P) {
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
export const Modal = lazyOverlay<ModalProps>(async () => (await import('./dialogs.tsx')).Modal, isOpened);
export const Drawer = lazyOverlay<DrawerProps>(async () => (await import('./dialogs.tsx')).Drawer, isOpened);
