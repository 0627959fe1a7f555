/** Chooses a past moment to show; opened by the seal. */
import { ActionIcon, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { IconArrowsDiff } from '@tabler/icons-react';
import type { MergeLine } from '#contract/memory.ts';
import { momentTexts as texts } from '#texts/screens/memory.ts';
import { handleSubmit } from '#ui/submit.ts';
import { useMoment } from '../data/moment.ts';
import { merges, showMoment, useWorkspace } from '../data/queries.ts';
import { DayField } from '../filters/DayField.tsx';
import { fromTyped } from '../filters/typed-operand.ts';
import { count, timeText } from '../format/figures-and-times.ts';
import { toChangesAddress } from '#ui/routing/changes-view.ts';
import classes from '../components/components.module.css';

const MAX_REFRESHES = 6;

export function MomentChooser({ onChosen }: { readonly onChosen: () => void }) {
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
        <form onSubmit={handleSubmit(() => read.ok && read.value !== '' && show(read.value))}>
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
          {refreshes.slice(0, MAX_REFRESHES).map((merge) => (
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
                  href={toChangesAddress({ since: `#${merge.number}` })}
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
        <Button component={Link} href={toChangesAddress({})} onClick={onChosen}>
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
