/** One complete record: every property by group, ids with their names, and unreadable values as received. */
import { ActionIcon, Anchor, Box, Button, Checkbox, Drawer, Group, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { writeToClipboard } from '#ui/share/clipboard.ts';
import { IconArrowDown, IconArrowUp, IconCopy } from '@tabler/icons-react';
import type { RecordRow } from '#contract/api.ts';
import { ELSEWHERE } from '#contract/memory.ts';
import { findCurrencyOfObject } from '#domain/people/directory.ts';
import { readableProperties, CLIENT_PROPERTY, requireReadable } from '#domain/local-properties.ts';
import { ID_PROPERTY, type Property, type PropertyGroup, OWNER_PROPERTY, propertyNames } from '#domain/properties.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { LoadingText, EmptyState, ErrorState, Pending } from '#ui/components/states.tsx';
import { Fact, Facts, Tag } from '#ui/components/values.tsx';
import { UNKNOWN, timeText } from '#ui/format/figures-and-times.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import { formatCell, propertyUnit, formatFullValue } from '#ui/format/values.ts';
import { useNames } from '#ui/names.ts';
import { recordsPage, checksRun, recordHistory, sentFilesOfRecord, useWorkspace } from '#ui/data/queries.ts';
import { ReceivedValue } from './RecordCell.tsx';
import {
  recordHistoryTexts as historyTexts,
  recordSentTexts,
  sentScreenTexts as sentTexts,
} from '#texts/screens/memory.ts';
import { recordDrawerTexts as texts } from '#texts/screens/record-drawer.ts';
import { LiveRecord } from './LiveRecord.tsx';
import { findBareId, markBareId } from '#ui/naming/bare-id.ts';
import { checkTexts } from '#texts/screens/checks.ts';
import { ALL_TIME } from '#ui/period/view-period.ts';
import { toNamedAddress, toSentAddress } from '#ui/routing/paths.ts';
import { emptyView, toCheckAddress } from '#ui/routing/view-state.ts';
import { CrmLink } from '#ui/naming/CrmLink.tsx';
import tables from '#ui/components/tables.module.css';
import classes from './RecordsScreen.module.css';

export interface RecordDrawerProps {
  /** Undefined while the drawer is closed. */
  readonly id: string | undefined;
  readonly onClose: () => void;
  /** Opens the next record or the one before; undefined if the record was not opened from a list. */
  readonly onStep?: ((step: 1 | -1) => void) | undefined;
}

const groups: readonly PropertyGroup[] = ['identity', 'time', 'totals', 'billable', 'money', 'provenance', 'system'];
const allColumnNames = readableProperties.map(({ name }) => name);

export function RecordDrawer({ id, onClose, onStep }: RecordDrawerProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...recordsPage({
      filterGroups: [{ filters: [{ propertyName: ID_PROPERTY, operator: 'EQ', value: id ?? '' }] }],
      columns: allColumnNames,
      limit: 1,
    }),
    enabled: id !== undefined,
  });
  const row = data?.rows.find((record) => record.id === id);
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() === 'h' && !event.ctrlKey && !event.metaKey && !event.altKey) {
          // The key only focuses the button, because the price stands beside it.
          document.querySelector<HTMLElement>('[data-ask-history]')?.focus();
          return;
        }
        const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined;
        if (!event.altKey || step === undefined || !onStep) return;
        event.preventDefault();
        onStep(step);
      }}
      size={440}
      title={`${uiTexts.recordsScreen.details} ${id ?? ''}`}
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && !isPlaceholderData && !row && <EmptyState title={uiTexts.recordsScreen.gone} />}
      {row && <RecordTools row={row} onStep={onStep} />}
      {row && <Details key={row.id} row={row} />}
    </Drawer>
  );
}

function Details({ row }: { readonly row: RecordRow }) {
  const [showsUnset, setShowsUnset] = useState(false);
  const [isStored, setStored] = useState(false);
  const isSet = ({ name }: Property) => row.unreadable[name] !== undefined || (row.values[name] ?? null) !== null;
  return (
    <div data-testid="record-details">
      <Box component="section" mb="lg" data-testid="record-first">
        <h3 className={classes.title}>{texts.first}</h3>
        <Facts labels="wide">
          {listFirstValues(row).map(({ property, isMissing }) => (
            <Fact key={property.name} label={property.label} title={property.name}>
              {isMissing ? (
                <Text span inherit c="var(--warn)">
                  {texts.unset}
                </Text>
              ) : (
                <Detail property={property} row={row} />
              )}
            </Fact>
          ))}
        </Facts>
      </Box>
      <RecordFindings id={row.id} />
      {groups.map((group) => {
        const members = readableProperties.filter(
          (property) => property.group === group && (showsUnset || isSet(property)),
        );
        return members.length === 0 ? null : (
          <Box component="section" key={group} mb="lg">
            <h3 className={classes.title}>{uiTexts.filters.groups[group]}</h3>
            <Facts labels="wide">
              {members.map((property) => (
                <Fact key={property.name} label={property.label} title={property.name}>
                  {isStored ? <Stored property={property} row={row} /> : <Detail property={property} row={row} />}
                </Fact>
              ))}
            </Facts>
          </Box>
        );
      })}
      <Checkbox
        label={uiTexts.recordsScreen.showUnset}
        checked={showsUnset}
        onChange={(event) => setShowsUnset(event.currentTarget.checked)}
      />
      <Checkbox
        mt="xs"
        mb="md"
        label={texts.asStored}
        checked={isStored}
        onChange={(event) => setStored(event.currentTarget.checked)}
      />
      <RecordSent id={row.id} />
      <RecordHistory id={row.id} />
      <LiveRecord row={row} />
    </div>
  );
}

/** The changes that refreshes found in the record, known without a request to the service. */
function RecordHistory({ id }: { readonly id: string }) {
  const { data, error } = useQuery(recordHistory(id));
  const { zone } = useWorkspace();
  const format = useValueFormatter();
  return (
    <Box component="section" mb="lg" data-testid="record-history">
      <h3 className={classes.title}>{historyTexts.title}</h3>
      {!data && <LoadingText error={error} />}
      {data?.changes.length === 0 && <p className="quiet">{historyTexts.unchanged}</p>}
      <Facts labels="wide">
        {data?.changes.toReversed().map(({ merge, seenAt, kind, fields }) => (
          <Fact key={merge} label={timeText(seenAt, zone)}>
            {kind === 'changed'
              ? fields.map(({ name, before, after }) => (
                  <div key={name}>
                    {requireReadable(name).label}: {historyTexts.change(format(name, before), format(name, after))}
                  </div>
                ))
              : historyTexts.kinds[kind]}
          </Fact>
        ))}
      </Facts>
    </Box>
  );
}

/** The sent files with the record, which of them bills it, and what has changed since. */
function RecordSent({ id }: { readonly id: string }) {
  const { data, error } = useQuery(sentFilesOfRecord(id));
  const { zone } = useWorkspace();
  const format = useValueFormatter();
  // Most records are in no file, so the heading appears only if there are files.
  if (!error && (!data || data.files.length === 0)) return null;
  return (
    <Box component="section" mb="lg" data-testid="record-sent">
      <h3 className={classes.title}>{recordSentTexts.title}</h3>
      {!data && <LoadingText error={error} />}
      <Facts labels="wide">
        {data?.files.map(({ file, kind, fields }) => (
          <Fact key={file.number} label={timeText(file.at, zone)}>
            <Link href={toSentAddress(file.number)} className={tables.link}>
              {file.file}
            </Link>{' '}
            {file.state === 'withdrawn' ? (
              <Tag>{sentTexts.states.withdrawn}</Tag>
            ) : file.of === ELSEWHERE ? (
              <Tag tone="good">{sentTexts.elsewhere}</Tag>
            ) : (
              file.bills && <Tag tone="good">{sentTexts.bills}</Tag>
            )}
            <div className="quiet">{recordSentTexts.kinds[kind]}</div>
            {fields.map(({ name, before, after }) => (
              <div key={name}>
                {requireReadable(name).label}: {historyTexts.change(format(name, before), format(name, after))}
              </div>
            ))}
          </Fact>
        ))}
      </Facts>
    </Box>
  );
}

function useValueFormatter() {
  const { zone } = useWorkspace();
  const printing = usePrintSettings();
  return (name: string, value: string | null) =>
    value === null ? UNKNOWN : formatCell(requireReadable(name), value, { ...printing, zone });
}

interface DetailProps {
  readonly property: Property;
  readonly row: RecordRow;
}

function Detail({ property, row }: DetailProps) {
  const workspace = useWorkspace();
  const { nameOf, directory } = useNames();
  const printing = usePrintSettings();
  const received = row.unreadable[property.name];
  if (received !== undefined) return <ReceivedValue value={received} />;
  const value = row.values[property.name];
  if (value === null || value === undefined) return <span className="quiet">{UNKNOWN}</span>;
  const name = nameOf(property.name, value);
  const settings = { ...printing, zone: workspace.zone };
  const raw = formatFullValue(property, value, settings);
  const read = (name: string) => row.values[name] ?? undefined;
  const unit = propertyUnit(
    property,
    findCurrencyOfObject(directory, read(propertyNames.objectType), read(propertyNames.objectId), workspace.currency),
  );
  const page = toNamedAddress(property.name, value);
  if (page !== undefined && (name !== undefined || property.name === CLIENT_PROPERTY))
    return (
      <Link href={page} className={tables.link}>
        {name ?? raw}
      </Link>
    );
  if (name !== undefined) return <Read text={name} detail={value} />;
  const bare = findBareId(directory, { property: property.name, value, objectType: read(propertyNames.objectType) });
  if (bare) return <UnstyledButton {...markBareId(bare)}>{raw}</UnstyledButton>;
  // A recorded value is evidence and stays as it is; where hours are printed as h:mm, that form comes before it.
  if (property.unit === 'hours' && printing.hoursStyle === 'clock')
    return <Read text={formatCell(property, value, settings)} detail={`${raw} ${unit}`} />;
  return <Read text={raw} detail={unit} />;
}

function Stored({ property, row }: DetailProps) {
  return <code>{row.unreadable[property.name] ?? row.values[property.name] ?? UNKNOWN}</code>;
}

function Read({ text, detail }: { readonly text: string; readonly detail: string }) {
  return (
    <>
      {text} <span className="unit">{detail}</span>
    </>
  );
}

/** The checks that find something on the record, with links to the review queue. */
function RecordFindings({ id }: { readonly id: string }) {
  const filterGroups = [{ filters: [{ propertyName: ID_PROPERTY, operator: 'EQ' as const, value: id }] }];
  const { data, isPlaceholderData } = useQuery(checksRun({ filterGroups }));
  const findings = data?.checks.filter(({ open, reviewed }) => open + reviewed > 0) ?? [];
  return (
    <Box component="section" mb="lg" data-testid="record-findings">
      <h3 className={classes.title}>{texts.checks}</h3>
      {!data || isPlaceholderData ? (
        <Pending width="60%" />
      ) : findings.length === 0 ? (
        <p className="quiet">{texts.allClear}</p>
      ) : (
        <ul>
          {findings.map((check) => (
            <li key={check.id}>
              <Anchor
                component={Link}
                href={toCheckAddress(check.id, { ...emptyView, filterGroups, period: ALL_TIME })}
                inherit
              >
                {checkTexts[check.id]?.label ?? check.id}
              </Anchor>
            </li>
          ))}
        </ul>
      )}
    </Box>
  );
}

interface RecordToolsProps {
  readonly row: RecordRow;
  readonly onStep: ((step: 1 | -1) => void) | undefined;
}

/** The buttons of an open record: the previous and the next one, a copy as JSON, and its page in the CRM. */
function RecordTools({ row, onStep }: RecordToolsProps) {
  const copy = () => writeToClipboard(`${toRecordJson(row)}\n`, texts.copied, texts.notCopied);
  return (
    <Group gap={4} wrap="nowrap" mb="md">
      {onStep && (
        <>
          <ActionIcon aria-label={texts.previous} title={texts.previous} onClick={() => onStep(-1)}>
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={texts.next} title={texts.next} onClick={() => onStep(1)}>
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
        </>
      )}
      <Button leftSection={<IconCopy size={14} aria-hidden />} onClick={copy}>
        {texts.copy}
      </Button>
      <CrmLink id={row.id} />
    </Group>
  );
}

const alwaysListed = [
  propertyNames.firstStart,
  OWNER_PROPERTY,
  CLIENT_PROPERTY,
  propertyNames.title,
  propertyNames.totalHours,
  propertyNames.billableHours,
];
/** Nothing can be billed without these: hours without a rate are overlooked money. */
const neededForBilling = [propertyNames.billableRate, propertyNames.billableAmount];
const listedIfSet = [propertyNames.service, propertyNames.category, propertyNames.costAmount];

interface FirstValue {
  readonly property: Property;
  /** Whether the property is unset, although billing needs it. */
  readonly isMissing: boolean;
}

/** Lists the values of a record that people look for first; those that billing needs are listed even if they are unset. */
export function listFirstValues(row: Pick<RecordRow, 'values' | 'unreadable'>): FirstValue[] {
  const isSet = (name: string) => row.unreadable[name] !== undefined || (row.values[name] ?? null) !== null;
  const isBillable = /[1-9]/.test(row.values[propertyNames.billableHours] ?? '');
  return [
    ...alwaysListed.map((name) => ({ property: requireReadable(name), isMissing: false })),
    ...neededForBilling.map((name) => ({ property: requireReadable(name), isMissing: isBillable && !isSet(name) })),
    ...listedIfSet.filter(isSet).map((name) => ({ property: requireReadable(name), isMissing: false })),
  ];
}

/** @returns the record as JSON, with every value as it is stored */
export function toRecordJson({ id, values, unreadable }: RecordRow): string {
  const set = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  return JSON.stringify({ id, properties: { ...set, ...unreadable } }, null, 2);
}
