/** Whether this app's key signs what is written; without a key it says where one is made. */
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { exportingTexts } from '#texts/screens/exporting.ts';
import { signingState } from '../data/queries.ts';
import classes from './ExportDialog.module.css';

const texts = exportingTexts.sign;

export interface SignChoiceProps {
  readonly label?: string;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

export function SignChoice({ label = texts.label, isChosen, onChange }: SignChoiceProps) {
  const { data: state } = useQuery(signingState);
  if (!state) return null;
  const { key, keychainAvailable } = state;
  return (
    <Checkbox
      size="xs"
      className={classes.wide}
      label={label}
      description={key ? texts.about(key.fingerprint) : keychainAvailable ? texts.none : texts.unavailable}
      disabled={key === null}
      checked={key !== null && isChosen}
      onChange={(event) => onChange(event.currentTarget.checked)}
      data-testid="export-sign"
    />
  );
}
