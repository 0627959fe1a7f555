/** Reads an export's definition from a file, and refuses what it cannot mean before a workspace is opened. */
import { fail } from '../../../src/contract/errors.ts';
import { exportDefinitionSchema, type ExportDefinition } from '../../../src/domain/exports/definition.ts';
import { checkFilterGroups } from '../../../src/domain/filter/check.ts';
import { findReadable } from '../../../src/domain/local-properties.ts';
import { checkReport } from '../../../src/domain/reports/definition/check.ts';
import { describeIssue } from '../../../src/domain/schema-problem.ts';
import { usage } from '#texts/terminal/cli.ts';
import { readHandedIn } from '../../questions/exports/proof/handed-in.ts';
import { refuse } from './option-values.ts';
import { checkedPeriod } from './period-option.ts';
import { propertyNamed } from './selection.ts';
import { listSorts } from '../../../src/domain/records/sort-order.ts';

/** @throws AppFailure `usage`, `filter-invalid` */
export async function readDefinition(path: string): Promise<ExportDefinition> {
  const { json } = (await readHandedIn(path)) ?? refuse(usage.definitionUnread(path));
  if (json === undefined) refuse(usage.definitionFile(path, usage.notJson));
  const read = exportDefinitionSchema.safeParse(json, { error: describeIssue });
  if (!read.success) {
    const [issue] = read.error.issues;
    return refuse(usage.definitionFile(path, `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim()));
  }
  const { records, report } = read.data;
  if (records) checkRecords(records);
  if (report) checkAsked(report);
  return read.data;
}

function checkRecords({ filterGroups, period, columns = [], sort }: NonNullable<ExportDefinition['records']>): void {
  const filter = checkFilterGroups(filterGroups);
  if (!filter.ok)
    fail({ code: 'filter-invalid', detail: usage.filterShape(filter.problem.where, filter.problem.what) });
  if (period !== undefined) checkedPeriod(period);
  for (const name of [...columns, ...listSorts(sort).map(({ propertyName }) => propertyName)])
    propertyNamed(name, findReadable);
}

function checkAsked(report: NonNullable<ExportDefinition['report']>): void {
  const answer = checkReport(report);
  if (!answer.ok) {
    const { kind, detail } = answer.problem;
    fail({ code: kind === 'filter' ? 'filter-invalid' : 'usage', detail });
  }
  if (report.period !== undefined) checkedPeriod(report.period);
}
