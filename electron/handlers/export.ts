/** Files: the filtered records as the screen has them, whole or not at all, with a manifest beside. */
import { basename } from 'node:path';
import type { Handlers, Manifest, ParsedInput } from '../../src/contract/api.ts';
import { AppFailure, fail } from '../../src/contract/errors.ts';
import { findMeasure } from '../../src/domain/reports/measures.ts';
import { isSummable, propertyOf } from '../../src/domain/properties.ts';
import { writeAtomically } from '../exports/atomic-file.ts';
import { csvHead, csvRows } from '../exports/csv.ts';
import type { Selection } from '../snapshot/snapshot.ts';
import { statusOf } from '../sync/status.ts';
import type { Workspace } from '../workspace.ts';
import type { Parts } from './parts.ts';
import { columnsOf, selectionOf, sortOf } from './selection.ts';

export function exportHandlers(parts: Parts): Pick<Handlers, 'export.run' | 'export.cancel'> {
  let running: AbortController | undefined;
  return {
    'export.run': async (asked) => {
      if (running) fail({ code: 'busy' });
      const cancel = new AbortController();
      running = cancel;
      try {
        return await exportRecords(parts, asked, cancel.signal);
      } finally {
        running = undefined;
      }
    },
    'export.cancel': async () => {
      const cancelled = running !== undefined;
      running?.abort();
      return { cancelled };
    },
  };
}

async function exportRecords(
  parts: Parts,
  asked: ParsedInput<'export.run'>,
  signal: AbortSignal,
): Promise<Manifest | null> {
  const workspace = parts.workspace();
  const selection = selectionOf(asked, workspace);
  const columns = columnsOf(asked.columns);
  const sort = sortOf(asked.sort);
  const { asOf, complete } = await statusOf(workspace.snapshot);
  const destination = await parts.host.chooseDestination(`${suggestedName(asked, complete)}.${asked.format}`);
  if (!destination) return null;

  const { records, totals } = await totalsOf(workspace, selection, columns);
  const rows = workspace.snapshot.stream(selection, columns, sort);
  const written = { rows: 0 };
  const sha256 = await writeAtomically(destination.path, async (file) => {
    await file.write(csvHead(columns));
    for await (const chunk of rows) {
      stopIfCancelled(signal);
      await file.write(csvRows(columns, chunk));
      written.rows += chunk.length;
      parts.emit({ event: 'export.progress', payload: { written: written.rows, total: records } });
    }
    // Totals and rows are two readings of the store: a refresh between them must not go unnoticed.
    if (written.rows !== records) fail({ code: 'busy' });
  });
  const manifest: Manifest = {
    file: basename(destination.path),
    format: asked.format,
    records,
    columns,
    totals,
    filter: selection.groups,
    query: selection.query,
    period: selection.period?.text ?? null,
    calendar: selection.period?.calendar ?? null,
    zone: selection.zone,
    complete,
    asOf,
    sha256,
    appVersion: parts.version,
  };
  await writeAtomically(`${destination.path}.manifest.json`, (file) =>
    file.write(`${JSON.stringify(manifest, null, 2)}\n`),
  );
  await parts.host.deliver(destination.path);
  return manifest;
}

function stopIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new AppFailure({ code: 'cancelled' });
}

/** `partial` is in the name of a file over incomplete records. */
function suggestedName(asked: ParsedInput<'export.run'>, complete: boolean): string {
  const period = asked.period?.replaceAll(/[^\w-]+/g, '-') ?? 'all';
  return `time-logs-${period}${complete ? '' : '-partial'}`;
}

async function totalsOf(workspace: Workspace, selection: Selection, columns: readonly string[]) {
  const measures = columns.filter((name) => isSummable(propertyOf(name))).flatMap((name) => findMeasure(name) ?? []);
  const { groups, query, zone, period } = selection;
  const report = { measures, groupBy: [], filterGroups: groups, query };
  return workspace.snapshot.report(report, { zone, ...(period && { period }) });
}
