/** Stores one setting at once and offers to undo it; a refusal is shown beside the field. */
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import type { Settings } from '#domain/settings.ts';
import { settingsTexts } from '#texts/screens/settings.ts';
import { call } from '#ui/data/client.ts';
import { failureText } from '#ui/data/error-text.ts';
import { scopes, settings } from '#ui/data/queries.ts';
import { UndoNotice } from './UndoNotice.tsx';
import { notifyFailure } from '#ui/notifications/notify-failure.ts';

export interface SaveSetting<Value> {
  readonly save: (value: Value, onSaved?: () => void) => void;
  /** Why the last value was refused. */
  readonly problem: string | undefined;
  readonly isPending: boolean;
}

/** @param label of the setting. @param say a value in words, for the notice. */
export function useSaveSetting<Name extends keyof Settings>(
  name: Name,
  label: string,
  say: (value: Settings[Name]) => string,
): SaveSetting<Settings[Name]> {
  const client = useQueryClient();
  /** One notice for each setting: the latest replaces the one before. */
  const id = `setting-${name}`;
  const apply = async (all: Settings) => {
    client.setQueryData(settings.queryKey, all);
    // Zone and currency are in the workspace's state, the limit in the quota, and figures follow all of them.
    await Promise.all([
      client.invalidateQueries({ queryKey: [scopes.workspace] }),
      client.invalidateQueries({ queryKey: [scopes.data] }),
    ]);
  };
  const undo = useMutation({
    mutationFn: (value: Settings[Name]) => call('settings.set', { [name]: value }),
    onSuccess: async (all) => {
      await apply(all);
      notifications.show({ id, message: settingsTexts.undone(label) });
    },
    onError: notifyFailure,
  });
  const set = useMutation({
    mutationFn: async (value: Settings[Name]) => {
      const before = (client.getQueryData(settings.queryKey) ?? (await call('settings.get', {})))[name];
      return { all: await call('settings.set', { [name]: value }), before };
    },
    onSuccess: async ({ all, before }, value) => {
      await apply(all);
      if (JSON.stringify(before) === JSON.stringify(value)) return;
      const back = () => {
        notifications.hide(id);
        undo.mutate(before);
      };
      notifications.hide(id);
      notifications.show({
        id,
        message: createElement(UndoNotice, { text: settingsTexts.changed(label, say(value)), onUndo: back }),
        autoClose: 10_000,
      });
    },
  });
  return {
    save: (value, onSaved) => set.mutate(value, { onSuccess: () => onSaved?.() }),
    problem: set.error ? failureText(set.error).sentence : undefined,
    isPending: set.isPending,
  };
}
