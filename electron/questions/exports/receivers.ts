/** Whose records a file holds: a client's file bears its name, and one of several clients is told to the person who exports. */
import { fail } from '../../../src/contract/errors.ts';
import type { Manifest } from '../../../src/contract/exports.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import type { ExportOptions } from '../../../src/domain/exports/options.ts';
import type { FilterGroups } from '../../../src/domain/filter/model.ts';
import { CLIENT_PROPERTY } from '../../../src/domain/local-properties.ts';
import { keyText } from '../../../src/domain/reports/keys/key-text.ts';
import { reportSchema, type Report, type ReportResult } from '../../../src/domain/reports/definition/report.ts';
import { labelPeriod } from '../../../src/domain/time/period.ts';
import type { Workspace } from '../../workspace/workspace.ts';

export interface Receivers {
  /** `Acme — Time logs, October 2026`; absent: it is of no single client. */
  readonly title?: string;
  readonly holds?: NonNullable<Manifest['holds']>;
}

export interface AskedRecords {
  readonly filterGroups: FilterGroups;
  readonly query: string;
  readonly period?: string | undefined;
}

export interface ReceivedRecords extends AskedRecords {
  readonly calendar?: Report['calendar'];
  /** Its lines may be of clients that the period itself has no more. */
  readonly compare?: Report['compare'];
  readonly what: string;
}

/**
 * @param what `Time logs`, or what a report is called where its receiver may know
 * @throws AppFailure `usage` for a file that would tell a client of others, unless that is allowed
 */
export async function findReceivers(
  workspace: Workspace,
  { audience, title, severalClients }: Pick<ExportOptions, 'audience' | 'title' | 'severalClients'>,
  { filterGroups, query, period, calendar, compare, what }: ReceivedRecords,
  run: (report: Report) => Promise<ReportResult>,
): Promise<Receivers> {
  if (audience !== 'client') return {};
  const report = reportSchema.parse({
    measures: ['records'],
    groupBy: [CLIENT_PROPERTY],
    filterGroups,
    query,
    ...(period !== undefined && { period }),
    ...(calendar && { calendar }),
    ...(compare && { compare }),
  });
  const { rows, period: span } = await run(report);
  const keys = rows.map(({ key }) => key[CLIENT_PROPERTY] ?? null);
  const clients = keys.filter((key) => key !== null).length;
  const withoutClient = keys.includes(null);
  if (keys.length > 1 && !severalClients)
    fail({ code: 'usage', detail: texts.refusals.severalClients(clients, withoutClient) });
  if (keys.length > 1) return { holds: { clients, withoutClient } };
  const [only = null] = keys;
  if (only === null || title !== undefined) return {};
  return {
    title: nameTitle(keyText(CLIENT_PROPERTY, only, workspace.journal.names(), workspace.settings()), what, span),
  };
}

/** @param whose the client or person */
export function nameTitle(whose: string, what: string, period: ReportResult['period']): string {
  return texts.titleOf(whose, what, period ? labelPeriod(period).title : texts.allTime);
}
