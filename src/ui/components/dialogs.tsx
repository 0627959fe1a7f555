/** Mantine's parts that the first screen does not show. */
import { Drawer as PlainDrawer, Modal as PlainModal } from '@mantine/core';
import { useEffect, useState, type ComponentType } from 'react';

export { Notifications } from '@mantine/notifications';
export const Modal = openAfterDrawing(PlainModal);
export const Drawer = openAfterDrawing(PlainDrawer);

/** Mantine fades in, and gives the focus back, only where a closed overlay opens; one that is loaded to be open is drawn closed first. */
function openAfterDrawing<P extends { readonly opened: boolean }>(Overlay: ComponentType<P>): ComponentType<P> {
  return function Opening(properties: P) {
    const [isDrawn, setDrawn] = useState(false);
    useEffect(() => setDrawn(true), []);
    return <Overlay {...properties} opened={isDrawn && properties.opened} />;
  };
}
