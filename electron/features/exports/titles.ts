/** Finds whose records a file holds, to name a client's file after the client and to notify the person who exports of multiple clients. */
import { fail } from '#contract/errors.ts';
import type { Manifest } from '#contract/exports.ts';
import { exportDocumentTexts as texts } from '#texts/export-document.ts';
import type { ExportOptions } from '#domain/exports/options.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { CLIENT_PROPERTY, findReadable } from '#domain/local-properties.ts';
import { formatKey } from '#domain/reports/keys/key-text.ts';
import { reportSchema, type Report, type ReportResult } from '#domain/reports/definition/report.ts';
import { labelPeriod } from '#domain/time/period.ts';
import type { Workspace } from '#electron/workspace/workspace.ts';
import { findOwner, type Directory } from '#domain/people/directory.ts';
import { propertyNames } from '#domain/properties.ts';

export interface RecordsQuery {
  readonly filterGroups: FilterGroups;
  readonly query: string;
  readonly period?: string | undefined;
}

export interface ReceiverQuery extends RecordsQuery {
  readonly calendar?: Report['calendar'];
  /** A comparison may add lines of clients that the period itself no longer has. */
  readonly compare?: Report['compare'];
  readonly what: string;
}

/**
 * @param what `Time logs`, or the report's name if its receiver may know it
 * @returns the title, `Acme — Time logs, October 2026`, only if the file is for a single client
 * @throws AppFailure `usage` for a file that would show a client the records of others, unless that is allowed
 */
export async function findReceivers(
  workspace: Workspace,
  { audience, title, severalClients }: Pick<ExportOptions, 'audience' | 'title' | 'severalClients'>,
  { filterGroups, query, period, calendar, compare, what }: ReceiverQuery,
  run: (report: Report) => Promise<ReportResult>,
): Promise<{ readonly title?: string; readonly holds?: NonNullable<Manifest['holds']> }> {
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
  const [onlyKey = null] = keys;
  if (onlyKey === null || title !== undefined) return {};
  return {
    title: nameTitle(formatKey(CLIENT_PROPERTY, onlyKey, workspace.journal.names(), workspace.settings()), what, span),
  };
}

/** @param owner the client or person */
export function nameTitle(owner: string, what: string, period: ReportResult['period']): string {
  return texts.titleOf(owner, what, period ? labelPeriod(period).title : texts.allTime);
}

/** The one client or person whom the filter of a file selects. */
interface Subject {
  readonly client?: string;
  readonly person?: string;
}

export function findSubject({ filterGroups }: { readonly filterGroups: FilterGroups }, directory: Directory): Subject {
  const client = findSpelling(findOnly(filterGroups, CLIENT_PROPERTY), directory);
  const owner = findOnly(filterGroups, propertyNames.owner);
  const person = owner === undefined ? undefined : (findOwner(directory, owner)?.name ?? owner);
  return { ...(client !== undefined && { client }), ...(person !== undefined && { person }) };
}

/** Returns the directory's spelling of the client's name, because filters ignore case. */
function findSpelling(client: string | undefined, { objects }: Directory): string | undefined {
  if (client === undefined) return undefined;
  const folded = client.toLowerCase();
  return Object.values(objects).find((object) => object.client?.toLowerCase() === folded)?.client ?? client;
}

/** Finds the value that every group of the filter demands. */
function findOnly(filterGroups: FilterGroups, property: string): string | undefined {
  const requiredValues = filterGroups.map(({ filters }) => {
    for (const { propertyName, operator, value, values } of filters) {
      if (findReadable(propertyName)?.name !== property) continue;
      if (operator === 'EQ') return value;
      if (operator === 'IN' && values?.length === 1) return values[0];
    }
    return undefined;
  });
  const [first] = requiredValues;
  return requiredValues.every((value) => value === first) ? first : undefined;
}

const formatSubject = ({ client, person }: Subject) => [client, person].filter((name) => name !== undefined).join(', ');

export function titleRecords(subject: Subject): string {
  const name = formatSubject(subject);
  return name === '' ? texts.records : texts.recordsOf(name);
}

/** @param reportName the report's name, which is hidden from clients */
export function titleReport(subject: Subject, reportName: string | undefined, { audience }: ExportOptions): string {
  const name = formatSubject(subject);
  if (audience === 'internal') {
    const title = reportName ?? texts.report;
    return name === '' ? title : texts.reportOf(title, name);
  }
  return name === '' ? texts.report : texts.statementOf(name);
}
