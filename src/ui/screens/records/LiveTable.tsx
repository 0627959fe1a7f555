/** Compares the service's records with the local ones: a state for each row, and both values if they differ. */
import { Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { RecordRow } from '#contract/api.ts';
import { CLIENT_PROPERTY, TEAM_PROPERTY } from '#domain/local-properties.ts';
import { findClient, findTeam, type Directory, type NameOf } from '#domain/people/directory.ts';
import { ID_PROPERTY, OWNER_PROPERTY, requireProperty, type Property, propertyNames } from '#domain/properties.ts';
import { liveTexts as texts } from '#texts/screens/live-records.ts';
import { Tag } from '#ui/components/values.tsx';
import { useWorkspace } from '#ui/data/queries.ts';
import { count } from '#ui/format/figures-and-times.ts';
import { formatLiveValue, formatFullLiveValue } from '#ui/format/received-text.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import type { CellSettings } from '#ui/format/values.ts';
import { ScrollBox } from '#ui/grid/ScrollBox.tsx';
import { Table, type Column } from '#ui/grid/Table.tsx';
import { useNames } from '#ui/names.ts';
import { Both, Differences } from './LiveRecord.tsx';
import { isRightAligned } from './columns.ts';
import type { LiveRow } from './use-live.ts';
import tables from '#ui/components/tables.module.css';
import classes from './RecordsScreen.module.css';

export interface LiveTableProps {
  readonly rows: readonly LiveRow[];
  readonly columns: readonly Property[];
  readonly onOpen: (id: string) => void;
}

export function LiveTable({ rows, columns, onOpen }: LiveTableProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const { zone } = useWorkspace();
  const { nameOf, directory } = useNames();
  const settings = { ...usePrintSettings(), zone };
  const cells: Column<LiveRow>[] = [
    {
      id: 'state',
      header: texts.state,
      renderCell: (row) => <State row={row} isUnfolded={unfolded.has(row.id)} onToggle={() => toggle(row.id)} />,
    },
    {
      id: ID_PROPERTY,
      header: requireProperty(ID_PROPERTY).label,
      isRowHeader: true,
      renderCell: ({ id, state }) =>
        state === 'live' ? (
          id
        ) : (
          <UnstyledButton className={tables.link} onClick={() => onOpen(id)}>
            {id}
          </UnstyledButton>
        ),
    },
    ...columns
      .filter(({ name }) => name !== ID_PROPERTY)
      .map((property) => ({
        id: property.name,
        header: property.label,
        isNumber: isRightAligned(property),
        renderCell: (row: LiveRow) => (
          <Value property={property} row={row} formatting={{ settings, nameOf, directory }} />
        ),
      })),
  ];
  const toggle = (id: string) => {
    const next = new Set(unfolded);
    if (!next.delete(id)) next.add(id);
    setUnfolded(next);
  };
  return (
    <ScrollBox label={texts.title} className={classes.liveScroll}>
      <Table
        columns={cells}
        rows={rows}
        row={{
          toKey: ({ id }) => id,
          attributes: ({ id, state }) => ({ 'data-state': state, 'data-record': id }),
          renderBelow: (row) =>
            row.state === 'differs' && unfolded.has(row.id) ? <Differences differences={row.differences} /> : undefined,
        }}
        data-testid="live-rows"
      />
    </ScrollBox>
  );
}

interface StateProps {
  readonly row: LiveRow;
  readonly isUnfolded: boolean;
  readonly onToggle: () => void;
}

function State({ row, isUnfolded, onToggle }: StateProps) {
  if (row.state !== 'differs')
    return (
      <span title={texts.stateDetails[row.state]}>
        <Tag tone={row.state === 'kept' ? 'quiet' : 'warn'}>{texts.states[row.state]}</Tag>
      </span>
    );
  const fields = count(row.differences.length);
  return (
    <UnstyledButton aria-expanded={isUnfolded} aria-label={texts.differsOf(row.id, fields)} onClick={onToggle}>
      <Tag tone="warn">{texts.differs(fields)}</Tag>
    </UnstyledButton>
  );
}

interface ValueProps {
  readonly property: Property;
  readonly row: LiveRow;
  readonly formatting: { readonly settings: CellSettings; readonly nameOf: NameOf; readonly directory: Directory };
}

function Value({ property, row, formatting: { settings, nameOf, directory } }: ValueProps) {
  const different = row.state === 'differs' && row.differences.find((other) => other.property.name === property.name);
  if (different) return <Both {...different} />;
  const values = row.state === 'onlyHere' ? readLocalValues(row.row) : row.record.properties;
  const value = findLocalValue(property, values, directory) ?? values[property.name];
  return (
    <Text
      span
      inherit
      truncate
      display="block"
      maw={260}
      title={formatFullLiveValue(property, value, settings.zone, nameOf)}
    >
      {formatLiveValue(property, value, settings, nameOf)}
    </Text>
  );
}

const readLocalValues = ({ values, unreadable }: RecordRow): Readonly<Record<string, unknown>> => ({
  ...values,
  ...unreadable,
});

/** Finds client and team by the record's ids, because the service does not know them. */
function findLocalValue(
  { name }: Property,
  values: Readonly<Record<string, unknown>>,
  directory: Directory,
): string | undefined {
  const read = (property: string) => {
    const value = values[property];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
  if (name === CLIENT_PROPERTY)
    return findClient(directory, read(propertyNames.objectType), read(propertyNames.objectId));
  return name === TEAM_PROPERTY ? findTeam(directory, read(OWNER_PROPERTY)) : undefined;
}
