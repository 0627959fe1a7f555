/** The partitions of the download: which months, how many held of how many, sealed or not. Collapsed once all is complete. */
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { DataStatus } from '#contract/api.ts';
import { dataTexts } from '#texts/screens/data.ts';
import { periodTexts } from '#texts/reports/period.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Tag } from '#ui/components/values/Tag.tsx';
import { monthReading, type MonthReading } from '#ui/coverage/month-reading.ts';
import { count, UNKNOWN } from '#ui/format/figures.ts';
import { monthText } from '#ui/format/times.ts';
import { Table, type Column } from '#ui/grid/Table.tsx';
import { useSyncView } from '#ui/sync/use-sync.ts';
import classes from '../DataScreen.module.css';

const texts = dataTexts.coverage;
type Partition = DataStatus['partitions'][number];

export function PartitionsTable({ status }: { readonly status: DataStatus }) {
  const [asked, setAsked] = useState<boolean>();
  const id = useId();
  const opened = asked ?? !status.complete;
  const Icon = opened ? IconChevronDown : IconChevronRight;
  const columns: Column<Partition>[] = [
    { id: 'span', head: texts.span, isRowHead: true, renderCell: formatSpan },
    { id: 'held', head: texts.heldHead, isNumber: true, renderCell: ({ held }) => count(held) },
    {
      id: 'total',
      head: texts.total,
      isNumber: true,
      renderCell: ({ total }) => (total === null ? UNKNOWN : count(total)),
    },
    { id: 'state', head: texts.stateHead, renderCell: (partition) => <State status={status} partition={partition} /> },
  ];
  return (
    <>
      <UnstyledButton
        className={classes.fold}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setAsked(!opened)}
      >
        <Icon size={14} stroke={1.8} aria-hidden /> {texts.parts}
        <span className="quiet">{count(status.partitions.length)}</span>
      </UnstyledButton>
      <div id={id}>
        {opened && (
          <Table
            columns={columns}
            rows={status.partitions.toSorted(newestFirst)}
            row={{ toKey: ({ from, to }) => `${from} ${to}` }}
            data-testid="partitions"
          />
        )}
      </div>
    </>
  );
}

/** A requested month is listed in order of time, not of reading. */
function newestFirst(a: Partition, b: Partition): number {
  return (b.from ?? '').localeCompare(a.from ?? '');
}

const tones = { complete: 'good', read: 'warn', reading: 'warn', soFar: 'warn', missing: 'quiet' } as const;

function State({ status, partition }: { readonly status: DataStatus; readonly partition: Partition }) {
  const { running } = useSyncView();
  const reading: MonthReading = monthReading(status, partition.from ?? partition.to, partition.held, running);
  return <Tag tone={tones[reading]}>{texts.states[reading]}</Tag>;
}

/** `Oct 2026 and later`, `Jan – Dec 2025`, `Dec 2024 and earlier, or without month`. */
function formatSpan({ from, to }: Partition): string {
  if (from === null && to === null) return uiTexts.period.allTime;
  if (from === null) return `${monthText(to ?? '')} ${texts.earlierAnd} ${texts.noMonth}`;
  if (to === null) return `${monthText(from)} ${texts.laterAnd}`;
  return from === to ? monthText(from) : periodTexts.range(monthText(from), monthText(to));
}
