/** What is wrong with the key, with the way to the field for another one. */
import { Button } from '@mantine/core';
import { workspacesTexts } from '#texts/screens/workspaces.ts';
import { navigate } from '../routing/hash-location.ts';
import { addressOfKey } from './addresses.ts';
import classes from './KeyNotice.module.css';

export function KeyNotice({ words }: { readonly words: string }) {
  return (
    <span className={classes.notice}>
      <span>{words}</span>
      <Button onClick={() => navigate(addressOfKey)}>{workspacesTexts.enterKey}</Button>
    </span>
  );
}
