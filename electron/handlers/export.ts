/** Exports the filtered records as the screen has them: a complete file with its manifest, or none. */
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ParsedInput, RecordRow } from '../../src/contract/api.ts';
import type { Manifest } from '../../src/contract/exports.ts';
import type { CheckedReport } from '../../src/domain/reports/definition/check.ts';
import { chooseCurrency } from '../../src/domain/reports/print/currency.ts';
import { currencyOfObject, knowsCurrency } from '../../src/domain/people/directory.ts';
import { amountsThatCount, holdsMoney } from '../../src/domain/reports/definition/counted.ts';
import { findMeasure } from '../../src/domain/reports/definition/measures.ts';
import { requireReadable } from '../../src/domain/local-properties.ts';
import type { Period } from '../../src/domain/time/period.ts';
import { fileTypes } from '../../src/domain/export-formats.ts';
import { writeAtomically } from '../exports/atomic-file.ts';
import { writers } from '../exports/formats.ts';
import { isSummable } from '../../src/domain/properties.ts';
import type { Selection } from '../snapshot/snapshot.ts';
import { readStatus } from '../sync/status.ts';
import type { Handlers } from './shared/handlers.ts';
import { isLossy, sealedBy } from './journal.ts';
import { oneAtATime } from './shared/one-at-a-time.ts';
import { headsOfTable, recordTable } from './shared/record-table.ts';
import type { Parts } from './shared/context.ts';
import { chooseColumns, toSelection, toSortOrder } from './shared/selection.ts';
import { propertyNames } from '../../src/domain/property-names.ts';

const OBJECT_TYPE = propertyNames.objectType;
const OBJECT_ID = propertyNames.objectId;

export function exportHandlers(parts: Parts): Pick<Handlers, 'export.run' | 'export.cancel'> {
  const files = oneAtATime();
  return {
    'export.run': (asked) => files.run((signal) => exportRecords(parts, asked, signal)),
    'export.cancel': async () => files.cancel(),
  };
}

async function exportRecords(
  parts: Parts,
  asked: ParsedInput<'export.run'>,
  signal: AbortSignal,
): Promise<Manifest | null> {
  const workspace = parts.workspace();
  const selection = await toSelection(asked, workspace);
  const columns = chooseColumns(asked.columns);
  const sort = toSortOrder(asked.sort);
  const isWhole = !isLossy(workspace);
  const { complete } = await readStatus(workspace.snapshot);
  const destination = await parts.host.chooseDestination(
    `${suggestedName(asked, complete && isWhole)}.${fileTypes[asked.format].extension}`,
  );
  if (!destination) return null;
  const settings = workspace.settings();
  const directory = workspace.journal.names();
  const beside = { settings, directory };
  const labelled = columns.some(holdsMoney) && knowsCurrency(directory, settings.currency);
  // The workspace's amounts decide their currency, even where the file does not name it.
  const read = labelled ? [...new Set([...columns, OBJECT_TYPE, OBJECT_ID])] : columns;
  const question = { selection, columns: read, sort, report: totalsReport(selection, columns), beside };
  const currencyIn = labelled
    ? ({ values }: RecordRow) => {
        const [type, id] = [values[OBJECT_TYPE] ?? undefined, values[OBJECT_ID] ?? undefined];
        return currencyOfObject(directory, type, id, settings.currency) ?? '';
      }
    : undefined;
  const manifestPath = `${destination.path}.manifest.json`;
  const manifest = await workspace.snapshot.extract(question, async ({ figures, state, rows }): Promise<Manifest> => {
    const { records, totals } = figures;
    const seal = sealedBy(state, workspace);
    const onWritten = (lines: number) =>
      parts.emit({ event: 'export.progress', payload: { written: lines, total: records } });
    const table = recordTable({ columns, currencyIn, rows, signal, onWritten });
    // Whatever ends this before the new manifest is written, no file may be left beside another's manifest.
    const sha256 = await writeAtomically(
      destination.path,
      (file) => writers[asked.format].write(table, file),
      () => rm(manifestPath, { force: true }),
    );
    return {
      file: basename(destination.path),
      format: asked.format,
      records,
      columns: headsOfTable({ columns, currencyIn }),
      totals,
      currency: chooseCurrency({ notes: [], currencies: figures.currencies }, settings.currency),
      ...(figures.currencies && figures.currencies.length > 1 && { currencies: figures.currencies }),
      ...(figures.total.amounts && {
        totalsByCurrency: figures.total.amounts.map(({ currency, values }) => ({ currency, totals: values })),
      }),
      filter: selection.filterGroups,
      query: selection.query,
      period: selection.period ? datedPeriod(selection.period) : null,
      calendar: selection.period?.calendar ?? null,
      zone: selection.zone,
      amounts: amountsThatCount(settings.amounts),
      complete: seal.complete,
      asOf: seal.asOf,
      ...(!isWhole && { namesDamaged: true as const }),
      sha256,
      appVersion: parts.version,
    };
  });
  await writeAtomically(manifestPath, (file) => file.write(`${JSON.stringify(manifest, null, 2)}\n`));
  await parts.host.deliver(destination.path);
  return manifest;
}

const datedPeriod = ({ text, from, to }: Period) => ({ name: text, from, to });

/** `partial` is in the name of a file over incomplete records. */
function suggestedName(asked: ParsedInput<'export.run'>, complete: boolean): string {
  const period = asked.period?.replaceAll(/[^\w-]+/g, '-') ?? 'all';
  return `time-logs-${period}${complete ? '' : '-partial'}`;
}

/** The sum of every column that may be summed, over the same records. */
function totalsReport({ filterGroups, query }: Selection, columns: readonly string[]): CheckedReport {
  const measures = columns
    .filter((name) => isSummable(requireReadable(name)))
    .flatMap((name) => findMeasure(name) ?? []);
  return { measures, groupBy: [], filterGroups, query };
}
