/** The notice about damaged names and settings, with ways to repair them. It is on every screen, because all figures depend on them. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { JournalDamage } from '#contract/journal.ts';
import { journalTexts as texts } from '#texts/journal.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { call } from '../data/client.ts';
import { Modal } from '../components/overlays.tsx';
import { count, dayText } from '../format/figures-and-times.ts';
import { resetQueries, journalState } from '../data/queries.ts';
import { notifyFailure } from '../notifications.tsx';
import components from '../components/components.module.css';

type From = 'copy' | 'rest';

export function JournalBand() {
  const { data } = useQuery(journalState);
  const [source, setSource] = useState<From>();
  if (!data) return null;
  const { preferencesSetAside } = data;
  const damage = data.damage && formatDamage(data.damage);
  return (
    <>
      {preferencesSetAside !== null && (
        <Alert className={components.strip}>{texts.preferences(preferencesSetAside)}</Alert>
      )}
      {damage && (
        <Alert
          className={components.strip}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an alert is a div
          role="region"
          aria-label={texts.heading(damage)}
          icon={<IconAlertTriangle color="var(--warn)" size={18} stroke={1.6} aria-hidden />}
          data-testid="journal-damage"
        >
          <Group>
            <Text inherit flex="1 1 480px" maw="130ch" role="alert">
              <strong>{texts.heading(damage)}.</strong> {texts.what(damage, count)}. {texts.rest(damage)}{' '}
              {texts.copy(damage, count)}
            </Text>
            <Group gap="sm" ml="auto">
              {damage.copy && <Button onClick={() => setSource('copy')}>{texts.restore(damage.copy.day)}</Button>}
              <Button onClick={() => setSource('rest')}>{damage.isWhole ? texts.goOnWhole : texts.goOn}</Button>
            </Group>
          </Group>
          <MendDialog from={source} damage={damage} onClose={() => setSource(undefined)} />
        </Alert>
      )}
    </>
  );
}

/** Formats the day of the copy. */
function formatDamage(damage: JournalDamage): JournalDamage {
  return damage.copy ? { ...damage, copy: { ...damage.copy, day: dayText(damage.copy.day) } } : damage;
}

interface MendDialogProps {
  /** Undefined while the dialog is closed. */
  readonly from: From | undefined;
  readonly damage: JournalDamage;
  readonly onClose: () => void;
}

function MendDialog({ from, damage, onClose }: MendDialogProps) {
  const client = useQueryClient();
  const mend = useMutation({
    mutationFn: async (way: From) => {
      const { setAside } = await call('journal.mend', { from: way });
      return { setAside, workspace: await call('workspace.state', {}) };
    },
    onSuccess: async ({ setAside, workspace }) => {
      onClose();
      notifications.show({ message: texts.done(setAside) });
      await resetQueries(client, workspace);
    },
    onError: notifyFailure,
  });
  return (
    <Modal opened={from !== undefined} onClose={onClose} title={from && texts.question(from)}>
      {from && (
        <Stack>
          <p>
            {damage.isWhole && from === 'rest' ? texts.nothingLost : texts.consequence(from, damage.copy?.day ?? null)}
          </p>
          <p>{texts.aside}</p>
          <Group gap="sm" align="stretch" justify="flex-end">
            <Button onClick={onClose} data-autofocus>
              {uiTexts.cancel}
            </Button>
            <Button
              variant="filled"
              loading={mend.isPending}
              onClick={() => mend.mutate(from)}
              data-testid="mend-journal"
            >
              {from === 'copy' && damage.copy
                ? texts.restore(damage.copy.day)
                : damage.isWhole
                  ? texts.goOnWhole
                  : texts.goOn}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
