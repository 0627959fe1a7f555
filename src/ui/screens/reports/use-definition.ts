/** The report on screen: its origin, the address's changes to it, and how it is changed further. */
import { useCallback, useMemo } from 'react';
import type { SavedReport } from '#contract/reports.ts';
import { filterFittingBreakdowns, toFullBreakdown } from '#domain/reports/definition/breakdowns.ts';
import type { Report, ReportFile } from '#domain/reports/definition/report.ts';
import { navigate, splitHash, useHashSearch } from '#ui/routing/hash-location.ts';
import { paths } from '#ui/routing/paths.ts';
import {
  applyChanges,
  findChanges,
  formatReportView,
  parseReportView,
  type Definition,
  type ReportBase,
  type ReportView,
  blankDefinition,
} from '#ui/routing/report-view.ts';
import { findPreset } from '#domain/reports/definition/presets.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { findDimension } from '#domain/reports/definition/dimensions.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';

export interface DefinitionChange {
  /** Removes optional parts that are undefined. */
  readonly report?: { readonly [Part in keyof Report]?: Report[Part] | undefined };
  readonly view?: Partial<Definition['view']>;
}

export interface OpenReport {
  readonly view: ReportView;
  readonly origin: Origin;
  readonly now: Definition;
  readonly isChanged: boolean;
  /** `replace`: adds no step for the back button. */
  readonly change: (change: DefinitionChange, options?: { readonly replace?: boolean }) => void;
}

/** `replace`: adds no step for the back button. */
export function goToView(change: Partial<ReportView>, { replace = false } = {}): void {
  const { search } = splitHash(location.hash);
  navigate(addressOfView({ ...parseReportView(search), ...change }), { replace });
}

export function addressOfView(view: ReportView): string {
  const search = formatReportView(view);
  return search === '' ? paths.reports : `${paths.reports}?${search}`;
}

export function addressOfReport(base: ReportBase): string {
  return addressOfView({ base, changes: {}, closed: [], cell: undefined });
}

export function useDefinition(saved: readonly SavedReport[] | undefined): OpenReport | 'pending' | 'gone' {
  const search = useHashSearch();
  const view = useMemo(() => parseReportView(search), [search]);
  const origin = useMemo(() => findOrigin(view.base, saved), [view.base, saved]);
  const now = useMemo(
    () => (typeof origin === 'string' ? undefined : completeNames(applyChanges(origin.file, view.changes))),
    [origin, view.changes],
  );
  const change = useCallback(
    (changed: DefinitionChange, options?: { readonly replace?: boolean }) => {
      if (typeof origin === 'string' || !now) return;
      goToView({ changes: findChanges(origin.file, changeDefinition(now, changed)), cell: undefined }, options);
    },
    [origin, now],
  );
  if (typeof origin === 'string' || !now) return typeof origin === 'string' ? origin : 'pending';
  return { view, origin, now, change, isChanged: Object.keys(findChanges(origin.file, now)).length > 0 };
}

/** Keeps the break-downs of lines that the report may still have. */
function keepFittingBreakdowns({
  groupBy = [],
  columns,
  breakdowns,
}: DefinitionChange['report'] & object): Report['breakdowns'] {
  const fitting = filterFittingBreakdowns({ groupBy, columns, breakdowns });
  return fitting.length === 0 ? undefined : fitting;
}

/** Removes parts that no longer make sense: an order by a hidden measure, a comparison of all time, a top without groups. */
export function changeDefinition(now: Definition, { report, view }: DefinitionChange): Definition {
  const merged = { ...now.report, ...report };
  const names = [...(merged.measures ?? []), ...(merged.groupBy ?? [])];
  const isCompared = merged.compare !== undefined && merged.period !== undefined;
  const reduced = {
    ...merged,
    ...(merged.order && !names.includes(merged.order.by) && { order: undefined }),
    // A column's key means nothing among other columns.
    ...(merged.order?.column !== undefined && merged.columns !== now.report.columns && { order: undefined }),
    ...(merged.order?.of !== undefined && !isCompared && { order: undefined }),
    ...(!isCompared && { compare: undefined, further: undefined, only: undefined }),
    ...(merged.groupBy?.length === 0 && { top: undefined, only: undefined }),
    breakdowns: keepFittingBreakdowns(merged),
  };
  return {
    // Undefined parts are removed; every other part comes from the report.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    report: Object.fromEntries(Object.entries(reduced).filter(([, value]) => value !== undefined)) as Report,
    view: { ...now.view, ...view },
  };
}

// The available reports: presets from the domain, saved ones from the journal.

interface Origin {
  readonly base: ReportBase;
  readonly file: ReportFile;
  readonly question: string;
  /** Undefined for a preset. */
  readonly saved: SavedReport | undefined;
}

/** @param saved undefined while loading. @returns `gone` for a report that no longer exists. */
function findOrigin(base: ReportBase, saved: readonly SavedReport[] | undefined): Origin | 'pending' | 'gone' {
  if (base.kind === 'preset') {
    const preset = findPreset(base.name);
    return preset ? { base, file: completeNames(preset.file), question: preset.question, saved: undefined } : 'gone';
  }
  if (base.kind === 'blank') {
    const { name: unnamed, question } = reportsTexts.blank;
    const { name = unnamed } = base;
    return {
      base,
      file: { format: 'timelog-report', version: 1, name, ...blankDefinition },
      question,
      saved: undefined,
    };
  }
  if (!saved) return 'pending';
  const report = saved.find(({ id }) => id === base.id);
  return report
    ? { base, file: completeNames(report.file), question: report.file.description ?? '', saved: report }
    : 'gone';
}

// People and files may omit the prefix of a property, so names are completed as answers have them.

/** Unknown names stay, so that the answer can report them. */
export function completeNames<T extends Definition>(definition: T): T {
  const { report } = definition;
  const group = (name: string) => findDimension(name)?.name ?? name;
  const measure = (name: string) => findMeasure(name)?.id ?? name;
  const complete: Report = {
    ...report,
    measures: report.measures.map(measure),
    groupBy: report.groupBy.map(group),
    ...(report.columns !== undefined && { columns: group(report.columns) }),
    ...(report.breakdowns && { breakdowns: report.breakdowns.map(toFullBreakdown) }),
    ...(report.order && { order: { ...report.order, by: findMeasure(report.order.by)?.id ?? group(report.order.by) } }),
  };
  return { ...definition, report: complete };
}
