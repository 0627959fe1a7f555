/** Shows where the key is stored, and tests, replaces or deletes it. No screen ever shows the key. */
import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { dataTexts } from '#texts/screens/data.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { handleSubmit } from '#ui/submit.ts';
import { call } from '#ui/data/client.ts';
import { Panel } from '#ui/components/Panel.tsx';
import { scopes, useWorkspace } from '#ui/data/queries.ts';
import { notifyFailure } from '#ui/notifications.tsx';

const texts = dataTexts.key;

export interface KeyPanelProps {
  /** Whether the field for a new key is open, because the user asked for it or the stored key is rejected. */
  readonly isEntering: boolean;
  /** Counts the user's requests for the field; each one focuses it. */
  readonly asks: number;
  readonly onEnter: () => void;
  readonly onDone: () => void;
}

export function KeyPanel({ isEntering, asks, onEnter, onDone }: KeyPanelProps) {
  const workspace = useWorkspace();
  const test = useMutation({
    mutationFn: () => call('key.test', {}),
    onSuccess: () => notifications.show({ message: texts.works }),
    onError: notifyFailure,
  });
  const isOwn = workspace.kind === 'service';
  const replacing = isOwn && isEntering;
  return (
    <Panel title={texts.title}>
      <Stack flex="1" pt="sm" px="lg" pb="lg">
        <p data-testid="key-place">{texts.places[workspace.key]}</p>
        <p className="quiet">{uiTexts.quota.assumed}</p>
        {replacing && <ReplaceKey asks={asks} onDone={onDone} />}
        <Group className="screen-only" gap="sm" mt="auto">
          {workspace.key !== 'none' && (
            <Button loading={test.isPending} onClick={() => test.mutate()}>
              {texts.test}
            </Button>
          )}
          {isOwn && !replacing && (
            <Button onClick={onEnter}>{workspace.key === 'none' ? texts.enter : texts.replace}</Button>
          )}
          {isOwn && workspace.key !== 'none' && <ForgetKey />}
        </Group>
      </Stack>
    </Panel>
  );
}

/** Connecting again to the same address tests the new key before it replaces the old one. */
function ReplaceKey({ asks, onDone }: { readonly asks: number; readonly onDone: () => void }) {
  const workspace = useWorkspace();
  const client = useQueryClient();
  const [key, setKey] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asks > 0) field.current?.focus();
  }, [asks]);
  const save = useMutation({
    mutationFn: () => call('workspace.connect', { name: workspace.name, baseUrl: workspace.baseUrl ?? '', key }),
    onSuccess: async () => {
      notifications.show({ message: texts.kept });
      onDone();
      await Promise.all([
        client.invalidateQueries({ queryKey: [scopes.workspace] }),
        client.invalidateQueries({ queryKey: [scopes.data] }),
      ]);
    },
    onError: notifyFailure,
  });
  return (
    <Stack component="form" onSubmit={handleSubmit(() => save.mutate())}>
      <PasswordInput
        ref={field}
        label={texts.new}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
        autoComplete="off"
      />
      <Group className="screen-only" gap="sm" mt="auto">
        <Button type="submit" variant="filled" disabled={key.trim() === ''} loading={save.isPending}>
          {texts.keep}
        </Button>
        <Button onClick={onDone}>{uiTexts.cancel}</Button>
      </Group>
    </Stack>
  );
}

/** Asks for confirmation in place, because deleting the key cannot be undone here. */
function ForgetKey() {
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const forget = useMutation({
    mutationFn: () => call('key.forget', {}),
    onSuccess: async () => {
      setConfirming(false);
      notifications.show({ message: texts.forgotten });
      await client.invalidateQueries({ queryKey: [scopes.workspace] });
    },
    onError: notifyFailure,
  });
  if (!isConfirming) return <Button onClick={() => setConfirming(true)}>{texts.forget}</Button>;
  return (
    <>
      <p>{texts.forgetQuestion}</p>
      <Button color="red" loading={forget.isPending} onClick={() => forget.mutate()}>
        {texts.forget}
      </Button>
      <Button onClick={() => setConfirming(false)}>{uiTexts.cancel}</Button>
    </>
  );
}
