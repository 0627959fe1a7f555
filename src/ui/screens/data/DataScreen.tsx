/** The Data screen: completeness and age of the data, the price of more, and where it is stored. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Alert, Button, Group, Modal, SimpleGrid, Stack, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { DataStatus, Output } from '#contract/api.ts';
import { dataTexts } from '#texts/screens/data.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useNow } from '#ui/clock.ts';
import { ErrorState } from '#ui/components/states.tsx';
import { Screen } from '#ui/components/Screen.tsx';
import { Seal } from '#ui/coverage/Seal.tsx';
import { call, isFailure, isStoreFailure } from '#ui/data/client.ts';
import { count, dayText, timeText } from '#ui/format/figures-and-times.ts';
import { appInfo, dataStatus, rebuildPrice, scopes, useWorkspace } from '#ui/data/queries.ts';
import { countRequestsLeft, formatPrice, formatReset } from '#ui/sync/price-text.ts';
import { isAboutKey } from '#ui/sync/run-state.ts';
import { useSyncActions, useSyncView } from '#ui/sync/use-sync.ts';
import { RefreshButton } from '#ui/sync/RefreshButton.tsx';
import { SignChoice } from '#ui/exporting/ExportChoices.tsx';
import { refusedSettingTexts } from '#texts/screens/settings.ts';
import { Panel } from '#ui/components/Panel.tsx';
import { Fact, Facts } from '#ui/components/values.tsx';
import { cancelFile, LoadDialog, WorkspaceFileProgress } from '#ui/screens/workspaces/LoadDialog.tsx';
import { notifyFailure } from '#ui/notifications.tsx';
import { KeyPanel } from '../workspaces/KeyPanel.tsx';
import { ActionsPanel } from './ActionsPanel.tsx';
import { CoveragePanel } from './CoveragePanel.tsx';
import { FactTiles } from './FactTiles.tsx';
import { StateBand } from './StateBand.tsx';

const damagedTexts = dataTexts.damaged;

export function DamagedStore({ error }: { readonly error: unknown }) {
  const [asking, setAsking] = useState(false);
  const { data: price } = useQuery(rebuildPrice);
  return (
    <Panel>
      <ErrorState
        error={error}
        action={
          <Button variant="filled" disabled={!price} onClick={() => setAsking(true)} data-testid="mend-store">
            {damagedTexts.offer}
          </Button>
        }
      />
      {price && <MendDialog opened={asking} onClose={() => setAsking(false)} price={price} />}
    </Panel>
  );
}

interface MendDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly price: Output<'data.rebuildPrice'>;
}

function MendDialog({ opened, onClose, price }: MendDialogProps) {
  const workspace = useWorkspace();
  const now = useNow();
  const client = useQueryClient();
  const { start } = useSyncActions();
  const rebuild = useMutation({
    mutationFn: async ({ download }: { readonly download: boolean }) => {
      const { setAside } = await call('data.rebuild', {});
      return { setAside, download };
    },
    onSuccess: async ({ setAside, download }) => {
      onClose();
      notifications.show({ message: setAside === null ? damagedTexts.doneNone : damagedTexts.done(setAside) });
      await client.resetQueries({ queryKey: [scopes.data] });
      if (download) start();
    },
    onError: notifyFailure,
  });
  const left = count(countRequestsLeft(price.quota));
  const reset = formatReset(price.quota, workspace.zone, now);
  const hasKey = workspace.key !== 'none';
  return (
    <Modal opened={opened} onClose={onClose} title={damagedTexts.question}>
      <Stack>
        <p>{damagedTexts.what}</p>
        <p>
          {price.records === null
            ? damagedTexts.priceOpen(left, reset)
            : damagedTexts.price(count(price.records), formatPrice(price), left, reset)}
        </p>
        {!hasKey && <p className="quiet">{dataTexts.key.places.none}</p>}
        <Group gap="sm" align="stretch" justify="flex-end" mt="sm">
          <Button onClick={onClose} data-autofocus>
            {uiTexts.cancel}
          </Button>
          <Button loading={rebuild.isPending} onClick={() => rebuild.mutate({ download: false })}>
            {damagedTexts.asideOnly}
          </Button>
          {hasKey && (
            <Button
              variant="filled"
              loading={rebuild.isPending}
              onClick={() => rebuild.mutate({ download: true })}
              data-testid="mend-and-download"
            >
              {damagedTexts.both(formatPrice(price))}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

const texts = dataTexts.place;

export function PlacePanel() {
  const workspace = useWorkspace();
  const { data: info } = useQuery(appInfo);
  const [loading, setLoading] = useState(false);
  const [sign, setSign] = useState(false);
  const save = useMutation({
    mutationFn: () => call('workspace.save', { sign }),
    onSuccess: (saved) => {
      if (!saved) return;
      const message = texts.saved(saved.file, count(saved.records));
      if (saved.refused.length === 0) notifications.show({ message });
      else
        notifications.show({
          title: message,
          message: refusedSettingTexts.notSaved(saved.refused),
          color: 'var(--warn)',
        });
    },
    onError: (error) => {
      if (!isFailure(error, 'cancelled')) notifyFailure(error);
    },
  });
  const detail = <p className="quiet">{texts.detail}</p>;
  const facts = [
    { label: texts.address, value: workspace.baseUrl ?? texts.sample },
    { label: texts.directory, value: info?.dataDirectory ?? '' },
    { label: texts.zone, value: workspace.zone },
    {
      label: texts.version,
      value: [info?.version, info?.releaseDay && dayText(info.releaseDay)].filter(Boolean).join(', '),
    },
  ];
  return (
    <Panel title={texts.title}>
      <Stack flex="1" pt="sm" px="lg" pb="lg">
        {save.isPending ? <WorkspaceFileProgress what="saving">{detail}</WorkspaceFileProgress> : detail}
        <Facts labels="middle">
          {facts.map(({ label, value }) => (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ))}
        </Facts>
        {workspace.kind === 'service' && <SignChoice label={texts.sign} isChosen={sign} onChange={setSign} />}
        <Group className="screen-only" gap="sm" mt="auto">
          {save.isPending && (
            <Button onClick={cancelFile} data-testid="cancel-save">
              {dataTexts.file.cancel}
            </Button>
          )}
          {workspace.kind === 'service' && (
            <Tooltip label={texts.saveDetail} multiline maw={280}>
              <Button loading={save.isPending} onClick={() => save.mutate()} data-testid="save-workspace">
                {texts.save}
              </Button>
            </Tooltip>
          )}
          <Button disabled={save.isPending} onClick={() => setLoading(true)} data-testid="load-workspace">
            {texts.open}
          </Button>
        </Group>
        <LoadDialog opened={loading} onClose={() => setLoading(false)} />
      </Stack>
    </Panel>
  );
}

export function DataScreen() {
  const { data: status, error, refetch } = useQuery(dataStatus);
  const { trouble } = useSyncView();
  const [asks, setAsks] = useState(0);
  const [isEntering, setEntering] = useState<boolean>();
  const enterKey = () => {
    setEntering(true);
    setAsks(asks + 1);
  };
  const damaged = error !== null && isStoreFailure(error);
  return (
    <Screen
      title={uiTexts.screens.data.title}
      seal={error ? undefined : <Seal />}
      actions={error ? undefined : <RefreshButton />}
      records={{ held: error ? undefined : status?.records }}
    >
      {damaged && <DamagedStore error={error} />}
      {error && !damaged && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && <State status={status} onEnterKey={enterKey} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" flex="none">
        <KeyPanel
          // A rejected key opens the field automatically.
          isEntering={isEntering ?? isAboutKey(trouble)}
          asks={asks}
          onEnter={enterKey}
          onDone={() => setEntering(false)}
        />
        <PlacePanel />
      </SimpleGrid>
    </Screen>
  );
}

function State({ status, onEnterKey }: { readonly status: DataStatus | undefined; readonly onEnterKey: () => void }) {
  return (
    <>
      {status && countRequestsLeft(status.quota) === 0 && <QuotaNotice status={status} />}
      <FactTiles status={status} />
      {status && <StateBand status={status} onEnterKey={onEnterKey} />}
      <CoveragePanel status={status} />
      {status && <ActionsPanel status={status} />}
    </>
  );
}

/** Announces that the quota is used up. This is not an error, because everything else still works. Mentions other users of the key if known. */
function QuotaNotice({ status }: { readonly status: DataStatus }) {
  const workspace = useWorkspace();
  const now = useNow();
  const texts = dataTexts.quota;
  const { quota, asOf } = status;
  const sentence = quota.exhausted?.usedElsewhere === true ? texts.elsewhere : texts.used;
  return (
    <Alert px="lg" py="md" radius="md" data-testid="quota-notice">
      {sentence(
        count(quota.exhausted?.limit ?? quota.limit),
        count(quota.exhausted?.usedHere ?? quota.used),
        asOf === null ? texts.soFar : timeText(asOf, workspace.zone),
        formatReset(quota, workspace.zone, now),
      )}
    </Alert>
  );
}
