/** Announces a finished step with its undo: a button in the toast, or Ctrl+Z while no text field has the focus. */
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, createElement } from 'react';
import { uiTexts as texts } from '#texts/screens/ui.ts';
import { isTyping } from './keyboard.ts';
import { failureText, fieldOfFailure } from './data/client.ts';
import { workspacesTexts } from '#texts/screens/workspaces.ts';
import { navigate } from './routing/hash-location.ts';
import { addressOfKey } from './routing/paths.ts';
import classes from './screens/reports/ReportsScreen.module.css';

interface Step {
  readonly id: string;
  readonly back: () => void | Promise<void>;
}

/** How many steps can be undone. */
const MAX_STEPS = 20;
const SHOWN_MS = 9000;

let steps: readonly Step[] = [];
let number = 0;

/**
 * Announces a finished step, which `back` can undo once.
 * @returns a function that withdraws the notice and its undo, where the step was undone in another way
 */
export function sayDone(message: string, back?: Step['back']): () => void {
  // Only the last notice is visible, because others would wait in a queue, and their undo with them. Ctrl+Z still undoes their steps.
  notifications.hide(`report-step-${number}`);
  number += 1;
  const id = `report-step-${number}`;
  if (back) steps = [...steps, { id, back }].slice(-MAX_STEPS);
  notifications.show({
    id,
    autoClose: SHOWN_MS,
    withCloseButton: true,
    message: (
      <span className={classes.toast}>
        <span>{message}</span>
        {back && <Button onClick={() => isShown(id) && takeBack(id)}>{texts.undo}</Button>}
      </span>
    ),
  });
  return () => {
    steps = steps.filter((step) => step.id !== id);
    notifications.hide(id);
  };
}

/** Whether a notice is the last one. An earlier one can be pressed while it fades, but its step is no longer the last. */
const isShown = (id: string) => id === `report-step-${number}`;

function takeBack(id: string): void {
  const step = steps.find((candidate) => candidate.id === id);
  if (!step) return;
  steps = steps.filter((other) => other !== step);
  notifications.hide(id);
  Promise.resolve(step.back()).then(
    () => notifications.show({ message: texts.undone, autoClose: 2500 }),
    notifyFailure,
  );
}

/** Forgets the steps of a workspace that is left, because they cannot be undone in another one. */
export function forgetSteps(): void {
  steps = [];
}

/** Lets Ctrl+Z undo the last step, except in a text field, which has an undo of its own. */
export function useUndoKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const last = steps.at(-1);
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      if (!last || !isUndo || isTyping(event.target)) return;
      event.preventDefault();
      takeBack(last.id);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

/** Says that something failed, and what to do about it, where no other place on the screen says so. */
export function notifyFailure(error: unknown): void {
  const { title, sentence, action } = failureText(error);
  const words = `${sentence} ${action}`;
  const message = fieldOfFailure(error) === 'key' ? createElement(KeyNotice, { words }) : words;
  notifications.show({ title, message, color: 'var(--bad)', autoClose: 12_000 });
}

/** Says what is wrong with the key, and leads to the field for another one. */
function KeyNotice({ words }: { readonly words: string }) {
  return (
    <Group component="span" gap="sm">
      <span>{words}</span>
      <Button onClick={() => navigate(addressOfKey)}>{workspacesTexts.enterKey}</Button>
    </Group>
  );
}
