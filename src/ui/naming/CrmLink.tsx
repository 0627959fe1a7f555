/** Opens a record in the CRM. Before the first record of a host is opened, a dialog shows the host and asks. */
import { Button, Group, Modal, Text, UnstyledButton } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatRecordAddress, findRecordHost } from '#domain/record.ts';
import { checkScreenTexts } from '#texts/screens/checks.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { call } from '../data/client.ts';
import { appInfo, preferences, settings } from '../data/queries.ts';
import { notifyFailure } from '../notifications.tsx';

const texts = checkScreenTexts.crm;

export function CrmLink({ id }: { readonly id: string }) {
  const { data: stored } = useQuery(settings);
  const { data: preferred } = useQuery(preferences);
  const { data: info } = useQuery(appInfo);
  if (!stored || !preferred || !info || stored.recordAddress === null) return null;
  const host = findRecordHost(stored.recordAddress);
  const target: LinkTarget = {
    id,
    host,
    address: formatRecordAddress(stored.recordAddress, id),
    isDesktop: info.host === 'desktop',
  };
  return preferred.openedHosts?.includes(host) ? <OpenAtOnce {...target} /> : <AskFirst {...target} />;
}

interface LinkTarget {
  readonly id: string;
  readonly host: string;
  readonly address: string;
  /** A browser follows the link. The desktop window never navigates away, so there the program opens it. */
  readonly isDesktop: boolean;
}

function OpenAtOnce({ id, host, address, isDesktop }: LinkTarget) {
  const label = { 'aria-label': texts.openRecord(host, id), title: texts.openAt(host) };
  if (isDesktop)
    return (
      <UnstyledButton {...label} onClick={() => void openRecord(id).catch(notifyFailure)}>
        <Icon />
      </UnstyledButton>
    );
  return (
    <a href={address} target="_blank" rel="noreferrer noopener" {...label}>
      <Icon />
    </a>
  );
}

function AskFirst(target: LinkTarget) {
  const { id, host } = target;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <UnstyledButton
        aria-label={texts.openRecord(host, id)}
        aria-haspopup="dialog"
        title={texts.openAt(host)}
        onClick={() => setAsking(true)}
      >
        <Icon />
      </UnstyledButton>
      <HostDialog {...target} opened={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

interface HostDialogProps extends LinkTarget {
  readonly opened: boolean;
  readonly onClose: () => void;
}

function HostDialog({ id, host, address, isDesktop, opened, onClose }: HostDialogProps) {
  const remember = useRememberHost();
  const open = () => {
    onClose();
    remember(host, isDesktop ? () => openRecord(id) : undefined);
  };
  const buttonProps = { variant: 'filled', 'data-autofocus': true, onClick: open } as const;
  return (
    <Modal opened={opened} onClose={onClose} title={texts.title}>
      <Text inherit fz="xl" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {host}
      </Text>
      <Text inherit mt="xs" mb="md" c="var(--ink-2)" style={{ overflowWrap: 'anywhere' }}>
        {address}
      </Text>
      <p className="quiet">{texts.once}</p>
      <Group gap="sm" align="stretch" justify="flex-end" mt="md">
        <Button onClick={onClose}>{uiTexts.cancel}</Button>
        {isDesktop ? (
          <Button {...buttonProps}>{texts.open}</Button>
        ) : (
          <Button {...buttonProps} component="a" href={address} target="_blank" rel="noreferrer noopener">
            {texts.open}
          </Button>
        )}
      </Group>
    </Modal>
  );
}

const openRecord = (id: string) => call('checks.open', { id });

/** Stores a host to which the user has agreed, and then calls `then`. */
function useRememberHost(): (host: string, then?: () => Promise<unknown>) => void {
  const client = useQueryClient();
  return (host, then) => {
    const before = client.getQueryData(preferences.queryKey)?.openedHosts ?? [];
    call('preferences.set', { openedHosts: [...new Set([...before, host])] })
      .then((all) => {
        client.setQueryData(preferences.queryKey, all);
        return then?.();
      })
      .catch(notifyFailure);
  };
}

function Icon() {
  return <IconExternalLink size={14} stroke={1.6} aria-hidden />;
}
