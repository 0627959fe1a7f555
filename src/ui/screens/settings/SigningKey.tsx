/** Creates, saves and deletes the key that signs exported files, and shows its public half. The private half never reaches the page. */
import { Button, CopyButton, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SigningState } from '#contract/proof/signing.ts';
import { signingKeyTexts as texts } from '#texts/screens/settings.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Panel } from '#ui/components/Panel.tsx';
import { ErrorState } from '#ui/components/states.tsx';
import { call, explainFailure } from '#ui/data/client.ts';
import { signingState } from '#ui/data/queries.ts';
import { notifyFailure } from '#ui/notifications.tsx';
import { SettingRow } from './SettingRow.tsx';
import classes from './SettingsScreen.module.css';

export function SigningKey() {
  const { data: state, error, refetch } = useQuery(signingState);
  return (
    <Panel className={classes.panel} title={texts.title} sub={texts.sub}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {state && <SigningRows state={state} />}
    </Panel>
  );
}

function SigningRows({ state: { key, keychainAvailable } }: { readonly state: SigningState }) {
  const create = useSigning('signing.create');
  const problem = create.error === null ? undefined : explainFailure(create.error);
  if (key)
    return (
      <>
        <PublicValue label={texts.fingerprint.label} help={texts.fingerprint.help} value={key.fingerprint} />
        <PublicValue label={texts.allowedSigner.label} help={texts.allowedSigner.help} value={key.allowedSigner} />
        <ExportKey />
        <ForgetKey />
      </>
    );
  return (
    <SettingRow
      help={<span data-testid="signing-none">{keychainAvailable ? texts.none : texts.unavailable}</span>}
      problem={problem && `${problem.sentence} ${problem.action}`}
    >
      {keychainAvailable && (
        <Button onClick={() => create.mutate()} disabled={create.isPending} data-testid="signing-create">
          {texts.create}
        </Button>
      )}
    </SettingRow>
  );
}

interface PublicValueProps {
  readonly label: string;
  readonly help: string;
  readonly value: string;
}

function PublicValue({ label, help, value }: PublicValueProps) {
  return (
    <SettingRow
      label={label}
      help={
        <>
          {help}
          <Text component="code" inherit display="block" pt={2} style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </>
      }
    >
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button onClick={copy} aria-label={texts.copy(label)}>
            {copied ? uiTexts.copied : texts.copyShort}
          </Button>
        )}
      </CopyButton>
    </SettingRow>
  );
}

function ExportKey() {
  const keep = useMutation({
    mutationFn: () => call('signing.export', {}),
    onSuccess: (saved) => saved && notifications.show({ message: texts.keep.saved(saved.file) }),
    onError: notifyFailure,
  });
  return (
    <SettingRow label={texts.keep.label} help={texts.keep.help}>
      <Button onClick={() => keep.mutate()} loading={keep.isPending} data-testid="signing-export">
        {texts.keep.button}
      </Button>
    </SettingRow>
  );
}

/** Deleting the key cannot be undone, so it needs confirmation. */
function ForgetKey() {
  const [isConfirming, setConfirming] = useState(false);
  const forget = useSigning('signing.forget');
  const problem = forget.error === null ? undefined : explainFailure(forget.error);
  return (
    <SettingRow
      label={texts.forget.label}
      help={isConfirming ? texts.forget.sure : texts.forget.help}
      problem={problem && `${problem.sentence} ${problem.action}`}
    >
      <Group gap="sm" align="stretch" wrap="nowrap">
        {isConfirming && <Button onClick={() => setConfirming(false)}>{uiTexts.cancel}</Button>}
        <Button
          onClick={() => (isConfirming ? forget.mutate() : setConfirming(true))}
          disabled={forget.isPending}
          data-testid="signing-forget"
        >
          {isConfirming ? texts.forget.confirm : texts.forget.button}
        </Button>
      </Group>
    </SettingRow>
  );
}

function useSigning(method: 'signing.create' | 'signing.forget') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(method, {}),
    onSuccess: (state) => client.setQueryData(signingState.queryKey, state),
  });
}
