/** The columns of a file of findings: the record, what differs on it, how much is at stake, and where it is corrected. */
import { checkFileHeads as heads, checkTexts } from '#texts/screens/checks.ts';
import { toSentence, type FactFormat } from '../../../src/domain/checks/sentence.ts';
import { divideHalfEven, formatUnits, toUnits } from '../../../src/domain/decimal.ts';
import { localTimes } from '../../../src/domain/exports/local-time.ts';
import { nameUniquely, type Cell, type ExportColumn, type Line } from '../../../src/domain/exports/model.ts';
import { CURRENCY_COLUMN, toRecordColumns } from '../../../src/domain/exports/record-columns.ts';
import type { ExportOptions } from '../../../src/domain/exports/options.ts';
import { currencyOfObject, knowsCurrency, objectNames, type Directory } from '../../../src/domain/people/directory.ts';
import { addressOfRecord } from '../../../src/domain/record-address.ts';
import { propertyNames } from '../../../src/domain/property-names.ts';
import type { MeasureUnit } from '../../../src/domain/reports/definition/measures.ts';
import { chooseGrid, formatSteps, toSteps } from '../../../src/domain/reports/print/printed.ts';
import type { Settings } from '../../../src/domain/settings.ts';
import type { FoundRecord } from '../../snapshot/checks/model.ts';

/** What a finding's line reads of its record. */
export const findingProperties: readonly string[] = [
  propertyNames.recordId,
  propertyNames.firstStart,
  propertyNames.month,
  propertyNames.owner,
  propertyNames.objectType,
  propertyNames.objectId,
  propertyNames.service,
  propertyNames.title,
];
const printed: readonly string[] = [
  propertyNames.firstStart,
  propertyNames.owner,
  propertyNames.objectType,
  propertyNames.objectId,
  propertyNames.title,
];

export interface FindingColumnsQuestion {
  readonly options: ExportOptions;
  readonly settings: Settings;
  readonly directory: Directory;
  /** Whether each line names its check. */
  readonly namesCheck: boolean;
  readonly hasUnreadable: boolean;
}

export interface FindingColumns {
  readonly columns: readonly ExportColumn[];
  readonly currencyAt: number | undefined;
  readonly toLine: (check: string, found: FoundRecord) => Line;
}

interface FindingColumn extends ExportColumn {
  readonly cell: (check: string, found: FoundRecord) => Cell;
}

export function toFindingColumns(question: FindingColumnsQuestion): FindingColumns {
  const { options, settings, directory, namesCheck, hasUnreadable } = question;
  const isPaper = options.format === 'pdf';
  const record = toRecordColumns({
    chosen: isPaper ? printed : findingProperties,
    options,
    settings,
    directory,
    currencyIn: undefined,
    currency: null,
    hasUnreadable,
    isPaper,
  });
  const text = (name: string, label: string, cell: FindingColumn['cell'], own: Partial<ExportColumn> = {}) => ({
    name,
    label,
    head: options.heads === 'labels' ? label : name,
    kind: 'text' as const,
    digits: null,
    currency: null,
    adds: false,
    ...own,
    cell,
  });
  const before = [
    ...(namesCheck ? [text('check', heads.check, (check) => checkTexts[check]?.label ?? check)] : []),
    ...(isPaper ? [] : [text('id', heads.id, (_, { id }) => id, { kind: 'id' })]),
  ];
  const after = [...atStake(question, text), ...aboutFinding(question, text)];
  const columns = nameUniquely<ExportColumn>([...before.map(toColumn), ...record.columns, ...after.map(toColumn)]);
  const currencyAt = columns.findIndex(({ name }) => name === CURRENCY_COLUMN);
  return {
    columns,
    currencyAt: currencyAt < 0 ? undefined : currencyAt,
    toLine: (check, found) => [
      ...before.map(({ cell }) => cell(check, found)),
      ...record.toLine(found.row),
      ...after.map(({ cell }) => cell(check, found)),
    ],
  };
}

const toColumn = ({ cell: _cell, ...column }: FindingColumn): ExportColumn => column;

type ToColumn = (
  name: string,
  label: string,
  cell: FindingColumn['cell'],
  own?: Partial<ExportColumn>,
) => FindingColumn;

/** Hours and money in question, and the money's currency as in every file with amounts. */
function atStake({ options, settings, directory }: FindingColumnsQuestion, text: ToColumn): FindingColumn[] {
  const isClock = settings.hoursStyle === 'clock' && options.preset === 'excel';
  const hours: FindingColumn['cell'] = (_, { minutes }) => {
    if (minutes === null || isClock) return minutes;
    return formatUnits(divideHalfEven(toUnits(minutes), 60n));
  };
  const currency: FindingColumn['cell'] = (_, { row: { values } }) => {
    const [type, id] = [values[propertyNames.objectType] ?? undefined, values[propertyNames.objectId] ?? undefined];
    return currencyOfObject(directory, type, id, settings.currency) ?? null;
  };
  const isPage = options.format === 'pdf';
  const time = isClock
    ? ({ kind: 'clock', digits: isPage ? 0 : null, adds: true } as const)
    : ({ kind: 'hours', digits: settings.hoursDigits, adds: true } as const);
  return [
    text('hours', heads.hours, hours, time),
    text('value', heads.value, (_, { value }) => value, { kind: 'money', digits: settings.moneyDigits, adds: true }),
    ...(knowsCurrency(directory, settings.currency) ? [text(CURRENCY_COLUMN, heads.currency, currency)] : []),
  ];
}

function aboutFinding({ options, settings, directory }: FindingColumnsQuestion, text: ToColumn): FindingColumn[] {
  const format = factFormat(settings, directory);
  const { recordAddress } = settings;
  const found = text('finding', heads.found, (check, each) => toSentence(check, each, format));
  if (options.format === 'pdf') return [found];
  return [
    found,
    text('related', heads.related, (_, { related }) => related.join(' ')),
    ...(recordAddress === null ? [] : [text('address', heads.link, (_, { id }) => addressOfRecord(recordAddress, id))]),
  ];
}

const asTheyAre = (given: string) => given;

const MINUTE_LENGTH = 16;

/** Figures in sentences have the settings' form, as those in columns. */
function factFormat(settings: Settings, directory: Directory): FactFormat {
  const toLocal = localTimes(settings.zone);
  // What is no moment stays as it was received.
  const localTime = (instant: string) =>
    Number.isNaN(Date.parse(instant)) ? instant : toLocal(instant).replace('T', ' ').slice(0, MINUTE_LENGTH);
  const print = (unit: MeasureUnit) => (decimal: string) => {
    const grid = chooseGrid(unit, settings);
    return formatSteps(toSteps(decimal, grid), grid);
  };
  return {
    money: print('money'),
    hours: print('hours'),
    number: asTheyAre,
    time: localTime,
    span: (start, end) => `${start === null ? '–' : localTime(start)} – ${end === null ? '–' : localTime(end)}`,
    day: asTheyAre,
    objectName: objectNames(directory),
  };
}
