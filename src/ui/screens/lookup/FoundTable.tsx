/** Found records, values as received; only the visible rows are drawn, because there may be ten thousand. */
import { UnstyledButton } from '@mantine/core';
import type { LookupRecord } from '#domain/lookup/looked-up.ts';
import { ID_PROPERTY, RECORD_ID_PROPERTY, requireProperty, type Property } from '#domain/properties.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { EmptyState } from '#ui/components/states/EmptyState.tsx';
import { receivedText, wholeReceivedText } from '#ui/format/received-text.ts';
import { usePrinting } from '#ui/format/use-printing.ts';
import { ScrollBox } from '#ui/grid/ScrollBox.tsx';
import { Table, type Column } from '#ui/grid/Table.tsx';
import { drawFirst, useScrollSpace } from '#ui/grid/use-scroll-space.ts';
import { useNames } from '#ui/names.ts';
import { PrintNotice } from '#ui/paper/PrintNotice.tsx';
import { useOnPaper } from '#ui/paper/use-on-paper.ts';
import tables from '#ui/components/values/tables.module.css';
import classes from './LookupScreen.module.css';

const ROW_PX = 28;
/** More lines would block the page while they are drawn. */
const MOST_ON_PAPER = 500;

export interface FoundTableProps {
  readonly found: readonly LookupRecord[];
  readonly columns: readonly Property[];
  readonly zone: string;
  /** Records that are on this computer open. */
  readonly onOpen: (id: string) => void;
  readonly canOpen: (id: string) => boolean;
}

export function FoundTable({ found, columns: properties, zone, onOpen, canOpen }: FoundTableProps) {
  const { nameOf } = useNames();
  const printing = usePrinting();
  const rows = useScrollSpace({ rows: found.length, rowPx: ROW_PX });
  const onPaper = useOnPaper();
  const drawn = onPaper ? drawFirst(Math.min(found.length, MOST_ON_PAPER)) : rows.drawn;
  if (found.length === 0) return <EmptyState title={uiTexts.lookup.noneFound} />;
  const columns: Column<LookupRecord>[] = [
    {
      id: ID_PROPERTY,
      head: requireProperty(ID_PROPERTY).label,
      isRowHead: true,
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
      head: property.label,
      isNumber: property.type === 'number',
      renderCell: (record: LookupRecord) => {
        const value = record.properties[property.name];
        return (
          <span
            // An id that is cut is none.
            className={property.name === RECORD_ID_PROPERTY ? undefined : classes.text}
            title={wholeReceivedText(property, value, zone, nameOf)}
          >
            {receivedText(property, value, { ...printing, zone }, nameOf)}
          </span>
        );
      },
    })),
  ];
  return (
    <ScrollBox {...rows.box} label={uiTexts.lookup.found}>
      {onPaper && (
        <PrintNotice whole="lookup" parts={[{ kind: 'records', shown: drawn.last + 1, all: found.length }]} />
      )}
      <Table
        columns={columns}
        rows={found.slice(drawn.first, drawn.last + 1)}
        row={{ attributes: ({ id }, index) => ({ 'aria-rowindex': index + 2, 'data-record': id }) }}
        drawn={drawn}
        aria-rowcount={found.length + 1}
        data-testid="lookup-found"
      />
    </ScrollBox>
  );
}
