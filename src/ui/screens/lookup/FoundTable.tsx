/** Found records, values as received; only the visible rows are drawn, because there may be ten thousand. */
import { UnstyledButton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import type { LookedUpRecord } from '../../../domain/lookup/looked-up.ts';
import { ID_PROPERTY, RECORD_ID_PROPERTY, requireProperty, type Property } from '../../../domain/properties.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { EmptyState } from '../../components/states/EmptyState.tsx';
import { usePrinting } from '../../format/use-printing.ts';
import { PrintNotice } from '../../paper/PrintNotice.tsx';
import { useOnPaper } from '../../paper/use-on-paper.ts';
import { useNames } from '../../names.ts';
import { receivedText, wholeReceivedText } from '../../format/received-text.ts';
import tables from '../../components/values/tables.module.css';
import classes from './LookupScreen.module.css';

const ROW_PX = 28;
/** More lines would block the page while they are drawn. */
const MOST_ON_PAPER = 500;

export interface FoundTableProps {
  readonly found: readonly LookedUpRecord[];
  readonly columns: readonly Property[];
  readonly zone: string;
  /** Records that are on this computer open. */
  readonly onOpen: (id: string) => void;
  readonly canOpen: (id: string) => boolean;
}

export function FoundTable({ found, columns: shown, zone, onOpen, canOpen }: FoundTableProps) {
  const scroll = useRef<HTMLElement>(null);
  const { nameOf } = useNames();
  const printing = usePrinting();
  // Its functions are not stable: fine as long as nothing here is memoised by the compiler.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: found.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const onPaper = useOnPaper();
  const inSight = rows.getVirtualItems();
  const drawn = onPaper ? found.slice(0, MOST_ON_PAPER).map((_, index) => ({ index, key: index })) : inSight;
  const above = onPaper ? 0 : (inSight[0]?.start ?? 0);
  const below = onPaper ? 0 : rows.getTotalSize() - (inSight.at(-1)?.end ?? 0);
  if (found.length === 0) return <EmptyState title={uiTexts.lookup.noneFound} />;
  return (
    // A table without links scrolls by keyboard only if it can be focused.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={scroll} className={classes.scroll} tabIndex={0} aria-label={uiTexts.lookup.found}>
      {onPaper && <PrintNotice whole="lookup" parts={[{ kind: 'records', shown: drawn.length, all: found.length }]} />}
      <table className={tables.table} aria-rowcount={found.length + 1} data-testid="lookup-found">
        <thead>
          <tr>
            <th scope="col">{requireProperty(ID_PROPERTY).label}</th>
            {shown.map(({ name, label, type }) => (
              <th key={name} scope="col" className={type === 'number' ? tables.number : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={above} />
          {drawn.map(({ index, key }) => {
            const record = found[index];
            return (
              record && (
                <tr key={key} aria-rowindex={index + 2} data-record={record.id}>
                  <th scope="row">
                    {canOpen(record.id) ? (
                      <UnstyledButton className={tables.link} onClick={() => onOpen(record.id)}>
                        {record.id}
                      </UnstyledButton>
                    ) : (
                      record.id
                    )}
                  </th>
                  {shown.map((property) => {
                    const value = record.properties[property.name];
                    return (
                      <td key={property.name} className={property.type === 'number' ? tables.number : undefined}>
                        <span
                          // An id that is cut is none.
                          className={property.name === RECORD_ID_PROPERTY ? undefined : classes.text}
                          title={wholeReceivedText(property, value, zone, nameOf)}
                        >
                          {receivedText(property, value, { ...printing, zone }, nameOf)}
                        </span>
                      </td>
                    );
                  })}
                </tr>
              )
            );
          })}
          <Spacer height={below} />
        </tbody>
      </table>
    </section>
  );
}

function Spacer({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return <tr aria-hidden style={{ height }} />;
}
