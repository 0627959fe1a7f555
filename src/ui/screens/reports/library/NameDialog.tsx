/** Asks for a report's name; says when another report has it. */
import { Button, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { reportsTexts } from '#texts/screens/reports/reports-screen.ts';
import { useFocusReturn } from '../../../components/controls/use-focus-return.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { isTaken } from './free-name.ts';
import classes from '../ReportsScreen.module.css';

const texts = reportsTexts.head;

export interface NameDialogProps {
  readonly purpose: 'save' | 'rename';
  readonly initial: string;
  /** Names of the other reports. */
  readonly taken: readonly string[];
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

export function NameDialog({ purpose, initial, taken, onName, onClose }: NameDialogProps) {
  useFocusReturn();
  const [name, setName] = useState(initial);
  const [isAsked, setAsked] = useState(false);
  const problem =
    name.trim() === '' ? texts.nameNeeded : isTaken(name, taken) ? texts.nameTaken(name.trim()) : undefined;
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.nameTitle[purpose]}
      size={420}
      closeButtonProps={{ 'aria-label': uiTexts.close }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (problem === undefined) onName(name.trim());
        }}
      >
        <TextInput
          label={texts.name}
          value={name}
          maxLength={120}
          onChange={(event) => setName(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          error={isAsked ? problem : undefined}
          data-autofocus
        />
        <div className={classes.dialogButtons}>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button type="submit" variant="filled">
            {purpose === 'save' ? texts.save : uiTexts.apply}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
