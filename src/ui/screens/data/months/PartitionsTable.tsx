/** The partitions of the download: which months, how many held of how many, sealed or not. Collapsed once all is complete. */
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { DataStatus } from '../../../../contract/api.ts';
import { dataTexts } from '#texts/screens/data.ts';
import { periodTexts } from '#texts/reports/period.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Tag } from '../../../components/values/Tag.tsx';
import { monthReading, type MonthReading } from '../../../coverage/month-reading.ts';
import { count, UNKNOWN } from '../../../format/figures.ts';
import { monthText } from '../../../format/times.ts';
import { useSyncView } from '../../../sync/use-sync.ts';
import tables from '../../../components/values/tables.module.css';
import classes from '../DataScreen.module.css';

const texts = dataTexts.coverage;
type Partition = DataStatus['partitions'][number];

export function PartitionsTable({ status }: { readonly status: DataStatus }) {
  const [asked, setAsked] = useState<boolean>();
  const id = useId();
  const opened = asked ?? !status.complete;
  const Icon = opened ? IconChevronDown : IconChevronRight;
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
      <div id={id}>{opened && <Table status={status} />}</div>
    </>
  );
}

function Table({ status }: { readonly status: DataStatus }) {
  return (
    <table className={tables.table} data-testid="partitions">
      <thead>
        <tr>
          <th scope="col">{texts.span}</th>
          <th scope="col" className={tables.number}>
            {texts.heldHead}
          </th>
          <th scope="col" className={tables.number}>
            {texts.total}
          </th>
          <th scope="col">{texts.stateHead}</th>
        </tr>
      </thead>
      <tbody>
        {status.partitions.toSorted(newestFirst).map((partition) => (
          <tr key={`${partition.from} ${partition.to}`}>
            <th scope="row">{formatSpan(partition)}</th>
            <td className={tables.number}>{count(partition.held)}</td>
            <td className={tables.number}>{partition.total === null ? UNKNOWN : count(partition.total)}</td>
            <td>
              <State status={status} partition={partition} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
