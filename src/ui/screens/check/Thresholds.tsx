/** Edits the thresholds of a check. */
import { Button, TextInput, Stack, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { thresholds } from '#domain/checks/check.ts';
import { parseDecimal } from '#domain/decimal.ts';
import { checkScreenTexts as texts, thresholdTexts } from '#texts/screens/checks.ts';
import { handleSubmit } from '#ui/submit.ts';
import { call } from '#ui/data/client.ts';
import { Disclosure } from '#ui/components/Disclosure.tsx';
import { settings, refreshChecks } from '#ui/data/queries.ts';
import { localizeDecimal, toDecimal } from '#ui/locale.ts';
import { notifyFailure } from '#ui/notifications.tsx';

export interface ThresholdsButtonProps {
  readonly names: readonly string[];
  /** The name of the check. */
  readonly label: string;
}

export function ThresholdsButton({ names, label }: ThresholdsButtonProps) {
  const [opened, setOpened] = useState(false);
  const { data: stored } = useQuery(settings);
  return (
    <Disclosure
      label={texts.thresholdsFor(label)}
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      target={
        <Button aria-expanded={opened} onClick={() => setOpened(!opened)} data-testid="thresholds">
          {texts.thresholds}
        </Button>
      }
    >
      {stored && opened && <Fields names={names} stored={stored.thresholds} onDone={() => setOpened(false)} />}
    </Disclosure>
  );
}

interface FieldsProps {
  readonly names: readonly string[];
  readonly stored: Readonly<Record<string, string>>;
  readonly onDone: () => void;
}

function Fields({ names, stored, onDone }: FieldsProps) {
  const fields = thresholds
    .filter(({ name }) => names.includes(name))
    .map((threshold) => ({ ...threshold, standard: localizeDecimal(threshold.standard) }));
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (changed: Record<string, string>) => call('settings.set', { thresholds: changed }),
    onSuccess: async (all) => {
      client.setQueryData(settings.queryKey, all);
      onDone();
      await refreshChecks(client);
    },
    onError: notifyFailure,
  });
  const read = Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, toDecimal(text)]));
  const problems = fields.filter(
    ({ name }) => read[name] !== undefined && (parseDecimal(read[name])?.units ?? 0n) <= 0n,
  );
  return (
    <Stack
      component="form"
      w={240}
      onSubmit={handleSubmit(() => problems.length === 0 && save.mutate({ ...stored, ...read }))}
    >
      {fields.map(({ name, standard }) => (
        <TextInput
          key={name}
          label={thresholdTexts[name]}
          value={typed[name] ?? (stored[name] === undefined ? standard : localizeDecimal(stored[name]))}
          error={problems.some((problem) => problem.name === name) ? texts.thresholdProblem : undefined}
          onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value.trim() })}
          inputMode="decimal"
        />
      ))}
      <Group gap="sm" align="stretch" justify="flex-end" wrap="nowrap">
        <Button onClick={() => setTyped(Object.fromEntries(fields.map(({ name, standard }) => [name, standard])))}>
          {texts.thresholdReset}
        </Button>
        <Button type="submit" variant="filled" loading={save.isPending} disabled={problems.length > 0}>
          {texts.thresholdSave}
        </Button>
      </Group>
    </Stack>
  );
}
