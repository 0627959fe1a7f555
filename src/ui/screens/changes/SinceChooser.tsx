/** Chooses the two moments to compare: the last visit, the end of a month, a refresh, a sent file, or any two days. */
import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changesScreenTexts as texts } from '#texts/screens/changes.ts';
import { momentTexts } from '#texts/screens/memory.ts';
import { handleSubmit } from '#ui/submit.ts';
import { Disclosure } from '#ui/components/Disclosure.tsx';
import { sentFiles, useWorkspace } from '#ui/data/queries.ts';
import { DayField } from '#ui/filters/DayField.tsx';
import { fromTyped } from '#ui/filters/typed-operand.ts';
import { dayText, timeText } from '#ui/format/figures-and-times.ts';
import shared from '#ui/components/components.module.css';
import type { ChangesView } from '#ui/routing/changes-view.ts';
import type { Starts } from './starts.ts';

const MAX_REFRESHES = 5;
const MAX_FILES = 5;

interface SinceChooserProps {
  readonly starts: Starts;
  readonly label: string;
  readonly onChoose: (chosen: Pick<ChangesView, 'since' | 'until' | 'file'>) => void;
}

export function SinceChooser({ starts, label, onChoose }: SinceChooserProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Disclosure
      label={texts.since}
      opened={opened}
      onChange={setOpened}
      target={
        <Button
          leftSection={<IconHistory size={14} stroke={1.6} aria-hidden />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
          data-testid="changes-since"
        >
          {label}
        </Button>
      }
    >
      <Choices
        starts={starts}
        onChoose={(chosen) => {
          setOpened(false);
          onChoose({ since: undefined, until: undefined, file: undefined, ...chosen });
        }}
      />
    </Disclosure>
  );
}

interface ChoicesProps {
  readonly starts: Starts;
  readonly onChoose: (chosen: Partial<Pick<ChangesView, 'since' | 'until' | 'file'>>) => void;
}

function Choices({ starts, onChoose }: ChoicesProps) {
  const { zone } = useWorkspace();
  const { data: sent } = useQuery(sentFiles);
  const refreshes = starts.refreshes.slice(0, MAX_REFRESHES);
  const files =
    sent?.files
      .filter(({ hasRecords, state, at }) => hasRecords && state !== 'withdrawn' && Date.parse(at) < starts.before)
      .slice(0, MAX_FILES) ?? [];
  return (
    <Stack gap="sm" w={440}>
      <Stack gap={2}>
        {starts.visit !== undefined && (
          <Choice
            label={texts.visit}
            detail={timeText(starts.visit, zone)}
            onClick={() => onChoose({ since: starts.visit })}
          />
        )}
        {starts.month !== undefined && (
          <Choice
            label={texts.month}
            detail={dayText(starts.month)}
            onClick={() => onChoose({ since: starts.month })}
          />
        )}
      </Stack>
      {refreshes.length > 0 && (
        <Section title={momentTexts.refreshes}>
          {refreshes.map(({ number, seenAt, kind }) => (
            <Choice
              key={number}
              label={timeText(seenAt, zone)}
              detail={kind === 'first' ? momentTexts.first : undefined}
              onClick={() => onChoose({ since: `#${number}` })}
            />
          ))}
        </Section>
      )}
      {files.length > 0 && (
        <Section title={texts.files}>
          {files.map(({ number, file, at }) => (
            <Choice key={number} label={file} detail={timeText(at, zone)} onClick={() => onChoose({ file: number })} />
          ))}
        </Section>
      )}
      <Range onChoose={onChoose} />
    </Stack>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section aria-label={title}>
      <Text fz="xs" c="dimmed" mb={2}>
        {title}
      </Text>
      <Stack gap={2}>{children}</Stack>
    </section>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly detail: string | undefined;
  readonly onClick: () => void;
}

function Choice({ label, detail, onClick }: ChoiceProps) {
  return (
    <UnstyledButton className={shared.momentButton} onClick={onClick}>
      <Text span inherit truncate>
        {label}
      </Text>
      <Text span fz="xs" c="dimmed">
        {detail}
      </Text>
    </UnstyledButton>
  );
}

function Range({ onChoose }: Pick<ChoicesProps, 'onChoose'>) {
  const { zone } = useWorkspace();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [since, until] = [from, to].map((day) => fromTyped(day, 'date', zone, 'end'));
  const isReady = since?.ok === true && since.value !== '' && until?.ok === true;
  return (
    <form
      onSubmit={handleSubmit(
        () => isReady && onChoose({ since: since.value, ...(until.value !== '' && { until: until.value }) }),
      )}
    >
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <DayField type="date" label={texts.from} value={from} missing="end" onChange={setFrom} />
        <DayField type="date" label={texts.until} value={to} missing="end" onChange={setTo} />
        <Button type="submit" flex="none" disabled={!isReady}>
          {momentTexts.show}
        </Button>
      </Group>
    </form>
  );
}
