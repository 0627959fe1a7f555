/** A value of a record: an id by its name, an unreadable value as received, and the full value in the tooltip. */
import type { RecordRow } from '#contract/api.ts';
import { ID_PROPERTY, OWNER_PROPERTY, RECORD_ID_PROPERTY, type Property, propertyNames } from '#domain/properties.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Marked, Tag } from '#ui/components/values.tsx';
import { UNKNOWN } from '#ui/format/figures-and-times.ts';
import { formatCell, formatValue, type CellSettings, findClientFallback } from '#ui/format/values.ts';
import type { NameOf } from '#domain/people/directory.ts';
import { recordsColumnsTexts } from '#texts/screens/record-columns.ts';
import { useNames } from '#ui/names.ts';
import { findBareId, markBareId } from '#ui/naming/bare-id.ts';
import { toNamedAddress } from '#ui/routing/paths.ts';
import { isRightAligned } from './columns.ts';
import classes from './RecordsScreen.module.css';

const idProperties: ReadonlySet<string> = new Set([
  ID_PROPERTY,
  RECORD_ID_PROPERTY,
  propertyNames.objectId,
  OWNER_PROPERTY,
]);

export interface RecordCellProps {
  readonly property: Property;
  readonly row: RecordRow;
  readonly settings: CellSettings;
  readonly nameOf: NameOf;
}

export function RecordCell({ property, row, settings, nameOf }: RecordCellProps) {
  const received = row.unreadable[property.name];
  if (received !== undefined) return <ReceivedValue value={received} />;
  const value = row.values[property.name];
  if (value === null || value === undefined) {
    const object = findClientFallback(property, row, nameOf);
    if (object === undefined) return <span className="quiet">{UNKNOWN}</span>;
    return (
      <span className={`quiet ${classes.text}`} title={`${object} · ${recordsColumnsTexts.noClient}`}>
        {object}
      </span>
    );
  }
  const name = nameOf(property.name, value);
  const fullText = formatValue(property, value, settings.zone);
  const title = name === undefined ? fullText : `${name} · ${value}`;
  const text = <Marked text={name ?? formatCell(property, value, settings)} />;
  // Ids are never cut, because they differ at their ends.
  const isBareId = name === undefined && idProperties.has(property.name);
  if (isRightAligned(property)) return <span title={title}>{formatCell(property, value, settings)}</span>;
  if (name === undefined && nameable.has(property.name)) return <BareId property={property} row={row} title={title} />;
  return (
    <span className={property.type === 'string' && !isBareId ? classes.text : 'figure'} title={title}>
      {toNamedAddress(property.name, value) === undefined ? text : <span data-page>{text}</span>}
    </span>
  );
}

const nameable: ReadonlySet<string> = new Set([propertyNames.objectId, OWNER_PROPERTY]);

/** An id without a name. Only these cells look into the directory, because a table draws hundreds of cells. */
function BareId({ property, row, title }: Pick<RecordCellProps, 'property' | 'row'> & { readonly title: string }) {
  const { directory } = useNames();
  const value = row.values[property.name];
  const objectType = row.values[propertyNames.objectType] ?? undefined;
  return (
    <span
      className="figure"
      title={title}
      {...markBareId(findBareId(directory, { property: property.name, value, objectType }))}
    >
      {value}
    </span>
  );
}

export function ReceivedValue({ value }: { readonly value: string }) {
  return (
    <span className={classes.received} title={uiTexts.recordsScreen.unreadableDetail(value)}>
      <span>{value}</span>
      <Tag tone="warn">{uiTexts.recordsScreen.unreadable}</Tag>
    </span>
  );
}
