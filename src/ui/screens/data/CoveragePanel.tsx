/** Shows a strip of months with their coverage, where each can be fetched, and the partitions of the download. */
import { Group, Text, UnstyledButton } from '@mantine/core';
import { type Ref, useImperativeHandle, useState } from 'react';
import type { DataStatus } from '#contract/api.ts';
import { dataTexts } from '#texts/screens/data.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Disclosure, useFocusReturn } from '#ui/components/Disclosure.tsx';
import { EmptyState, Pending } from '#ui/components/states.tsx';
import { Panel } from '#ui/components/Panel.tsx';
import { useHeldMonths, findMonthReading, type MonthReading } from '#ui/coverage/months.ts';
import { count, UNKNOWN, monthText, shortMonth } from '#ui/format/figures-and-times.ts';
import { listCoveredMonths, type CoveredMonth } from './coverage-months.ts';
import { MonthDetails } from './MonthDetails.tsx';
import { useWorkspace } from '#ui/data/queries.ts';
import { periodTexts } from '#texts/reports/period.ts';
import { Tag } from '#ui/components/values.tsx';
import { Table, type Column } from '#ui/grid/Table.tsx';
import { useSyncView } from '#ui/sync/use-sync.ts';
import screen from './DataScreen.module.css';

const texts = dataTexts.coverage;
const states = ['complete', 'soFar', 'missing'] as const;

export function CoveragePanel({ status }: { readonly status: DataStatus | undefined }) {
  const workspace = useWorkspace();
  const held = useHeldMonths({ enabled: true });
  const months = status && held ? listCoveredMonths(held, status, workspace.today) : undefined;
  return (
    <Panel title={texts.title} sub={texts.sub} controls={<Legend />}>
      {months?.length === 0 && <EmptyState title={uiTexts.seal.empty} />}
      {months && months.length > 0 && status && <Strip months={months} status={status} />}
      {!months && (
        <div className={screen.strip}>
          <Pending width="100%" height="72px" />
        </div>
      )}
      {status?.complete === false && <PartitionsTable status={status} />}
    </Panel>
  );
}

function Legend() {
  return (
    <Group className={screen.legend} gap="0 12px" c="var(--ink-2)" fz="xs">
      {states.map((state) => (
        <span key={state}>
          <i data-state={state} />
          {uiTexts.monthStates[state]}
        </span>
      ))}
    </Group>
  );
}

const toKey = ({ month }: CoveredMonth) => month ?? '';

/** The strip is one tab stop; arrows move between months, and Enter opens one. */
function Strip({ months, status }: { readonly months: readonly CoveredMonth[]; readonly status: DataStatus }) {
  const [current, setCurrent] = useState<string>();
  const [hovered, setHovered] = useState<string>();
  const [opened, setOpened] = useState<{ readonly key: string; readonly button: HTMLElement }>();
  const reachable = months.find((month) => toKey(month) === current) ?? months.at(-1);
  const highlighted = months.find((month) => toKey(month) === (hovered ?? current)) ?? reachable;
  const maxRecords = Math.max(1, ...months.map(({ records }) => records));
  const move = (event: React.KeyboardEvent<HTMLElement>) => {
    const at = months.findIndex((month) => month === reachable);
    const next = findNextIndex(event.key, at, months.length);
    const to = next === undefined ? undefined : months[next];
    if (!to || opened !== undefined) return;
    event.preventDefault();
    setCurrent(toKey(to));
    event.currentTarget
      .closest('ol')
      ?.querySelector<HTMLElement>(`[data-month="${toKey(to)}"] > button`)
      ?.focus();
  };
  return (
    <>
      <ol className={screen.strip} aria-label={texts.list} data-testid="coverage-strip">
        {months.map((month) => (
          <Text
            component="li"
            key={toKey(month)}
            inherit
            flex="1 1 0"
            miw={12}
            maw={96}
            data-month={toKey(month)}
            data-state={month.state}
          >
            <UnstyledButton
              className={screen.button}
              aria-expanded={opened?.key === toKey(month)}
              tabIndex={month === reachable ? 0 : -1}
              onClick={({ currentTarget: button }) => {
                setCurrent(toKey(month));
                setOpened(opened?.key === toKey(month) ? undefined : { key: toKey(month), button });
              }}
              onKeyDown={move}
              onFocus={() => setCurrent(toKey(month))}
              onMouseEnter={() => setHovered(toKey(month))}
              onMouseLeave={() => setHovered(undefined)}
            >
              <Bar {...month} share={month.records / maxRecords} label={toLabel(month)} />
            </UnstyledButton>
          </Text>
        ))}
      </ol>
      {opened && (
        <OpenMonth
          key={opened.key}
          month={months.find((month) => toKey(month) === opened.key)}
          status={status}
          button={opened.button}
          onClose={() => setOpened(undefined)}
        />
      )}
      <Text inherit mih={28} px="lg" pb="sm" c="var(--ink-2)" fz="xs" aria-hidden>
        {highlighted && toLabel(highlighted)}
      </Text>
    </>
  );
}

interface OpenMonthProps {
  readonly month: CoveredMonth | undefined;
  readonly status: DataStatus;
  readonly button: HTMLElement;
  readonly onClose: () => void;
}

/** All months share one dialog, because a dialog for each took a quarter of the screen's render time. */
function OpenMonth({ month, status, button, onClose }: OpenMonthProps) {
  useFocusReturn();
  return (
    month && (
      <Disclosure label={nameMonth(month)} opened onChange={onClose} target={<StandIn element={button} />}>
        <MonthDetails month={month} status={status} onDone={onClose} />
      </Disclosure>
    )
  );
}

/** Stands for an element drawn elsewhere, so that the dialog is placed below it. */
function StandIn({ element, ref }: { readonly element: HTMLElement; readonly ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}

/** The height shows the number of records, so that a month with few records stands out. */
function Bar({ month, state, share, label }: CoveredMonth & { readonly share: number; readonly label: string }) {
  return (
    <>
      <span className="visually-hidden">{label}</span>
      <span className={screen.column} aria-hidden>
        <span className={screen.fill} data-state={state} style={{ height: `${Math.max(4, share * 100)}%` }} />
      </span>
      <span className={screen.monthName} aria-hidden>
        {month === null ? '–' : shortMonth(month).slice(0, 1)}
      </span>
      <span className={screen.year} aria-hidden>
        {month?.slice(5, 7) === '01' ? month.slice(0, 4) : ''}
      </span>
    </>
  );
}

export function nameMonth({ month }: CoveredMonth): string {
  return month === null ? texts.noMonth : monthText(month);
}

function toLabel(month: CoveredMonth): string {
  return texts.label(nameMonth(month), count(month.records), uiTexts.monthStates[month.state]);
}

function findNextIndex(key: string, at: number, length: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'ArrowRight':
      return Math.min(length - 1, at + 1);
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return undefined;
  }
}

type Partition = DataStatus['partitions'][number];

/** Lists the partitions of a download with their months, their record counts, and whether they are sealed. */
export function PartitionsTable({ status }: { readonly status: DataStatus }) {
  if (status.partitions.length < 2) return null;
  const columns: Column<Partition>[] = [
    { id: 'span', header: texts.span, isRowHeader: true, renderCell: formatSpan },
    { id: 'held', header: texts.heldHead, isNumber: true, renderCell: ({ held }) => count(held) },
    {
      id: 'total',
      header: texts.total,
      isNumber: true,
      renderCell: ({ total }) => (total === null ? UNKNOWN : count(total)),
    },
    {
      id: 'state',
      header: texts.stateHead,
      renderCell: (partition) => <State status={status} partition={partition} />,
    },
  ];
  return (
    <Table
      columns={columns}
      // Sorted by time, because a requested month may have been read before newer ones.
      rows={status.partitions.toSorted((a, b) => (b.from ?? '').localeCompare(a.from ?? ''))}
      row={{ toKey: ({ from, to }) => `${from} ${to}` }}
      caption={texts.parts}
      data-testid="partitions"
    />
  );
}

const tones = { complete: 'good', read: 'warn', reading: 'warn', soFar: 'warn', missing: 'quiet' } as const;

function State({ status, partition }: { readonly status: DataStatus; readonly partition: Partition }) {
  const { running } = useSyncView();
  const reading: MonthReading = findMonthReading(status, partition.from ?? partition.to, partition.held, running);
  return <Tag tone={tones[reading]}>{texts.states[reading]}</Tag>;
}

/** `Oct 2026 and later`, `Jan – Dec 2025`, `Dec 2024 and earlier, or without month`. */
function formatSpan({ from, to }: Partition): string {
  if (from === null && to === null) return uiTexts.period.allTime;
  if (from === null) return `${monthText(to ?? '')} ${texts.earlierAnd} ${texts.noMonth}`;
  if (to === null) return `${monthText(from)} ${texts.laterAnd}`;
  return from === to ? monthText(from) : periodTexts.range(monthText(from), monthText(to));
}
