/** One setting: its name, one line of what it does, its control, and what is wrong with a value right below it. */
import { type ReactNode, createElement } from 'react';
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Settings } from '#domain/settings.ts';
import { settingsTexts } from '#texts/screens/settings.ts';
import { call } from '#ui/data/client.ts';
import { failureText } from '#ui/data/error-text.ts';
import { scopes, settings } from '#ui/data/queries.ts';
import { notifyFailure } from '#ui/notifications.tsx';
import classes from './SettingsScreen.module.css';

/** What the field of a setting shows. */
export interface FieldState {
  readonly settings: Settings;
  /** What was set earlier and is not accepted any more, as it was set. */
  readonly refused: string | undefined;
}

export interface SettingRowProps {
  /** Id of the control, for its label; undefined where the control names itself. */
  readonly controlId?: string;
  readonly label: string;
  readonly help: ReactNode;
  /** What it costs, where it spends requests. */
  readonly price?: ReactNode;
  readonly problem?: string | undefined;
  readonly children: ReactNode;
}

/** Ids by which the control refers to its help and its problem. */
export function describedBy(controlId: string): string {
  return `${controlId}-help ${controlId}-problem`;
}

export function SettingRow({ controlId, label, help, price, problem, children }: SettingRowProps) {
  return (
    <div className={classes.row} data-setting={controlId} data-setting-row={label}>
      <div className={classes.words}>
        {controlId === undefined ? (
          <span className={classes.label}>{label}</span>
        ) : (
          <label className={classes.label} htmlFor={controlId}>
            {label}
          </label>
        )}
        <p className={classes.help} id={controlId && `${controlId}-help`}>
          {help}
        </p>
        {price !== undefined && <p className={classes.price}>{price}</p>}
      </div>
      <div className={classes.control}>
        {children}
        <p className={classes.problem} id={controlId && `${controlId}-problem`} role="alert">
          {problem}
        </p>
      </div>
    </div>
  );
}

interface UndoNoticeProps {
  readonly text: string;
  readonly onUndo: () => void;
}

/** A changed setting, with its undo. */
export function UndoNotice({ text, onUndo }: UndoNoticeProps) {
  return (
    <Group component="span" justify="space-between" wrap="nowrap">
      <span>{text}</span>
      <Button onClick={onUndo}>{settingsTexts.undo}</Button>
    </Group>
  );
}

interface SaveSetting<Value> {
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
