/** Lists the actions that spend requests, with their purpose, their price and the requests that will remain. */
import { ActionIcon, Button, Tooltip, Modal, Stack, Group, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { DataStatus } from '#contract/api.ts';
import { dataTexts } from '#texts/screens/data.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { call } from '#ui/data/client.ts';
import { Panel } from '#ui/components/Panel.tsx';
import { Pending } from '#ui/components/states.tsx';
import { describeScreenKey } from '#ui/keyboard.ts';
import { count, UNKNOWN } from '#ui/format/figures-and-times.ts';
import { Table } from '#ui/grid/Table.tsx';
import { syncPrice, useWorkspace } from '#ui/data/queries.ts';
import {
  minRequestsLeftAfter,
  formatPrice,
  countRequestsLeft,
  type SyncPrice,
  formatReset,
} from '#ui/sync/price-text.ts';
import { useSyncActions, useSyncView, type SyncRequest } from '#ui/sync/use-sync.ts';
import { PartitionsTable } from './CoveragePanel.tsx';
import { wasRejected, describeLastRun } from './StateBand.tsx';
import { notifyFailure } from '#ui/notifications.tsx';
import { useNow } from '#ui/clock.ts';
import tables from '#ui/components/tables.module.css';
import screen from './DataScreen.module.css';

const texts = dataTexts.actions;

export function ActionsPanel({ status }: { readonly status: DataStatus }) {
  const workspace = useWorkspace();
  const { running, last } = useSyncView();
  const [opened, setOpened] = useState<boolean>();
  const isOpen = opened ?? (!status.complete || wasRejected(last));
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  const locked = workspace.key === 'none' || running || countRequestsLeft(status.quota) === 0;
  const { data: price } = useQuery(syncPrice());
  // Nothing can be compared before the first download. Reading by list is for services that refuse to filter or sort.
  const offersList = status.records > 0 || wasRejected(last);
  if (status.records === 0 && !offersList && !status.complete && price?.max !== null) return null;
  return (
    <Panel
      title={texts.title}
      sub={texts.sub}
      controls={
        <>
          {last && !running && (
            <Text span inherit className="figure" c="dimmed" fz="xs">
              {describeLastRun(last)}
            </Text>
          )}
          <ActionIcon
            {...describeScreenKey('table')}
            aria-label={isOpen ? texts.hide : texts.show}
            aria-expanded={isOpen}
            onClick={() => setOpened(!isOpen)}
            data-testid="advanced"
          >
            <Chevron size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        </>
      }
    >
      {isOpen && (
        <Table
          columns={[
            texts.action,
            { id: texts.cost, isNumber: true },
            { id: texts.left, isNumber: true },
            { id: 'do', header: texts.action, isHeaderHidden: true },
          ]}
          className={screen.table}
          data-testid="actions"
        >
          {status.complete && <RunAction request={{}} name="refresh" locked={locked} />}
          {!status.complete && <AskAction locked={locked} />}
          <VerifyAction status={status} locked={locked} />
          {status.complete && (
            <>
              <RunAction request={{ audit: true }} name="audit" locked={locked} />
              <RunAction request={{ scrub: true }} name="scrub" locked={locked} />
              <RunAction request={{ full: true }} name="full" locked={locked} />
            </>
          )}
          {offersList && <ListAction locked={locked} />}
        </Table>
      )}
      {isOpen && status.complete && <PartitionsTable status={status} />}
    </Panel>
  );
}

interface RowProps {
  readonly name: 'refresh' | 'ask' | 'verify' | 'audit' | 'full' | 'scrub' | 'list';
  readonly cost: ReactNode;
  /** Undefined while the price is unknown. */
  readonly price: SyncPrice | undefined;
  readonly children: ReactNode;
  /** The result, shown instead of the purpose. */
  readonly outcome?: ReactNode;
}

function Row({ name, cost, price, outcome, children }: RowProps) {
  const { name: label, why } = texts[name];
  const remaining = price && minRequestsLeftAfter(price);
  return (
    <tr data-action={name}>
      <th scope="row">
        <Text inherit fw={500}>
          {label}
        </Text>
        <Text inherit c="dimmed" fz="xs">
          {outcome ?? why}
        </Text>
      </th>
      <td className={tables.number}>{cost}</td>
      <td className={`${tables.number} quiet`}>{remaining === undefined ? UNKNOWN : count(remaining)}</td>
      <td className={screen.do}>
        <span className="screen-only">{children}</span>
      </td>
    </tr>
  );
}

interface RunActionProps {
  readonly request: SyncRequest;
  readonly name: 'refresh' | 'audit' | 'full' | 'scrub';
  readonly locked: boolean;
}

function RunAction({ request, name, locked }: RunActionProps) {
  const { start } = useSyncActions();
  const { data: price } = useQuery(syncPrice(request));
  const label = texts[name].do;
  return (
    <Row name={name} cost={<Cost price={price} />} price={price}>
      <Button disabled={locked} onClick={() => start(request)} data-testid={`run-${name}`}>
        {label}
      </Button>
    </Row>
  );
}

/** Marks a price above the remaining requests, but allows it, because a run stops cleanly and continues later. */
function Cost({ price }: { readonly price: SyncPrice | undefined }) {
  if (!price) return <Pending width="80px" />;
  const left = countRequestsLeft(price.quota);
  const isUnaffordable = price.min > left;
  const text = (
    <Text span inherit {...(isUnaffordable && { c: 'var(--warn)' })}>
      {formatPrice(price)}
    </Text>
  );
  return isUnaffordable ? (
    <Tooltip label={texts.tooDear(count(left))} multiline maw={280}>
      {text}
    </Tooltip>
  ) : (
    text
  );
}

/** Asks for the number of records while it is unknown. */
function AskAction({ locked }: { readonly locked: boolean }) {
  const client = useQueryClient();
  const { data: price } = useQuery(syncPrice());
  const ask = useMutation({
    mutationFn: () => call('sync.price', { ask: true }),
    onSuccess: (answer) => client.setQueryData(syncPrice().queryKey, answer),
    onError: notifyFailure,
  });
  if (price?.max !== null) return null;
  return (
    <Row name="ask" cost={uiTexts.requests('1')} price={{ ...price, min: 1, max: 1 }}>
      <Button disabled={locked} loading={ask.isPending} onClick={() => ask.mutate()}>
        {texts.ask.do}
      </Button>
    </Row>
  );
}

function VerifyAction({ status, locked }: { readonly status: DataStatus; readonly locked: boolean }) {
  const { data: price } = useQuery(syncPrice());
  const verify = useMutation({ mutationFn: () => call('data.verify', {}), onError: notifyFailure });
  const comparison = verify.data;
  const outcome = comparison && (
    <Text component="output" inherit c="var(--ink)" data-testid="verified">
      {texts.verified(count(comparison.held), count(comparison.total))}{' '}
      {comparison.equal ? texts.verifiedEqual : texts.verifiedDiffer}
    </Text>
  );
  if (status.records === 0) return null;
  return (
    <Row
      name="verify"
      cost={uiTexts.requests('1')}
      price={price && { ...price, min: 1, max: 1 }}
      {...(outcome && { outcome })}
    >
      <Button disabled={locked} loading={verify.isPending} onClick={() => verify.mutate()}>
        {texts.verify.do}
      </Button>
    </Row>
  );
}

function ListAction({ locked }: { readonly locked: boolean }) {
  const [asking, setAsking] = useState(false);
  const { data: price } = useQuery(syncPrice({ list: true }));
  return (
    <Row name="list" cost={<Cost price={price} />} price={price}>
      <Button disabled={locked || !price} onClick={() => setAsking(true)} data-testid="run-list">
        {texts.list.do}
      </Button>
      {price && <ListDialog opened={asking} onClose={() => setAsking(false)} price={price} />}
    </Row>
  );
}

interface ListDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly price: SyncPrice;
}

/** Asks before everything is read by list, with the reason and the cost now and each time. */
function ListDialog({ opened, onClose, price }: ListDialogProps) {
  const { zone } = useWorkspace();
  const { start } = useSyncActions();
  const now = useNow();
  const left = count(countRequestsLeft(price.quota));
  const reset = formatReset(price.quota, zone, now);
  return (
    <Modal opened={opened} onClose={onClose} title={texts.listTitle}>
      <Stack>
        <p>{texts.listWhy}</p>
        <p>
          <strong>
            {price.max === null ? texts.listCostOpen(left, reset) : texts.listCost(formatPrice(price), left, reset)}
          </strong>
        </p>
        <p className="quiet">{texts.listInstead}</p>
        <Group gap="sm" align="stretch" justify="flex-end" mt="sm">
          <Button onClick={onClose} data-autofocus>
            {uiTexts.cancel}
          </Button>
          <Button
            variant="filled"
            data-testid="list-confirmed"
            onClick={() => {
              onClose();
              start({ list: true });
            }}
          >
            {texts.listDo(formatPrice(price))}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
