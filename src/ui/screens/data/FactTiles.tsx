/** Tiles with the number of records, their date, the number of unreadable values, and the requests of today. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button, TextInput, UnstyledButton, Text, Stack, Group } from '@mantine/core';
import type { DataStatus } from '#contract/api.ts';
import { dataTexts } from '#texts/screens/data.ts';
import { handleSubmit } from '#ui/submit.ts';
import { useNow } from '#ui/clock.ts';
import { Panel } from '#ui/components/Panel.tsx';
import { Pending } from '#ui/components/states.tsx';
import { QuotaMeter } from '#ui/components/Screen.tsx';
import { count, UNKNOWN, timeText } from '#ui/format/figures-and-times.ts';
import { syncPrice, useWorkspace } from '#ui/data/queries.ts';
import { countRequestsLeft, formatReset } from '#ui/sync/price-text.ts';
import { useSyncView } from '#ui/sync/use-sync.ts';
import { Disclosure } from '#ui/components/Disclosure.tsx';
import { readCount } from '#ui/locale.ts';
import { validateField } from '../settings/TextSetting.tsx';
import { settingsTexts } from '#texts/screens/settings.ts';
import { useSaveSetting } from '../settings/SettingRow.tsx';
import classes from './DataScreen.module.css';

const texts = dataTexts.tiles;

export function FactTiles({ status }: { readonly status: DataStatus | undefined }) {
  const workspace = useWorkspace();
  const now = useNow();
  return (
    <Panel>
      <div className={classes.tiles}>
        <Tile
          label={texts.records}
          value={status && count(status.records)}
          detail={<OfTotal status={status} />}
          testId="data-records"
        />
        <Tile
          label={texts.asOf}
          value={status && (status.asOf === null ? UNKNOWN : timeText(status.asOf, workspace.zone))}
          detail={status?.asOf == null ? texts.never : texts.later}
        />
        <Tile
          label={texts.anomalies}
          value={status && count(status.anomalies)}
          detail={status?.anomalies === 0 ? texts.anomaliesNone : texts.anomaliesSome}
          testId="data-anomalies"
        />
        <Tile
          label={texts.requests}
          value={status && <Spent status={status} />}
          detail={status && formatRequestsLeft(status, workspace.zone, now)}
          testId="data-quota"
        />
      </div>
    </Panel>
  );
}

function OfTotal({ status }: { readonly status: DataStatus | undefined }) {
  const { progress, last } = useSyncView();
  const { data: price } = useQuery(syncPrice());
  if (status?.complete) return status.fromFile === undefined ? texts.all : texts.asInFile;
  const total = progress?.total ?? last?.total ?? price?.total ?? null;
  return total === null ? texts.totalUnknown : texts.ofTotal(count(total));
}

function Spent({ status: { quota } }: { readonly status: DataStatus }) {
  return (
    <Group gap="md" wrap="nowrap">
      <span>
        {count(quota.used)} <QuotaLimit limit={quota.limit} />
      </span>
      <QuotaMeter quota={quota} flex="1" />
    </Group>
  );
}

function formatRequestsLeft({ quota }: DataStatus, zone: string, now: number): string {
  const left = countRequestsLeft(quota);
  const reset = formatReset(quota, zone, now);
  return left === 0 ? texts.usedUp(reset) : texts.left(count(left), reset);
}

interface TileProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly detail: ReactNode;
  readonly testId?: string;
}

function Tile({ label, value, detail, testId }: TileProps) {
  return (
    <div className={classes.tile} data-testid={testId}>
      <Text span inherit c="var(--ink-2)" fz="xs">
        {label}
      </Text>
      <div className={classes.tileValue}>{value ?? <Pending width="80px" />}</div>
      <Text span inherit c="dimmed" fz="xs">
        {detail}
      </Text>
    </div>
  );
}

/** Shows the daily limit, which is assumed until the user enters the real one. */
function QuotaLimit({ limit }: { readonly limit: number }) {
  const [opened, setOpened] = useState(false);
  return (
    <Disclosure
      label={texts.limitLabel}
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      target={
        <UnstyledButton
          className={classes.of}
          aria-label={texts.changeLimit(count(limit))}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
          data-testid="quota-limit"
        >
          / {count(limit)}
        </UnstyledButton>
      }
    >
      <LimitForm limit={limit} onDone={() => setOpened(false)} />
    </Disclosure>
  );
}

function LimitForm({ limit, onDone }: { readonly limit: number; readonly onDone: () => void }) {
  const [text, setText] = useState(String(limit));
  const { save, problem: saveProblem, isPending } = useSaveSetting('quotaLimit', settingsTexts.quotaLimit.label, count);
  const value = readCount(text) ?? Number.NaN;
  const problem = validateField('quotaLimit', value) ? texts.limitBad : saveProblem;
  return (
    <Stack
      component="form"
      align="flex-start"
      w={280}
      p="xs"
      onSubmit={handleSubmit(() => problem === undefined && save(value, onDone))}
    >
      <TextInput
        label={texts.limitLabel}
        inputMode="numeric"
        value={text}
        error={problem}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p className="quiet">{texts.limitHelp}</p>
      <Button type="submit" variant="filled" disabled={problem !== undefined} loading={isPending}>
        {texts.keepLimit}
      </Button>
    </Stack>
  );
}
