/** An error in the words of the error table, with what can be done about it. */
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { dataTexts } from '#texts/screens/data.ts';
import { workspacesTexts } from '#texts/screens/workspaces.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { failureText, isStoreFailure } from '#ui/data/error-text.ts';
import { navigate } from '#ui/routing/hash-location.ts';
import { paths } from '#ui/routing/paths.ts';
import { addressOfKey } from '#ui/key/addresses.ts';
import { fieldOfFailure } from '#ui/key/field-of-failure.ts';
import classes from './Notice.module.css';

export interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: (() => void) | undefined;
  readonly action?: ReactNode;
}

export function ErrorState({ error, onRetry, action }: ErrorStateProps) {
  const { title, sentence, action: advice } = failureText(error);
  // Trying again does not repair a file.
  const mends = isStoreFailure(error);
  return (
    <div className={classes.notice} role="alert">
      <IconAlertTriangle className={classes.alert} size={20} stroke={1.6} aria-hidden />
      <p className={classes.title}>{title}</p>
      <p className={classes.detail}>
        {sentence} {advice}
      </p>
      {action ?? (mends && <Button onClick={() => navigate(paths.data)}>{dataTexts.damaged.elsewhere}</Button>)}
      {fieldOfFailure(error) === 'key' && (
        <Button variant="filled" onClick={() => navigate(addressOfKey)}>
          {workspacesTexts.enterKey}
        </Button>
      )}
      {onRetry && !mends && <Button onClick={onRetry}>{uiTexts.retry}</Button>}
    </div>
  );
}
