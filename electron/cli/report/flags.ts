/** The flags of `report`: what they say, and how they take the place of what a preset or file says. */
import { keepFitting } from '../../../src/domain/reports/definition/breakdowns.ts';
import { findNewProblem } from '../../../src/domain/reports/definition/check.ts';
import { findDimension } from '../../../src/domain/reports/definition/dimensions.ts';
import { findMeasure } from '../../../src/domain/reports/definition/measures.ts';
import { parseOrder } from '../../../src/domain/reports/definition/order-text.ts';
import {
  comparisons,
  listedGroups,
  reportCalendars,
  type Report,
  type ReportInput,
} from '../../../src/domain/reports/definition/report.ts';
import { usage } from '#texts/terminal/cli.ts';
import { reportCommandTexts as texts } from '#texts/terminal/report-command.ts';
import type { Arguments } from '../arguments/arguments.ts';
import { list, readChoice, refuse, text, wholeNumber } from '../arguments/option-values.ts';
import { readSelection } from '../arguments/selection.ts';

export const reportOptions = {
  period: 'text',
  filter: 'text',
  query: 'text',
  'group-by': 'text',
  'columns-by': 'text',
  measures: 'text',
  calendar: 'text',
  compare: 'text',
  order: 'text',
  top: 'text',
  only: 'text',
  'break-down': 'text',
} as const;

/** `null` takes away what a preset or file says. */
export interface ReportFlags extends Pick<ReportInput, 'measures' | 'groupBy' | 'filterGroups' | 'query' | 'period'> {
  readonly calendar?: Report['calendar'];
  readonly columns?: string | null;
  readonly compare?: Report['compare'] | null;
  readonly further?: Report['further'] | null;
  readonly order?: Report['order'];
  readonly top?: Report['top'] | null;
  readonly only?: Report['only'] | null;
}

const MAXIMUM_GROUPS = 3;
const MAXIMUM_TOP = 1000;
const NONE = 'none';
const ALL = 'all';

/** @throws AppFailure `usage`, `filter-invalid` */
export function readReportFlags(args: Arguments): Partial<ReportFlags> {
  const measures = list(args, 'measures');
  const problem = measures && findNewProblem({ measures });
  if (problem !== undefined) refuse(problem);
  const groupBy = list(args, 'group-by');
  if (groupBy && groupBy.length > MAXIMUM_GROUPS) refuse(usage.tooManyGroups(MAXIMUM_GROUPS));
  const columns = text(args, 'columns-by');
  const compared = readComparisons(args);
  const calendar = readChoice(args, 'calendar', reportCalendars);
  const order = readOrder(args);
  const top = readTop(args);
  const only = readChoice(args, 'only', [...listedGroups, ALL] as const);
  return {
    ...readSelection(args),
    ...(measures && { measures }),
    ...(groupBy && { groupBy }),
    ...(calendar && { calendar }),
    ...(columns !== undefined && { columns: columns === NONE ? null : columns }),
    ...compared,
    ...(order && { order }),
    ...(top !== undefined && { top }),
    ...(only && { only: only === ALL ? null : only }),
  };
}

/** `previous`, `previous,last-year`: the first is what orders go by; `none` takes all away. */
function readComparisons(args: Arguments): Pick<ReportFlags, 'compare' | 'further'> {
  const given = list(args, 'compare');
  if (!given) return {};
  if (given.length === 1 && given[0] === NONE) return { compare: null, further: null };
  const kinds = given.map(
    (each) => comparisons.find((kind) => kind === each) ?? refuse(usage.oneOf('--compare', [...comparisons, NONE])),
  );
  const [compare, ...further] = kinds;
  return { ...(compare && { compare }), further: further.length > 0 ? further : null };
}

/** `billable_value:desc`, `month:asc`, `total_hours:avg`: measures have colons too. `logged_hours@2026-10-05`: that column's. */
function readOrder(args: Arguments): Report['order'] {
  const given = text(args, 'order');
  if (given === undefined) return undefined;
  const order = given.endsWith(':') ? undefined : parseOrder(given, { needsDirection: false });
  return order ?? refuse(texts.order);
}

function readTop(args: Arguments): Report['top'] | null {
  if (text(args, 'top') === ALL) return null;
  const count = wholeNumber(args, 'top', 1, MAXIMUM_TOP);
  return count === undefined ? undefined : { count };
}

/** An order by a removed measure, and a top of no groups, are removed too. */
export function overridden(base: Partial<Report>, flags: Partial<ReportFlags>): Partial<ReportInput> {
  const { columns, compare, further, top, only, ...plain } = flags;
  const merged: Partial<ReportInput> = { ...base, ...plain };
  take(merged, 'columns', columns);
  take(merged, 'compare', compare);
  take(merged, 'further', further);
  take(merged, 'top', top);
  take(merged, 'only', only);
  const isOrderGone =
    merged.order !== undefined &&
    (!isInReport(merged.order.by, merged) || (merged.order.column !== undefined && merged.columns !== base.columns));
  const isChangeGone = merged.compare === undefined;
  if (!flags.order && (isOrderGone || (merged.order?.of !== undefined && isChangeGone))) delete merged.order;
  if (flags.only === undefined && (isChangeGone || merged.groupBy?.length === 0)) delete merged.only;
  if (flags.top === undefined && merged.groupBy?.length === 0) delete merged.top;
  const { groupBy = [], columns: by, breakdowns } = merged;
  if (breakdowns) merged.breakdowns = keepFitting({ groupBy, columns: by, breakdowns });
  return merged;
}

function take<Name extends 'columns' | 'compare' | 'further' | 'top' | 'only'>(
  report: Partial<ReportInput>,
  name: Name,
  value: ReportInput[Name] | null | undefined,
): void {
  if (value === null) delete report[name];
  else if (value !== undefined) report[name] = value;
}

function isInReport(by: string, { measures = [], groupBy = [] }: Partial<ReportInput>): boolean {
  const measure = findMeasure(by)?.id;
  const group = findDimension(by)?.name;
  return (
    measures.some((each) => measure !== undefined && findMeasure(each)?.id === measure) ||
    groupBy.some((each) => group !== undefined && findDimension(each)?.name === group)
  );
}
