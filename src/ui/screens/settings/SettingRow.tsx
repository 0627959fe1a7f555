/** One setting: its name, a help text, its control, and an error message. */
import { type ReactNode, createElement } from 'react';
import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Settings } from '#domain/settings.ts';
import { settingsTexts } from '#texts/screens/settings.ts';
import { call, explainFailure } from '#ui/data/client.ts';
import { scopes, settings } from '#ui/data/queries.ts';
import { notifyFailure, UndoNotice } from '#ui/notifications.tsx';
import classes from './SettingsScreen.module.css';

export interface FieldState {
  readonly settings: Settings;
  /** The stored value if it is no longer accepted. */
  readonly rejectedText: string | undefined;
}

export interface SettingRowProps {
  /** The control's id, for its label; undefined if the control has its own name. */
  readonly controlId?: string;
  readonly label?: string;
  readonly help: ReactNode;
  /** The price of a setting that spends requests. */
  readonly price?: ReactNode;
  readonly problem?: string | undefined;
  readonly children: ReactNode;
}

/** @returns the ids of a control's help text and error message, for `aria-describedby` */
export function getDescriptionIds(controlId: string): string {
  return `${controlId}-help ${controlId}-problem`;
}

export function SettingRow({ controlId, label, help, price, problem, children }: SettingRowProps) {
  return (
    <div className={classes.row} data-setting={controlId} data-setting-row={label}>
      <Stack gap={0} flex="1 1 192px" miw={0}>
        {label !== undefined && (
          <Text inherit fw={500} {...(controlId !== undefined && { component: 'label', htmlFor: controlId })}>
            {label}
          </Text>
        )}
        <p className="hint" id={controlId && `${controlId}-help`}>
          {help}
        </p>
        {price !== undefined && (
          <Text inherit c="var(--ink-2)" fz="xs">
            {price}
          </Text>
        )}
      </Stack>
      <div className={classes.control}>
        {children}
        <p className="problem" id={controlId && `${controlId}-problem`} role="alert">
          {problem}
        </p>
      </div>
    </div>
  );
}

interface SaveSetting<Value> {
  readonly save: (value: Value, onSaved?: () => void) => void;
  /** The reason why the last value was rejected. */
  readonly problem: string | undefined;
  readonly isPending: boolean;
}

/** @param describe words a value for the notice */
export function useSaveSetting<Name extends keyof Settings>(
  name: Name,
  label: string,
  describe: (value: Settings[Name]) => string,
): SaveSetting<Settings[Name]> {
  const client = useQueryClient();
  /** Each setting has one notice, so that a new one replaces the previous one. */
  const id = `setting-${name}`;
  const apply = async (all: Settings) => {
    client.setQueryData(settings.queryKey, all);
    // The workspace's state holds the zone and the currency, the quota the limit, and figures depend on all settings.
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
      const revert = () => {
        notifications.hide(id);
        undo.mutate(before);
      };
      notifications.hide(id);
      notifications.show({
        id,
        message: createElement(UndoNotice, { text: settingsTexts.changed(label, describe(value)), onUndo: revert }),
        autoClose: 10_000,
      });
    },
  });
  return {
    save: (value, onSaved) => set.mutate(value, { onSuccess: () => onSaved?.() }),
    problem: set.error ? explainFailure(set.error).sentence : undefined,
    isPending: set.isPending,
  };
}
