/** Marks findings as reviewed or open again, and undoes these steps one by one. */
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createElement, useEffect, useRef } from 'react';
import { Button, Group } from '@mantine/core';
import type { Finding } from '#contract/checks.ts';
import { checkScreenTexts as texts } from '#texts/screens/checks.ts';
import { call } from '#ui/data/client.ts';
import { count } from '#ui/format/figures-and-times.ts';
import { refreshChecks } from '#ui/data/queries.ts';
import { isInOverlay, isTyping } from '#ui/keyboard.ts';
import { notifyFailure } from '#ui/notifications.tsx';

interface Step {
  readonly ids: readonly string[];
  readonly reviewed: boolean;
  /** Applies to all marked findings. */
  readonly note?: string | undefined;
}

/** The note is needed to restore it on undo. */
export type MarkedFinding = Pick<Finding, 'id' | 'note'>;

export interface Review {
  /** @param note why the findings need no change; only if they become reviewed */
  readonly mark: (findings: readonly MarkedFinding[], reviewed: boolean, note?: string) => void;
  /** Undoes the last step, if any. */
  readonly undo: () => void;
}

const NOTE = 'check-marked';

export function useReview(check: string): Review {
  const client = useQueryClient();
  const steps = useRef<(readonly Step[])[]>([]);
  const run = useMutation({
    mutationFn: async (step: readonly Step[]) => {
      let changed = 0;
      for (const { ids, reviewed, note } of step)
        changed += (
          await call('checks.review', { check, ids: [...ids], reviewed, ...(note !== undefined && { note }) })
        ).changed;
      return { changed, reviewed: step[0]?.reviewed === true };
    },
    onSuccess: async ({ changed, reviewed }) => {
      const message = (reviewed ? texts.marked : texts.unmarked)(count(changed));
      notifications.hide(NOTE);
      notifications.show({ id: NOTE, message: createElement(UndoMark, { message, onUndo: undo }), autoClose: 8000 });
      await refreshChecks(client);
    },
    onError: notifyFailure,
  });
  function undo(): void {
    const reverse = steps.current.pop();
    if (reverse) run.mutate(reverse);
    else notifications.hide(NOTE);
  }
  return {
    mark: (findings, reviewed, note) => {
      if (findings.length === 0) return;
      const groups = Map.groupBy(findings, (finding) => (reviewed ? undefined : finding.note));
      steps.current.push(
        [...groups].map(([noted, held]) => ({ ids: held.map(({ id }) => id), reviewed: !reviewed, note: noted })),
      );
      run.mutate([{ ids: findings.map(({ id }) => id), reviewed, note }]);
    },
    undo,
  };
}

/** U undoes the last mark, even if no line remains to focus. */
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

function UndoMark({ message, onUndo }: { readonly message: string; readonly onUndo: () => void }) {
  return (
    <Group component="span" justify="space-between" wrap="nowrap">
      <span>{message}</span>
      <Button onClick={onUndo}>{texts.undo}</Button>
    </Group>
  );
}
