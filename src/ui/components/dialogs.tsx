/** Mantine components that the first screen does not need. */
import { Drawer as PlainDrawer, Modal as PlainModal } from '@mantine/core';
import { useEffect, useState, type ComponentType } from 'react';

export { Notifications } from '@mantine/notifications';
export const Modal = openAfterDrawing(PlainModal);
export const Drawer = openAfterDrawing(PlainDrawer);

/** Mantine fades in and returns the focus only when a closed overlay opens, so an overlay that is loaded open is drawn closed first. */
function openAfterDrawing<P extends { readonly opened: boolean }>(Overlay: ComponentType<P>): ComponentType<P> {
  return function Opening(properties: P) {
    const [isDrawn, setDrawn] = useState(false);
    useEffect(() => setDrawn(true), []);
    return <Overlay {...properties} opened={isDrawn && properties.opened} />;
  };
}
