/** Chooses whether a file bills its records, and shows how many an earlier file already bills. */
import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Input } from '#contract/api.ts';
import type { ExportOptionsInput } from '#domain/exports/options.ts';
import { billTexts as texts } from '#texts/screens/memory.ts';
import { billedRecords, useWorkspace } from '../data/queries.ts';
import { count, dayOfTime } from '../format/figures-and-times.ts';

interface BillChoiceProps {
  readonly selection: Input<'sent.billed'>;
  readonly options: ExportOptionsInput;
  readonly onChange: (options: ExportOptionsInput) => void;
}

export function BillChoice({ selection, options, onChange }: BillChoiceProps) {
  const { zone } = useWorkspace();
  const { filterGroups, query, period } = selection;
  const { data } = useQuery(billedRecords({ filterGroups, query, ...(period !== undefined && { period }) }));
  const { bills = false, again = '' } = options;
  const first = data?.first ?? null;
  // Drops a reason that is no longer needed, because it would let a later double billing pass.
  const change = (isBilling: boolean, reason: string) => {
    const { again: _, bills: _bills, ...rest } = options;
    onChange({ ...rest, ...(isBilling && { bills: true, ...(first && reason.trim() && { again: reason }) }) });
  };
  return (
    <Stack gap={6} data-testid="bill-choice">
      <Checkbox
        size="xs"
        label={texts.bills}
        description={texts.about}
        checked={bills}
        onChange={(event) => change(event.currentTarget.checked, again)}
      />
      {first && (
        <Text component="output" fz="xs" c="var(--warn)">
          {texts.billed(count(data?.billed ?? 0), first.file, dayOfTime(first.at, zone))}
        </Text>
      )}
      {first && bills && (
        <TextInput
          size="xs"
          label={texts.again}
          value={again}
          onChange={(event) => change(true, event.currentTarget.value)}
        />
      )}
    </Stack>
  );
}
