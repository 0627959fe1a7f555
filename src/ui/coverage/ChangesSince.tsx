/** What is another now than at a moment of the past: sums first, then record by record. */
import { Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Output } from '#contract/api.ts';
import { findProperty } from '#domain/properties.ts';
import { changesTexts as texts, recordHistoryTexts as words } from '#texts/screens/memory.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { ErrorState, Pending } from '../components/states.tsx';
import { changesSince } from '../data/queries.ts';
import { useWorkspace } from '../data/open-workspace.ts';
import { count, UNKNOWN } from '../format/figures.ts';
import { timeText } from '../format/times.ts';
import { usePrinting } from '../format/use-printing.ts';
import { cellText } from '../format/values.ts';
import { ScrollBox } from '../grid/ScrollBox.tsx';
import { Table } from '../grid/Table.tsx';
import { useNames } from '../names.ts';
import classes from '../components/components.module.css';

interface ChangesSinceProps {
  /** A day, a time, or a refresh. */
  readonly since: string;
  readonly onClose: () => void;
}

export function ChangesSince({ since, onClose }: ChangesSinceProps) {
  const { data, error, refetch } = useQuery(changesSince(since));
  const { zone } = useWorkspace();
  return (
    <Modal
      opened
      onClose={onClose}
      size={860}
      title={data ? texts.title(timeText(data.since.recordsSeenAt, zone)) : texts.open}
      closeButtonProps={{ 'aria-label': uiTexts.close }}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Pending width="60%" />}
      {data && <Changes answer={data} />}
    </Modal>
  );
}

const columns = ['before', 'appeared', 'changed', 'vanished', 'after'] as const;

function Changes({ answer: { sums, counts, changes } }: { readonly answer: Output<'memory.changes'> }) {
  const print = useValues();
  const all = counts.appeared + counts.changed + counts.vanished;
  if (all === 0) return <Text>{texts.none}</Text>;
  return (
    <Stack gap="md" data-testid="changes-since">
      <Text fw={600}>{texts.counts(count(counts.appeared), count(counts.changed), count(counts.vanished))}</Text>
      <Table
        columns={[
          { id: texts.sum, isRowHead: true, renderCell: ({ name }) => labelOf(name) },
          ...columns.map((column) => ({
            id: texts.sums[column],
            isNumber: true,
            renderCell: (sum: (typeof sums)[number]) => print(sum.name, sum[column]),
          })),
        ]}
        rows={sums}
        row={{ toKey: ({ name }) => name }}
      />
      <ScrollBox label={texts.records} className={classes.changes}>
        <Table
          columns={[
            { id: texts.record, isRowHead: true, renderCell: ({ id }) => id },
            { id: texts.kind, renderCell: ({ kind }) => words.kinds[kind] },
            {
              id: texts.values,
              renderCell: ({ kind, fields }) => (
                <Stack gap={2}>
                  {(kind === 'changed' ? fields : []).map(({ name, before, after }) => (
                    <span key={name}>
                      <Text span inherit c="dimmed">
                        {labelOf(name)}:
                      </Text>{' '}
                      {words.change(print(name, before), print(name, after))}
                    </span>
                  ))}
                </Stack>
              ),
            },
          ]}
          rows={changes}
          row={{ toKey: ({ id }) => id }}
        />
      </ScrollBox>
      {changes.length < all && <Text fz="xs">{texts.more(count(changes.length), count(all))}</Text>}
    </Stack>
  );
}

const labelOf = (name: string) => findProperty(name)?.label ?? name;

/** @returns what writes a value for reading, ids of people by their names */
export function useValues(): (name: string, value: string | null) => string {
  const printing = usePrinting();
  const { zone } = useWorkspace();
  const { nameOf } = useNames();
  return (name, value) => {
    const property = findProperty(name);
    if (value === null || !property) return value ?? UNKNOWN;
    return nameOf(name, value) ?? cellText(property, value, { ...printing, zone });
  };
}
