/** Writes a report to a file with its manifest: the table on screen is the table in the file. Spends no request. */
import { setImmediate } from 'node:timers/promises';
import { fail } from '../../../src/contract/errors.ts';
import type { Manifest } from '../../../src/contract/exports.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import { fileTypes } from '../../../src/domain/export-formats.ts';
import { maySeeGroup, maySeeMeasure } from '../../../src/domain/exports/audience.ts';
import type { Line } from '../../../src/domain/exports/model.ts';
import type { ExportOptions } from '../../../src/domain/exports/options.ts';
import { toSections } from '../../../src/domain/exports/sections.ts';
import { findDimension, listProperties } from '../../../src/domain/reports/definition/dimensions.ts';
import { findMeasure } from '../../../src/domain/reports/definition/measures.ts';
import type { Report, ReportResult } from '../../../src/domain/reports/definition/report.ts';
import { chooseCurrency } from '../../../src/domain/reports/print/currency.ts';
import { nameIds } from '../../../src/domain/people/id-names.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { isLossy, toCompleteness } from '../completeness.ts';
import { findUnheldValues } from '../unheld-values.ts';
import { failEmpty, nameSource, nameUnheld, periodText, sealText, toOrigin } from './manifest.ts';
import { spanName, type ExportParts } from './records.ts';
import { toReportPart } from './report-part.ts';
import { requireSigner } from './signing-key.ts';
import { findSubject, titleReport } from './subject.ts';
import { deliver, writeExport } from './write.ts';

export interface ReportExport {
  readonly report: Report;
  readonly options: ExportOptions;
  readonly allowEmpty: boolean;
  /** What people call it; a client is not told. */
  readonly name?: string | undefined;
  /** Its title where that is decided already. */
  readonly title?: string | undefined;
}

/** What people call it, where its receiver may know that. */
export function titleOfReport({ audience }: Pick<ExportOptions, 'audience'>, called: string | undefined): string {
  return (audience === 'internal' ? called : undefined) ?? texts.report;
}

/** What of a report its receiver may see; the rest is named. @throws AppFailure `usage` when nothing is left, or lines would tell it. */
export function forReceiver(
  report: Report,
  options: ExportOptions,
): { readonly report: Report; readonly withheld: string[] } {
  if (options.audience === 'internal') return { report, withheld: [] };
  const isSeen = (name: string) => {
    const measure = findMeasure(name);
    // What is no measure is refused where the report is checked.
    return measure === undefined || maySeeMeasure(measure, options);
  };
  const groups = listGroups(report);
  const [hidden] = groups.filter((name) => !maySeeGroup(name, options));
  if (hidden !== undefined) fail({ code: 'usage', detail: texts.refusals.group(hidden) });
  const measures = report.measures.filter(isSeen);
  if (measures.length === 0) fail({ code: 'usage', detail: texts.refusals.nothing });
  const { order, ...rest } = report;
  // An order by a group is seen: the groups are.
  const isOrderSeen = order && isSeen(order.by);
  const withheld = report.measures.filter((name) => !isSeen(name));
  return {
    report: { ...rest, measures, ...(isOrderSeen && { order }) },
    withheld: order && !isOrderSeen && !withheld.includes(order.by) ? [...withheld, order.by] : withheld,
  };
}

/**
 * @param run answers the report as the receiver may see it
 * @returns null when no destination was chosen
 * @throws AppFailure `usage`, `nothing-matched`, and those of files and the store
 */
export async function exportReport(
  parts: ExportParts,
  workspace: Workspace,
  { report: asked, options, allowEmpty, name: called, title: decided }: ReportExport,
  run: (report: Report) => Promise<ReportResult>,
  signal?: AbortSignal,
): Promise<Manifest | null> {
  const { report, withheld } = forReceiver(asked, options);
  const signer = options.sign ? await requireSigner(parts.host.secrets) : undefined;
  const result = await run(report);
  if (signal?.aborted) fail({ code: 'cancelled' });
  const unheld = await findUnheldValues(workspace, report.filterGroups, undefined);
  if (result.records === 0 && !allowEmpty) failEmpty(unheld);
  const settings = workspace.settings();
  const directory = workspace.journal.names();
  const source = await nameSource(workspace);
  const subject = findSubject(report, directory);
  const title = options.title ?? decided ?? titleReport(subject, called, options);
  const span = result.period ? spanName(result.period) : 'all';
  const { audience } = options;
  const name =
    parts.nameFile?.({ span, complete: result.complete, audience, title: options.title }) ??
    suggestedName(title, result);
  const destination = await parts.host.chooseDestination(`${name}.${fileTypes[options.format].extension}`);
  if (!destination) return null;
  const part = toReportPart({ report, result, settings, directory, options, chart: options.chart });
  const { columns, lines, outline, sums, chart, notes } = part;
  const lossy = isLossy(workspace);
  const { complete } = result;
  const seal = toCompleteness(result);
  const origin = toOrigin({
    options,
    settings,
    directory,
    filterGroups: report.filterGroups,
    query: report.query,
    shown: listShown(report),
    period: result.period,
    seal,
    isLossy: lossy,
    source,
    version: parts.version,
  });
  const facts = {
    ...origin,
    of: 'report' as const,
    title,
    report: origin.internalFilter ? { ...report, filterGroups: [], query: '' } : report,
    records: result.records,
    totals: result.totals,
    currency: chooseCurrency(result, settings.currency),
    ...(result.currencies && result.currencies.length > 1 && { currencies: result.currencies }),
    ...(result.total.amounts && {
      totalsByCurrency: result.total.amounts.map((each) => ({ currency: each.currency, totals: each.values })),
    }),
    calendar: result.calendar,
    ...tellRunning(result, workspace.today()),
    notes,
    missing: result.missing.map((month) => month.slice(0, 7)),
    ...nameUnheld(unheld, options),
    unreadable: notes.find(({ code, compared }) => code === 'unreadable' && compared === undefined)?.records ?? 0,
  };
  const period = periodText(result.period);
  const manifest = await writeExport(
    destination,
    {
      options,
      columns,
      currencyAt: undefined,
      lines: inPortions(lines, (written) => {
        if (signal?.aborted) fail({ code: 'cancelled' });
        parts.onWritten(written, lines.length);
      }),
      signal,
      lineCount: lines.length,
      outline,
      sums: () => sums,
      chart,
      head: {
        title,
        period,
        seal: sealText(seal),
        complete,
        notes: notes.map(({ text }) => text),
        ...(subject.client !== undefined && { client: subject.client }),
        sections: toSections(
          { ...facts, lines: lines.length },
          { seal: sealText(seal), period, nameOf: nameIds(directory) },
        ),
      },
    },
    facts,
    { signer, writer: parts.writer },
  );
  await deliver(parts, destination, { manifest, conditions: { filter: report.filterGroups, query: report.query } });
  return { ...manifest, ...(withheld.length > 0 && { withheld }) };
}

/** Where today's date decides figures: what has elapsed, and what is compared with it. */
function tellRunning({ period, comparison }: ReportResult, today: string): { readonly runningOn?: string } {
  const isRunning = period !== null && period.from <= today && today <= period.to;
  return isRunning || (comparison && comparison.elapsedDays !== null) ? { runningOn: today } : {};
}

/** Of its lines, their parts and its columns. */
const listGroups = ({ groupBy, columns, breakdowns = [] }: Report): string[] => [
  ...groupBy,
  ...(columns === undefined ? [] : [columns]),
  ...breakdowns.map(({ by }) => by),
];

/** Properties whose values stand in its lines. */
function listShown(report: Report): string[] {
  const groups = listGroups(report).flatMap((name) => findDimension(name) ?? []);
  return groups.flatMap((group) => (group.kind === 'client' ? [group.name] : listProperties(group)));
}

/** Lines of a report written in one go: a wide one has hundreds of columns. */
const PORTION = 64;

async function* inPortions(
  lines: readonly Line[],
  onPortion: (written: number) => void,
): AsyncGenerator<readonly Line[]> {
  onPortion(0);
  for (let start = 0; start < lines.length; start += PORTION) {
    const portion = lines.slice(start, start + PORTION);
    yield portion;
    onPortion(start + portion.length);
    await setImmediate();
  }
}

/** File systems take 255 bytes a name, of which dates, ending, manifest and temporary name need theirs. */
const NAME_BYTES = 120;

function keepBytes(text: string, bytes: number): string {
  let kept = '';
  for (const character of text) {
    if (Buffer.byteLength(kept + character) > bytes) break;
    kept += character;
  }
  return kept;
}

function suggestedName(title: string, { complete, period }: ReportResult): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  const short = keepBytes(words, NAME_BYTES).replace(/-$/, '');
  return [short || 'report', ...(period ? [spanName(period)] : []), ...(complete ? [] : ['partial'])].join('-');
}
