/** Announces a finished step with its undo: a button in the toast, or Ctrl+Z while no text field has the focus. */
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, createElement } from 'react';
import { uiTexts as texts } from '#texts/screens/ui.ts';
import { isTyping } from './keyboard.ts';
import { explainFailure, findFailedField } from './data/client.ts';
import { workspacesTexts } from '#texts/screens/workspaces.ts';
import { navigate } from './routing/hash-location.ts';
import { addressOfKey } from './routing/paths.ts';

interface Step {
  readonly id: string;
  readonly undo: () => void | Promise<void>;
}

const MAX_STEPS = 20;
const SHOWN_MS = 9000;

let steps: readonly Step[] = [];
let lastNumber = 0;

/**
 * Announces a finished step, which `undo` can reverse once.
 * @returns a function that withdraws the notice and its undo if the step was undone in another way
 */
export function notifySuccess(message: string, undo?: Step['undo']): () => void {
  // Only the last notice is visible, because others would wait in a queue, and their undo with them. Ctrl+Z still undoes their steps.
  notifications.hide(`report-step-${lastNumber}`);
  lastNumber += 1;
  const id = `report-step-${lastNumber}`;
  if (undo) steps = [...steps, { id, undo }].slice(-MAX_STEPS);
  notifications.show({
    id,
    autoClose: SHOWN_MS,
    withCloseButton: true,
    message: <UndoNotice text={message} onUndo={undo && (() => isShown(id) && undoStep(id))} />,
  });
  return () => {
    steps = steps.filter((step) => step.id !== id);
    notifications.hide(id);
  };
}

interface UndoNoticeProps {
  readonly text: string;
  /** Undefined if nothing can be undone. */
  readonly onUndo: (() => void) | undefined;
}

export function UndoNotice({ text, onUndo }: UndoNoticeProps) {
  return (
    <Group component="span" justify="space-between" wrap="nowrap">
      <span>{text}</span>
      {onUndo && (
        <Button flex="none" onClick={onUndo}>
          {texts.undo}
        </Button>
      )}
    </Group>
  );
}

/** Whether a notice is the last one. An earlier one can be pressed while it fades, but its step is no longer the last. */
const isShown = (id: string) => id === `report-step-${lastNumber}`;

function undoStep(id: string): void {
  const step = steps.find((candidate) => candidate.id === id);
  if (!step) return;
  steps = steps.filter((other) => other !== step);
  notifications.hide(id);
  Promise.resolve(step.undo()).then(
    () => notifications.show({ message: texts.undone, autoClose: 2500 }),
    notifyFailure,
  );
}

/** Forgets the steps when another workspace is opened, where they cannot be undone. */
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
      undoStep(last.id);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

/** Reports a failure and what to do about it, if nothing else on the screen does. */
export function notifyFailure(error: unknown): void {
  const { title, sentence, action } = explainFailure(error);
  const text = `${sentence} ${action}`;
  const message = findFailedField(error) === 'key' ? createElement(KeyNotice, { text }) : text;
  notifications.show({ title, message, color: 'var(--bad)', autoClose: 12_000 });
}

/** Explains what is wrong with the key, with a button to enter a new one. */
function KeyNotice({ text }: { readonly text: string }) {
  return (
    <Group component="span" gap="sm">
      <span>{text}</span>
      <Button onClick={() => navigate(addressOfKey)}>{workspacesTexts.enterKey}</Button>
    </Group>
  );
}
