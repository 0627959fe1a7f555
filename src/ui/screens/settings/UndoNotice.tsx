/** A changed setting, with its undo. */
import { Button } from '@mantine/core';
import { settingsTexts } from '#texts/screens/settings.ts';
import classes from './SettingsScreen.module.css';

export interface UndoNoticeProps {
  readonly text: string;
  readonly onUndo: () => void;
}

export function UndoNotice({ text, onUndo }: UndoNoticeProps) {
  return (
    <span className={classes.undo}>
      <span>{text}</span>
      <Button onClick={onUndo}>{settingsTexts.undo}</Button>
    </span>
  );
}
