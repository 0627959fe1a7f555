/** Marks findings as reviewed or open again, each step undone by the next `undo`. */
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createElement, useEffect, useRef } from 'react';
import { checkScreenTexts as texts } from '#texts/screens/checks.ts';
import { call } from '../../../data/client.ts';
import { count } from '../../../format/figures.ts';
import { refreshChecks } from '../../../data/check-queries.ts';
import { UndoMark } from './UndoMark.tsx';
import { isInOverlay, isTyping } from '../../../keyboard/typing.ts';
import { notifyFailure } from '../../../notifications/notify-failure.ts';

interface Step {
  readonly ids: readonly string[];
  readonly reviewed: boolean;
}

export interface Review {
  readonly mark: (ids: readonly string[], reviewed: boolean) => void;
  /** Undoes the last step; does nothing without one. */
  readonly undo: () => void;
}

const NOTE = 'check-marked';

export function useReview(check: string): Review {
  const client = useQueryClient();
  const steps = useRef<Step[]>([]);
  const run = useMutation({
    mutationFn: ({ ids, reviewed }: Step) => call('checks.review', { check, ids: [...ids], reviewed }),
    onSuccess: async ({ changed }, { reviewed }) => {
      const message = (reviewed ? texts.marked : texts.unmarked)(count(changed));
      notifications.hide(NOTE);
      notifications.show({ id: NOTE, message: createElement(UndoMark, { message, onUndo: undo }), autoClose: 8000 });
      await refreshChecks(client);
    },
    onError: notifyFailure,
  });
  function undo(): void {
    const step = steps.current.pop();
    if (step) run.mutate({ ids: step.ids, reviewed: !step.reviewed });
    else notifications.hide(NOTE);
  }
  return {
    mark: (ids, reviewed) => {
      if (ids.length === 0) return;
      steps.current.push({ ids, reviewed });
      run.mutate({ ids, reviewed });
    },
    undo,
  };
}

/** U undoes the last mark, even when no line is left to focus. */
export function useUndoKey(undo: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'u' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || isTyping(event.target) || isInOverlay(event.target)) return;
      event.preventDefault();
      undo();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}
