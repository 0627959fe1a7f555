/** Shows the results of a lookup: a table of found records, and lists of missing, failed and open ids to copy. */
import { Link } from 'wouter';
import { Button, CopyButton, SegmentedControl, UnstyledButton, Text, Box } from '@mantine/core';
import { useState } from 'react';
import type { LookupResult, LookupRecord } from '#domain/lookup/looked-up.ts';
import { ID_PROPERTY, requireProperty, type Property, RECORD_ID_PROPERTY } from '#domain/properties.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { EmptyState } from '#ui/components/states.tsx';
import { count } from '#ui/format/figures-and-times.ts';
import { formatClipboardRows } from '#ui/format/values.ts';
import { ScrollBox } from '#ui/grid/ScrollBox.tsx';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import { useNames } from '#ui/names.ts';
import { ALL_TIME } from '#ui/period/view-period.ts';
import { paths } from '#ui/routing/paths.ts';
import { emptyView, toAddress } from '#ui/routing/view-state.ts';
import { RecordDrawer } from '../records/RecordDrawer.tsx';
import { formatLiveValue, formatFullLiveValue } from '#ui/format/received-text.ts';
import { listShown, shownProperties } from './use-lookup.ts';
import { Table, type Column } from '#ui/grid/Table.tsx';
import { drawFirstRows, useScrollSpace } from '#ui/grid/use-scroll-space.ts';
import { PrintNotice, useOnPaper } from '#ui/paper.tsx';
import classes from './LookupScreen.module.css';
import tables from '#ui/components/tables.module.css';

type Part = 'found' | 'missing' | 'failed' | 'open';
const parts: readonly Part[] = ['found', 'missing', 'failed', 'open'];
const texts = uiTexts.lookup;

export interface LookupResultsProps {
  readonly result: LookupResult;
  /** The ids of the records that are on this computer. */
  readonly held: ReadonlySet<string>;
  /** The cost of the results in words. */
  readonly spent: string;
  /** Whether record IDs rather than the service's ids were looked up. */
  readonly isByRecordId: boolean;
  readonly zone: string;
}

export function LookupResults({ result, held, spent, isByRecordId, zone }: LookupResultsProps) {
  const failedIds = result.failed.flatMap(({ ids }) => ids);
  const counts = {
    found: result.foundIds,
    missing: result.missing.length,
    failed: failedIds.length,
    open: result.open.length,
  };
  const [chosen, setPart] = useState<Part>();
  const [opened, setOpened] = useState<string>();
  const part = chosen ?? (counts.found === 0 ? (parts.find((name) => counts[name] > 0) ?? 'found') : 'found');
  const summary = texts.sum(count(counts.found), count(counts.missing), count(counts.failed));
  const reasons = new Map(
    result.failed.flatMap(({ ids, category, message }) => ids.map((id) => [id, `${category}: ${message}`] as const)),
  );
  return (
    <>
      <header className={classes.head}>
        <SegmentedControl
          aria-label={summary}
          value={part}
          onChange={(value) => setPart(parts.find((name) => name === value))}
          data={parts
            .filter((name) => name !== 'open' || counts.open > 0)
            .map((name) => ({ value: name, label: `${texts[name]} ${count(counts[name])}` }))}
        />
        <Text component="output" inherit ml="auto" c="dimmed" fz="xs" data-testid="lookup-sum">
          {summary}
          {counts.open > 0 && ` · ${texts.notAsked(count(counts.open))}`} · {spent}
        </Text>
      </header>
      {part === 'found' && (
        <FoundTable
          records={result.found}
          columns={listShown(isByRecordId)}
          zone={zone}
          onOpen={setOpened}
          canOpen={(id) => held.has(id)}
        />
      )}
      {part === 'missing' && <IdList ids={result.missing} copy={texts.copyMissing} testId="lookup-missing" />}
      {part === 'failed' && <IdList ids={failedIds} copy={texts.copyFailed} testId="lookup-failed" reasons={reasons} />}
      {part === 'open' && <IdList ids={result.open} copy={texts.copyOpen} testId="lookup-open" />}
      {part === 'found' && result.found.length > 0 && <FoundFoot result={result} held={held} zone={zone} />}
      <RecordDrawer id={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}

/** More ids would make the address too long to share. */
const MAX_IN_FILTER = 1000;

function FoundFoot({ result, held, zone }: Pick<LookupResultsProps, 'result' | 'held' | 'zone'>) {
  const { nameOf } = useNames();
  const printing = usePrintSettings();
  const values = result.found.map(({ id }) => id).filter((id) => held.has(id));
  const filters = [{ propertyName: ID_PROPERTY, operator: 'IN' as const, values }];
  const address = toAddress(paths.records, { ...emptyView, period: ALL_TIME, filterGroups: [{ filters }] });
  const copyText = () =>
    toTable(result, (property, value) => formatLiveValue(property, value, { ...printing, zone }, nameOf));
  return (
    <div className={classes.foot}>
      <CopyButton value={copyText()}>
        {({ copied, copy }) => <Button onClick={copy}>{copied ? uiTexts.copied : texts.copyFound}</Button>}
      </CopyButton>
      {values.length > 0 && values.length <= MAX_IN_FILTER && (
        <Button component={Link} href={address} data-testid="lookup-as-filter">
          {texts.asFilter(count(values.length))}
        </Button>
      )}
    </div>
  );
}

interface IdListProps {
  readonly ids: readonly string[];
  readonly copy: string;
  readonly testId: string;
  readonly reasons?: ReadonlyMap<string, string>;
}

function IdList({ ids, copy, testId, reasons }: IdListProps) {
  if (ids.length === 0) return <EmptyState title={texts.noneMissing} />;
  return (
    <>
      <ScrollBox label={copy}>
        <Box component="ul" py="sm" data-testid={testId}>
          {ids.map((id) => (
            <li key={id} className={classes.line}>
              {id} {reasons && <span className="quiet">{reasons.get(id)}</span>}
            </li>
          ))}
        </Box>
      </ScrollBox>
      <div className={classes.foot}>
        <CopyButton value={ids.join('\n')}>
          {({ copied, copy: copyNow }) => <Button onClick={copyNow}>{copied ? uiTexts.copied : copy}</Button>}
        </CopyButton>
      </div>
    </>
  );
}

/** Writes the results as tab-separated lines, one per id: found, missing, failed and open. */
function toTable(result: LookupResult, print: (property: Property, value: unknown) => string): string {
  const heads = [texts.state, requireProperty(ID_PROPERTY).label, ...shownProperties.map(({ label }) => label)];
  const foundLines = result.found.map(({ id, properties }) => [
    texts.found,
    id,
    ...shownProperties.map((property) => print(property, properties[property.name])),
  ]);
  const failed = result.failed.flatMap(({ ids, message }) => ids.map((id) => [texts.failed, id, message]));
  const others = [
    ...result.missing.map((id) => [texts.missing, id]),
    ...failed,
    ...result.open.map((id) => [texts.open, id]),
  ];
  return formatClipboardRows([heads, ...foundLines, ...others]);
}

const ROW_PX = 28;
/** Drawing more lines would block the page. */
const MAX_ON_PAPER = 500;

interface FoundTableProps {
  readonly records: readonly LookupRecord[];
  readonly columns: readonly Property[];
  readonly zone: string;
  readonly onOpen: (id: string) => void;
  /** Whether the record is on this computer. */
  readonly canOpen: (id: string) => boolean;
}

/** The found records, with values as received. Only the visible rows are drawn, because there may be ten thousand. */
function FoundTable({ records, columns: properties, zone, onOpen, canOpen }: FoundTableProps) {
  const { nameOf } = useNames();
  const printing = usePrintSettings();
  const rows = useScrollSpace({ rows: records.length, rowPx: ROW_PX });
  const onPaper = useOnPaper();
  const drawn = onPaper ? drawFirstRows(Math.min(records.length, MAX_ON_PAPER)) : rows.drawn;
  if (records.length === 0) return <EmptyState title={uiTexts.lookup.noneFound} />;
  const columns: Column<LookupRecord>[] = [
    {
      id: ID_PROPERTY,
      header: requireProperty(ID_PROPERTY).label,
      isRowHeader: true,
      renderCell: ({ id }) =>
        canOpen(id) ? (
          <UnstyledButton className={tables.link} onClick={() => onOpen(id)}>
            {id}
          </UnstyledButton>
        ) : (
          id
        ),
    },
    ...properties.map((property) => ({
      id: property.name,
      header: property.label,
      isNumber: property.type === 'number',
      renderCell: (record: LookupRecord) => {
        const value = record.properties[property.name];
        return (
          <span
            // A truncated id would be useless.
            className={property.name === RECORD_ID_PROPERTY ? undefined : classes.text}
            title={formatFullLiveValue(property, value, zone, nameOf)}
          >
            {formatLiveValue(property, value, { ...printing, zone }, nameOf)}
          </span>
        );
      },
    })),
  ];
  return (
    <ScrollBox {...rows.box} label={uiTexts.lookup.found}>
      {onPaper && (
        <PrintNotice subject="lookup" parts={[{ kind: 'records', printed: drawn.last + 1, all: records.length }]} />
      )}
      <Table
        columns={columns}
        rows={records.slice(drawn.first, drawn.last + 1)}
        row={{ attributes: ({ id }, index) => ({ 'aria-rowindex': index + 2, 'data-record': id }) }}
        drawn={drawn}
        aria-rowcount={records.length + 1}
        data-testid="lookup-found"
      />
    </ScrollBox>
  );
}
