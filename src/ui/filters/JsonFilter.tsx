/** Shows the filters as `filterGroups`, the form in which the service takes them, for copying, pasting and editing. */
import { useWindowEvent } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { jsonFilterTexts as texts } from '#texts/screens/filter-editor.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Modal } from '../components/overlays.tsx';
import { late } from '../late.ts';
import type { JsonFilterProps } from './JsonEditor.tsx';

const JsonEditor = late(async () => (await import('./JsonEditor.tsx')).JsonEditor);

const OPEN_EVENT = 'timelog-filters-as-json';
/** Marks a screen whose filters can be written as JSON. */
const PLACE = 'data-json-filter';

/** Opens the dialog of the screen's filter bar from anywhere on the page. */
export const openJsonFilter = () => dispatchEvent(new Event(OPEN_EVENT));

export const hasJsonFilter = () => document.querySelector(`[${PLACE}]`) !== null;

export function JsonFilter({ groups, onApply }: JsonFilterProps) {
  const [opened, setOpened] = useState(false);
  useWindowEvent(OPEN_EVENT, () => setOpened(true));
  return (
    <>
      <span hidden {...{ [PLACE]: true }} />
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={texts.title}
        size={488}
        closeButtonProps={{ 'aria-label': uiTexts.close }}
      >
        <Suspense fallback={null}>
          <JsonEditor
            groups={groups}
            onApply={(next) => {
              setOpened(false);
              onApply(next);
            }}
          />
        </Suspense>
      </Modal>
    </>
  );
}
