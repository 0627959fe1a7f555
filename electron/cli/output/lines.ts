/** Lines that several commands print for people. */
import type { DataStatus, Output, Quota } from '../../../src/contract/api.ts';
import { errorText } from '../../../src/contract/error-text.ts';
import { findProperty, OWNER_PROPERTY, PREFIX } from '../../../src/domain/properties.ts';
import { toShownText } from '../../../src/domain/received-text.ts';
import { said, words } from '#texts/terminal/cli.ts';
import { toPrintable } from '../../host/printable.ts';
import { table } from './table.ts';
import { groupThousands as count } from '../../../src/domain/thousands.ts';
import { formatUtcMinute as moment } from '../../../src/domain/time/utc-text.ts';

/** What is left, or why nothing is though this computer has sent less. */
export function quotaLine({ used, limit, resetsAt, exhausted }: Quota): string {
  if (exhausted) return errorText({ code: 'quota-exhausted', resetsAt, ...exhausted }).sentence;
  return words.quota(used, limit, moment(resetsAt));
}

interface Sealed {
  readonly complete: boolean;
  readonly allRecordsHere?: true | undefined;
  readonly asOf: string | null;
  readonly fromFile?: string | undefined;
}

/** Whether the records are complete: every total says so. */
export function sealLine({ complete, allRecordsHere, asOf, fromFile }: Sealed): string {
  const when = asOf === null ? null : moment(asOf);
  const origin = fromFile === undefined ? '' : words.fromFile(moment(fromFile));
  if (allRecordsHere === true && when !== null) return words.damaged(when) + origin;
  return (complete && when !== null ? words.complete(when) : words.partial(when)) + origin;
}

/** Why a report or a file ends with the exit code for partial data. */
export function partialSentence({ asOf, records, partitions, complete, journal }: DataStatus): string {
  if (complete && journal) return said.namesDamaged;
  if (asOf === null && records === 0) return said.emptyStore;
  const open = partitions.filter(({ sealed }) => !sealed).map(({ from, to }) => said.span(from, to));
  return said.partialData(asOf === null ? null : moment(asOf), open);
}

type Received = Output<'service.list'>['results'][number];

/** What people see of a live record when they name no properties; `--json` has them all. */
const shownByDefault = [
  OWNER_PROPERTY,
  ...['title', 'first_start_date', 'total_hours', 'billable_hours', 'billable_amount'].map(
    (name) => `${PREFIX}${name}`,
  ),
];

/** Records as the service sent them: the id and the asked properties. */
export function receivedTable(records: readonly Received[], properties: readonly string[] | undefined): string[] {
  const names = properties ?? shownByDefault;
  const rows = records.map((record) => [record.id, ...names.map((name) => shown(record.properties[name]))]);
  return table([{ head: words.id }, ...names.map((name) => ({ head: findProperty(name)?.label ?? name }))], rows);
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return '';
  return toPrintable(toShownText(value));
}

export function livePageLines(page: Output<'service.search'>, properties: readonly string[] | undefined): string[] {
  return [
    ...(page.results.length === 0 ? [words.emptyPage] : receivedTable(page.results, properties)),
    ...(page.total === undefined ? [] : [words.matches(count(page.total))]),
    ...(page.paging ? [words.nextPage(toPrintable(page.paging.next.after))] : []),
  ];
}
