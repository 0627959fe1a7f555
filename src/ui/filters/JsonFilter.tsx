/** Shows the filters as `filterGroups`, the service's format, for copying, pasting and editing. */
import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import { lazyOverlay } from '../components/overlays.tsx';
import type { JsonDialogProps } from './JsonDialog.tsx';

const JsonDialog = lazyOverlay(
  async () => (await import('./JsonDialog.tsx')).JsonDialog,
  ({ opened }) => opened,
);

const OPEN_EVENT = 'timelog-filters-as-json';
/** Marks a screen whose filters can be written as JSON. */
const PLACE = 'data-json-filter';

/** Opens the dialog of the screen's filter bar. */
export const openJsonFilter = () => dispatchEvent(new Event(OPEN_EVENT));

export const hasJsonFilter = () => document.querySelector(`[${PLACE}]`) !== null;

export function JsonFilter({ groups, onApply }: Pick<JsonDialogProps, 'groups' | 'onApply'>) {
  const [opened, setOpened] = useState(false);
  useWindowEvent(OPEN_EVENT, () => setOpened(true));
  return (
    <>
      <span hidden {...{ [PLACE]: true }} />
      <JsonDialog
        opened={opened}
        onClose={() => setOpened(false)}
        groups={groups}
        onApply={(next) => {
          setOpened(false);
          onApply(next);
        }}
      />
    </>
  );
}
