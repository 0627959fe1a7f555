/** Lists the changed records of all parts or one, and of all groups or one, the largest movement first; and changed names and settings. */
import { Button, CloseButton, Group, Pagination } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'wouter';
import type { Output } from '#contract/api.ts';
import type { ChangedRecord } from '#contract/memory.ts';
import { parseObjectKey } from '#domain/people/directory.ts';
import { findProperty, ID_PROPERTY, OWNER_PROPERTY, PERSON, propertyNames } from '#domain/properties.ts';
import { bridgeChanges, type ChangeMeasure } from '#domain/reports/bridge/changes.ts';
import { countedTimes } from '#domain/records/counted.ts';
import type { BridgeWords } from '#domain/reports/bridge/sentence.ts';
import { changeParts, type ChangePart } from '#domain/reports/bridge/split.ts';
import { nameByKind } from '#domain/reports/keys/key-text.ts';
import { bridgeTexts } from '#texts/reports/bridge.ts';
import { changeTexts } from '#texts/reports/changes.ts';
import { changesScreenTexts as texts } from '#texts/screens/changes.ts';
import { Panel } from '#ui/components/Panel.tsx';
import { EmptyState, ErrorState } from '#ui/components/states.tsx';
import { Tag } from '#ui/components/values.tsx';
import { changedRecords, type changes as changesQuery, useWorkspace } from '#ui/data/queries.ts';
import { count, MINUS, UNKNOWN } from '#ui/format/figures-and-times.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import { formatCell } from '#ui/format/values.ts';
import { ScrollBox } from '#ui/grid/ScrollBox.tsx';
import { Table } from '#ui/grid/Table.tsx';
import { namePerson, useNames } from '#ui/names.ts';
import { ALL_TIME } from '#ui/period/view-period.ts';
import { paths } from '#ui/routing/paths.ts';
import { emptyView, toAddress } from '#ui/routing/view-state.ts';
import tables from '#ui/components/tables.module.css';
import type { ChangeChangesView, ChangesView } from '#ui/routing/changes-view.ts';
import classes from './ChangesScreen.module.css';

const PAGE = 100;

interface ChangedRecordsProps {
  readonly changes: Output<'memory.changes'>;
  readonly input: Omit<Parameters<typeof changesQuery>[0], 'by'>;
  readonly measure: ChangeMeasure;
  readonly words: BridgeWords;
  readonly view: ChangesView;
  readonly change: ChangeChangesView;
  /** The name of the client or person to which the list is narrowed. */
  readonly groupName: string | undefined;
  readonly onPart: (part: ChangePart | undefined) => void;
}

export function ChangedRecords({
  changes,
  input,
  measure,
  words,
  view,
  change,
  groupName,
  onPart,
}: ChangedRecordsProps) {
  const { part, group, by, page } = view;
  const { data, error, refetch, isPlaceholderData } = useQuery(
    changedRecords({
      ...input,
      order: measure,
      ...(part && { part }),
      ...(group !== undefined && { group: { by, key: group } }),
      offset: (page - 1) * PAGE,
      limit: PAGE,
    }),
  );
  const pages = Math.ceil((data?.total ?? 0) / PAGE);
  // An old address may name a page that no longer exists.
  const isBeyond = !isPlaceholderData && pages > 0 && page > pages;
  useEffect(() => {
    if (isBeyond) change({ page: pages }, { replace: true });
  }, [isBeyond, pages, change]);
  return (
    <Panel
      title={texts.list}
      isStale={isPlaceholderData}
      sub={data && data.total > PAGE && !isBeyond ? formatRange(page, data.total) : undefined}
      controls={
        <>
          {groupName !== undefined && (
            <Group component="span" gap={4} wrap="nowrap" fz="xs">
              {texts.onlyGroup(groupName)}
              <CloseButton
                size={18}
                iconSize={12}
                aria-label={changeTexts.every}
                onClick={() => change({ group: undefined })}
              />
            </Group>
          )}
          <Parts counts={changes.counts} total={changes.total} part={part} onPart={onPart} />
        </>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data?.total === 0 ? (
        <EmptyState title={texts.noneListed} detail={texts.noneListedDetail} />
      ) : (
        <RecordsTable
          rows={isBeyond ? undefined : data?.changes}
          measure={measure}
          words={words}
          currency={changes.currency}
        />
      )}
      {pages > 1 && (
        <Group component="nav" justify="flex-end" py="sm" px="lg" aria-label={texts.page}>
          <Pagination
            size="sm"
            getControlProps={(control) => ({ 'aria-label': texts.turn[control] })}
            total={pages}
            value={page}
            onChange={(next) => change({ page: next })}
          />
        </Group>
      )}
    </Panel>
  );
}

const formatRange = (page: number, total: number) =>
  texts.range(count((page - 1) * PAGE + 1), count(Math.min(page * PAGE, total)), count(total));

interface PartsProps {
  readonly counts: Output<'memory.changes'>['counts'];
  readonly total: number;
  readonly part: ChangePart | undefined;
  readonly onPart: (part: ChangePart | undefined) => void;
}

/** Buttons for the parts with their record counts; a click narrows the list to one part. */
function Parts({ counts, total, part, onPart }: PartsProps) {
  return (
    <Group component="fieldset" className={classes.parts} gap={4} align="stretch" aria-label={texts.parts}>
      <Button size="compact-xs" aria-pressed={part === undefined} onClick={() => onPart(undefined)}>
        {texts.all(count(total))}
      </Button>
      {changeParts
        .filter((option) => counts[option] > 0)
        .map((option) => (
          <Button
            key={option}
            size="compact-xs"
            aria-pressed={option === part}
            title={bridgeTexts.details[option]}
            onClick={() => onPart(option)}
          >
            {bridgeTexts.parts[option]} {count(counts[option])}
          </Button>
        ))}
    </Group>
  );
}

interface RecordsTableProps {
  readonly rows: readonly ChangedRecord[] | undefined;
  readonly measure: ChangeMeasure;
  readonly words: BridgeWords;
  readonly currency: string | null;
}

function RecordsTable({ rows, ...figure }: RecordsTableProps) {
  const { nameOf } = useNames();
  const print = usePrintSum(figure);
  const { heads } = texts;
  return (
    <ScrollBox label={texts.table} className={classes.scroll}>
      <Table
        columns={[
          {
            id: heads.record,
            isRowHeader: true,
            className: classes.title,
            renderCell: ({ id, title }: ChangedRecord) => (
              <Link href={toRecordAddress(id)} className={tables.link} title={`${title ?? ''} ${id}`.trim()}>
                {title ?? id}
              </Link>
            ),
          },
          { id: heads.kind, renderCell: (record: ChangedRecord) => <Kinds record={record} /> },
          {
            id: heads.person,
            className: classes.name,
            renderCell: ({ was, is }: ChangedRecord) => {
              const person = (is ?? was)?.person;
              return person ? namePerson(nameOf, person) : UNKNOWN;
            },
          },
          {
            id: heads.client,
            className: classes.name,
            renderCell: ({ was, is }: ChangedRecord) => (is ?? was)?.client ?? UNKNOWN,
          },
          {
            id: heads.fields,
            className: classes.fields,
            renderCell: (record: ChangedRecord) => <Fields record={record} />,
          },
          { id: heads.before, isNumber: true, renderCell: ({ was }: ChangedRecord) => print(was) },
          { id: heads.after, isNumber: true, renderCell: ({ is }: ChangedRecord) => print(is) },
        ]}
        rows={rows}
        row={{ toKey: ({ id }: ChangedRecord) => id }}
        className={classes.records}
        data-testid="changed-records"
      />
    </ScrollBox>
  );
}

function toRecordAddress(id: string): string {
  const filterGroups = [{ filters: [{ propertyName: ID_PROPERTY, operator: 'EQ' as const, value: id }] }];
  return toAddress(paths.records, { ...emptyView, period: ALL_TIME, filterGroups, record: id });
}

function Kinds({ record: { kind, isRelabelled } }: { readonly record: ChangedRecord }) {
  const kinds = [...(kind ? [kind] : []), ...(isRelabelled ? (['relabelled'] as const) : [])];
  return kinds.map((name) => (
    <Tag key={name} tone={name === 'vanished' || name === 'moved-out' ? 'warn' : 'quiet'}>
      {changeTexts.kinds[name]}
    </Tag>
  ));
}

/** Whether a field adds no information: the modification time changes with every edit, and minutes repeat the hours. */
function isRedundant(name: string, names: ReadonlySet<string>): boolean {
  if (name === propertyNames.modified) return true;
  return [...countedTimes.values()].some(({ minutes, hours }) => name === minutes && names.has(hours));
}

/** Lists the fields and labels of a record that differ. */
function Fields({ record: { kind, isRelabelled, was, is, fields } }: { readonly record: ChangedRecord }) {
  const print = usePrintValue();
  const isOneSided = kind === 'appeared' || kind === 'vanished';
  const names = new Set(fields.map(({ name }) => name));
  const changed = isOneSided ? [] : fields.filter(({ name }) => !isRedundant(name, names));
  const labels = isRelabelled
    ? (['client', 'currency'] as const).flatMap((name) => {
        const [before, after] = [was?.[name] ?? null, is?.[name] ?? null];
        return before === after ? [] : [{ label: changeTexts.fields[name], before, after }];
      })
    : [];
  return [
    ...changed.map(({ name, before, after }) => ({
      label: findProperty(name)?.label ?? name,
      before: print(name, before),
      after: print(name, after),
    })),
    ...labels,
  ].map(({ label, before, after }) => (
    <span key={label} className={classes.field}>
      <span className="quiet">{label}</span> {changeTexts.change(before, after)}
    </span>
  ));
}

/** Formats a value, and the id of a person as a name. */
function usePrintValue(): (name: string, value: string | null) => string | null {
  const printing = usePrintSettings();
  const { zone } = useWorkspace();
  const { nameOf } = useNames();
  return (name, value) => {
    const property = findProperty(name);
    if (value === null || !property) return value;
    if (name === OWNER_PROPERTY) return namePerson(nameOf, value);
    return nameOf(name, value) ?? formatCell(property, value, { ...printing, zone });
  };
}

/** Formats a record's figure at one of the moments; a dash if the selection did not include the record then. */
function usePrintSum({
  measure,
  words,
  currency,
}: Omit<RecordsTableProps, 'rows'>): (side: ChangedRecord['was']) => string {
  const printing = usePrintSettings();
  return (side) => {
    if (!side?.isSelected || (measure === 'value' && side.currency !== currency)) return UNKNOWN;
    const none = { logged: '0', billable: '0', value: '0' };
    const counts = { appeared: 0, changed: 0, vanished: 0, 'moved-in': 0, 'moved-out': 0, relabelled: 0 };
    const { end } = bridgeChanges(
      { before: none, after: side, parts: { appeared: side }, counts, groups: [] },
      measure,
      printing,
    );
    return words.print(end, { minus: MINUS });
  };
}

/** Lists the names and settings that differ between the two moments. */
export function ChangedLabels({
  labels,
  total,
}: {
  readonly labels: Output<'memory.changes'>['labels'];
  readonly total: number;
}) {
  if (labels.length === 0) return null;
  return (
    <details className={classes.labels} data-testid="changed-labels">
      <summary>{texts.labels(count(total))}</summary>
      <ul>
        {labels.map(({ entry, fields }) => (
          <li key={entry}>
            {nameEntry(entry)}:{' '}
            {fields
              .map(
                ({ name, before, after }) =>
                  `${labelField(name)} ${changeTexts.change(readField(before), readField(after))}`,
              )
              .join(' · ')}
          </li>
        ))}
        {total > labels.length && <li>{changeTexts.moreLabels(count(total - labels.length))}</li>}
      </ul>
    </details>
  );
}

function nameEntry(entry: string): string {
  const [kind, rest] = [entry.slice(0, entry.indexOf(':')), entry.slice(entry.indexOf(':') + 1)];
  if (kind === 'object') return nameByKind(parseObjectKey(rest));
  return kind === 'person'
    ? nameByKind({ type: PERSON, id: rest })
    : changeTexts.entry(changeTexts.entryKinds.setting, rest);
}

const labelField = (name: string) => Object.entries(changeTexts.fields).find(([field]) => field === name)?.[1] ?? name;

/** Reads a field, which is stored as JSON. */
function readField(cell: string | null): string | null {
  if (cell === null || cell === 'null') return null;
  return cell.startsWith('"') ? cell.slice(1, -1) : cell;
}
