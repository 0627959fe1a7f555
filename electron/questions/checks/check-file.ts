/** The findings of a check as the rows of a file: person, object, time, what differs, and where to correct it. */
import { formatUnits, roundUnits, toUnits, divideHalfEven } from '../../../src/domain/decimal.ts';
import {
  clientOf,
  currencyOfObject,
  knowsCurrency,
  objectNames,
  type Directory,
} from '../../../src/domain/people/directory.ts';
import { toSentence, type FactFormat } from '../../../src/domain/checks/sentence.ts';
import { OWNER_PROPERTY, requireProperty, RECORD_ID_PROPERTY } from '../../../src/domain/properties.ts';
import { addressOfRecord } from '../../../src/domain/record-address.ts';
import type { Settings } from '../../../src/domain/settings.ts';
import { checkFileHeads as heads } from '#texts/screens/checks.ts';
import type { SmallTable } from '../../exports/small-table.ts';
import type { FoundRecord } from '../../snapshot/checks/model.ts';
import { propertyNames } from '../../../src/domain/property-names.ts';

const TYPE = propertyNames.objectType;
const OBJECT = propertyNames.objectId;
const shown = [
  propertyNames.firstStart,
  propertyNames.month,
  OWNER_PROPERTY,
  TYPE,
  OBJECT,
  propertyNames.service,
  propertyNames.title,
];

export const checkFileColumns: readonly string[] = [RECORD_ID_PROPERTY, ...shown];

const asText = (head: string) => ({ head, kind: 'text' as const });
const asNumber = (head: string) => ({ head, kind: 'number' as const });

/** Exact when two decimals can express it. */
const two = (decimal: string) => {
  const [whole = '', fraction = ''] = formatUnits(roundUnits(toUnits(decimal), 2)).split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
};
const asTheyAre = (text: string) => text;
const plain: Omit<FactFormat, 'objectName'> = {
  money: two,
  hours: two,
  number: asTheyAre,
  time: asTheyAre,
  span: (start, end) => `${start ?? '–'} – ${end ?? '–'}`,
  day: asTheyAre,
};

export function checkFile(
  check: string,
  found: readonly FoundRecord[],
  directory: Directory,
  { recordAddress, currency }: Pick<Settings, 'recordAddress' | 'currency'>,
): SmallTable {
  const labels = checkFileColumns.map((name) => requireProperty(name).label);
  // As in every file with amounts.
  const isLabelled = knowsCurrency(directory, currency);
  const columns = [
    ...[heads.id, ...labels, heads.person, heads.client].map(asText),
    ...[heads.hours, heads.value].map(asNumber),
    ...[...(isLabelled ? [heads.currency] : []), heads.found, heads.related].map(asText),
    ...(recordAddress === null ? [] : [asText(heads.link)]),
  ];
  const objectName = objectNames(directory);
  const rows = found.map((each) => {
    const { id, row, value, minutes, related } = each;
    const held = (name: string) => row.unreadable[name] ?? row.values[name] ?? '';
    return [
      id,
      ...checkFileColumns.map(held),
      directory.owners[held(OWNER_PROPERTY)]?.name ?? '',
      clientOf(directory, held(TYPE), held(OBJECT)) ?? '',
      minutes === null ? '' : formatUnits(divideHalfEven(toUnits(minutes), 60n)),
      value ?? '',
      ...(isLabelled ? [currencyOfObject(directory, held(TYPE), held(OBJECT), currency) ?? ''] : []),
      toSentence(check, each, { ...plain, objectName }),
      related.join(' '),
      ...(recordAddress === null ? [] : [addressOfRecord(recordAddress, id)]),
    ];
  });
  return { columns, rows };
}
