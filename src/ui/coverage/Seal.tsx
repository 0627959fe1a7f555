/** The coverage seal: shows whether the figures are complete, their date, and incomplete months. It opens the choice of a past moment. */
import { Alert, Button, Group, Tooltip, UnstyledButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { momentTexts as texts } from '#texts/screens/memory.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { explainSeal, judgeSeal, formatSeal } from './seal.ts';
import { useHeldMonths } from './months.ts';
import { useMoment } from '../data/moment.ts';
import { dataStatus, merges, showMoment, syncState, useWorkspace } from '../data/queries.ts';
import { dayText, timeText } from '../format/figures-and-times.ts';
import { Disclosure } from '../components/Disclosure.tsx';
import { lazyComponent } from '../late.ts';
import classes from '../components/components.module.css';

const MomentChooser = lazyComponent(async () => (await import('./MomentChooser.tsx')).MomentChooser);

export interface SealProps {
  /** The days the figures cover; without them, all of time. */
  readonly period?: { readonly from: string; readonly to: string } | undefined;
}

/** The next answer often covers the same days. */
const isSameSeal = ({ period: a }: SealProps, { period: b }: SealProps) => a?.from === b?.from && a?.to === b?.to;

export const Seal = memo(function Seal({ period }: SealProps) {
  const { data: status } = useQuery(dataStatus);
  const workspace = useWorkspace();
  const { data: sync } = useQuery(syncState);
  const held = useHeldMonths({ enabled: status?.complete === false });
  const moment = useMoment();
  const past = useFormattedMoment(moment);
  const [opened, setOpened] = useState(false);
  if (!status) return null;
  const seal = judgeSeal(status, period, held);
  const today = seal.kind === 'empty' && sync?.running ? uiTexts.seal.downloading : formatSeal(seal, workspace);
  const text = moment === undefined ? today : texts.seal(past);
  const detail = moment === undefined ? explainSeal(seal) : undefined;
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
}, isSameSeal);

/** Marks a moment that is the number of a refresh. */
const REFRESH = '#';

/** Formats a refresh as the time at which it was seen, which requires the list of refreshes. */
function useFormattedMoment(moment: string | undefined): string {
  const { zone } = useWorkspace();
  const { data } = useQuery({ ...merges, enabled: moment?.startsWith(REFRESH) === true });
  const merge = data?.merges.find(({ number }) => `${REFRESH}${number}` === moment);
  return merge ? timeText(merge.seenAt, zone) : formatMoment(moment ?? '', zone);
}

function formatMoment(moment: string, zone: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(moment) ? dayText(moment) : timeText(moment, zone);
}

/** Shows on every screen that it shows the past. */
export function PastBand() {
  const client = useQueryClient();
  const moment = useMoment();
  const text = useFormattedMoment(moment);
  if (moment === undefined) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an alert is a div
    <Alert className={classes.strip} role="region" aria-label={texts.seal(text)} data-testid="past">
      <Group>
        {texts.band(text)}
        <Button size="compact-sm" onClick={() => void showMoment(client, undefined)}>
          {texts.today}
        </Button>
      </Group>
    </Alert>
  );
}
