/** The coverage seal: whether the figures are complete, as of when, and which months are not. It opens the choice of a past moment. */
import { ActionIcon, Button, Group, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { MergeLine } from '#contract/memory.ts';
import { IconArrowsDiff } from '@tabler/icons-react';
import { momentTexts as texts } from '#texts/screens/memory.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { sealDetail, judgeSeal, sealText } from './seal.ts';
import { useHeldMonths } from './months.ts';
import { useMoment } from '../data/moment.ts';
import { useWorkspace } from '../data/open-workspace.ts';
import { dataStatus, merges, showMoment, syncState } from '../data/queries.ts';
import { DayField } from '../filters/DayField.tsx';
import { fromTyped } from '../filters/typed-operand.ts';
import { count } from '../format/figures.ts';
import { dayText, timeText } from '../format/times.ts';
import { Band } from '../components/Band.tsx';
import { Disclosure } from '../components/Disclosure.tsx';
import { addressOfChanges } from '#ui/routing/changes-view.ts';
import classes from '../components/components.module.css';

export interface SealProps {
  /** The days the figures cover; without them, all of time. */
  readonly period?: { readonly from: string; readonly to: string } | undefined;
}

export function Seal({ period }: SealProps) {
  const { data: status } = useQuery(dataStatus);
  const workspace = useWorkspace();
  const { data: sync } = useQuery(syncState);
  const held = useHeldMonths({ enabled: status?.complete === false });
  const moment = useMoment();
  const past = useMomentText(moment);
  const [opened, setOpened] = useState(false);
  if (!status) return null;
  const seal = judgeSeal(status, period, held);
  const today = seal.kind === 'empty' && sync?.running ? uiTexts.seal.downloading : sealText(seal, workspace);
  const text = moment === undefined ? today : texts.seal(past);
  const detail = moment === undefined ? sealDetail(seal) : undefined;
  return (
    <Tooltip label={detail ?? texts.open} multiline maw={280} disabled={opened}>
      <span>
        <Disclosure
          label={texts.title}
          opened={opened}
          onChange={setOpened}
          target={
            <UnstyledButton
              className={classes.seal}
              data-kind={moment === undefined ? seal.kind : 'past'}
              data-testid="seal"
              aria-expanded={opened}
              onClick={() => setOpened(!opened)}
            >
              <span className={classes.sealMark} aria-hidden />
              {text}
            </UnstyledButton>
          }
        >
          <MomentChooser onChosen={() => setOpened(false)} />
        </Disclosure>
      </span>
    </Tooltip>
  );
}

const MOST_REFRESHES = 6;

/** A day, or one of the last refreshes. */
interface MomentChooserProps {
  readonly onChosen: () => void;
}

function MomentChooser({ onChosen }: MomentChooserProps) {
  const client = useQueryClient();
  const { zone } = useWorkspace();
  const moment = useMoment();
  const { data } = useQuery(merges);
  const [day, setDay] = useState('');
  const show = (chosen: string | undefined) => {
    void showMoment(client, chosen);
    onChosen();
  };
  const read = fromTyped(day, 'date', zone, 'end');
  const refreshes = data?.merges.filter(({ kind }) => kind !== 'journal') ?? [];
  return (
    <Stack gap="sm" w={400}>
      <Text fw={600}>{texts.title}</Text>
      <Text fz="xs" c="dimmed">
        {data?.total === 0 ? texts.none : texts.about}
      </Text>
      {data !== undefined && data.total > 0 && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (read.ok && read.value !== '') show(read.value);
          }}
        >
          <Group align="flex-end" gap="xs" wrap="nowrap">
            <DayField type="date" label={texts.day} value={day} missing="end" onChange={setDay} />
            <Button type="submit" disabled={!read.ok || read.value === ''}>
              {texts.show}
            </Button>
          </Group>
        </form>
      )}
      {refreshes.length > 0 && (
        <Stack component="ul" gap={2} m={0} p={0} style={{ listStyle: 'none' }} aria-label={texts.refreshes}>
          {refreshes.slice(0, MOST_REFRESHES).map((merge) => (
            <li key={merge.number}>
              <Group gap={4} wrap="nowrap">
                <UnstyledButton onClick={() => show(`#${merge.number}`)} className={classes.momentButton}>
                  <span>{timeText(merge.seenAt, zone)}</span>
                  <Text span fz="xs" c="dimmed">
                    {describeMerge(merge)}
                  </Text>
                </UnstyledButton>
                <ActionIcon
                  size="sm"
                  component={Link}
                  href={addressOfChanges({ since: `#${merge.number}` })}
                  aria-label={texts.changedSince(timeText(merge.seenAt, zone))}
                  title={texts.changed}
                  onClick={onChosen}
                >
                  <IconArrowsDiff size={14} aria-hidden />
                </ActionIcon>
              </Group>
            </li>
          ))}
        </Stack>
      )}
      {data !== undefined && data.total > 0 && (
        <Button component={Link} href={addressOfChanges({})} onClick={onChosen}>
          {texts.changed}
        </Button>
      )}
      {moment !== undefined && <Button onClick={() => show(undefined)}>{texts.today}</Button>}
    </Stack>
  );
}

function describeMerge({ kind, appeared, changed, vanished }: MergeLine): string {
  return kind === 'first' ? texts.first : texts.refresh(count(appeared), count(changed), count(vanished));
}

/** A refresh is written as the time at which it was seen. */
function useMomentText(moment: string | undefined): string {
  const { zone } = useWorkspace();
  const { data } = useQuery(merges);
  const merge = data?.merges.find(({ number }) => `#${number}` === moment);
  return merge ? timeText(merge.seenAt, zone) : momentText(moment ?? '', zone);
}

function momentText(moment: string, zone: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(moment) ? dayText(moment) : timeText(moment, zone);
}

/** Says on every screen that it shows the past. */
export function PastBand() {
  const client = useQueryClient();
  const moment = useMoment();
  const text = useMomentText(moment);
  if (moment === undefined) return null;
  return (
    <Band place="window" label={texts.seal(text)} testId="past">
      <span>{texts.band(text)}</span>
      <Button size="compact-sm" onClick={() => void showMoment(client, undefined)}>
        {texts.today}
      </Button>
    </Band>
  );
}
