/** Replaces an unreadable data file: shows the price and asks, then sets the file aside and downloads again. Nothing is deleted. */
import { Button, Modal, Stack, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Output } from '#contract/api.ts';
import { dataTexts } from '#texts/screens/data.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { call } from '#ui/data/client.ts';
import { useNow } from '#ui/clock.ts';
import { ErrorState } from '#ui/components/states.tsx';
import { Panel } from '#ui/components/Panel.tsx';
import { count } from '#ui/format/figures-and-times.ts';
import { rebuildPrice, scopes, useWorkspace } from '#ui/data/queries.ts';
import { formatPrice, countRequestsLeft, formatReset } from '#ui/sync/price-text.ts';
import { useSyncActions } from '#ui/sync/use-sync.ts';
import { notifyFailure } from '#ui/notifications.tsx';

const texts = dataTexts.damaged;

export function DamagedStore({ error }: { readonly error: unknown }) {
  const [asking, setAsking] = useState(false);
  const { data: price } = useQuery(rebuildPrice);
  return (
    <Panel>
      <ErrorState
        error={error}
        action={
          <Button variant="filled" disabled={!price} onClick={() => setAsking(true)} data-testid="mend-store">
            {texts.offer}
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
      notifications.show({ message: setAside === null ? texts.doneNone : texts.done(setAside) });
      await client.resetQueries({ queryKey: [scopes.data] });
      if (download) start();
    },
    onError: notifyFailure,
  });
  const left = count(countRequestsLeft(price.quota));
  const reset = formatReset(price.quota, workspace.zone, now);
  const hasKey = workspace.key !== 'none';
  return (
    <Modal opened={opened} onClose={onClose} title={texts.question} closeButtonProps={{ 'aria-label': uiTexts.close }}>
      <Stack>
        <p>{texts.what}</p>
        <p>
          {price.records === null
            ? texts.priceOpen(left, reset)
            : texts.price(count(price.records), formatPrice(price), left, reset)}
        </p>
        {!hasKey && <p className="quiet">{dataTexts.key.places.none}</p>}
        <Group gap="sm" align="stretch" justify="flex-end" mt="sm">
          <Button onClick={onClose} data-autofocus>
            {uiTexts.cancel}
          </Button>
          <Button loading={rebuild.isPending} onClick={() => rebuild.mutate({ download: false })}>
            {texts.asideOnly}
          </Button>
          {hasKey && (
            <Button
              variant="filled"
              loading={rebuild.isPending}
              onClick={() => rebuild.mutate({ download: true })}
              data-testid="mend-and-download"
            >
              {texts.both(formatPrice(price))}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
