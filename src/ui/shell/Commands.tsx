/** The way to the palette of commands: a button of the menu, and Ctrl+K. */
import { Kbd, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { spotlight } from '@mantine/spotlight';
import { IconCommand } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { uiTexts } from '#texts/screens/ui.ts';
import { ErrorBoundary } from '../components/states.tsx';
import { late } from '../late.ts';
import classes from './Shell.module.css';

const Palette = late(async () => (await import('./Palette.tsx')).Palette);
const nowhere: string[] = [];

/** Closed, the palette is not drawn: it lists everything there is, and would be made anew by each change of the address. */
export function Commands() {
  const [isDrawn, setDrawn] = useState(false);
  // Until it has faded out it is drawn.
  const open = () => (isDrawn ? spotlight.open() : setDrawn(true));
  // From a field, too: also the palette's own, which has the focus until it has faded out.
  useHotkeys([['mod + K', open]], nowhere);
  return (
    <>
      <UnstyledButton className={classes.commands} onClick={open}>
        <IconCommand size={16} stroke={1.6} aria-hidden />
        <span className={classes.name}>{uiTexts.navigation.commands}</span>
        <Kbd className={classes.keys}>{uiTexts.navigation.commandKeys}</Kbd>
      </UnstyledButton>
      {isDrawn && (
        <ErrorBoundary onClose={() => setDrawn(false)}>
          <Suspense fallback={null}>
            <Palette onClosed={() => setDrawn(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
