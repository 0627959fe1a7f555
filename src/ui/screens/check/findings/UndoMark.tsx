/** A marked finding, with its undo. */
import { Button } from '@mantine/core';
import { checkScreenTexts as texts } from '#texts/screens/checks.ts';
import classes from '../CheckScreen.module.css';

export function UndoMark({ message, onUndo }: { readonly message: string; readonly onUndo: () => void }) {
  return (
    <span className={classes.toast}>
      <span>{message}</span>
      <Button onClick={onUndo}>{texts.undo}</Button>
    </span>
  );
}
