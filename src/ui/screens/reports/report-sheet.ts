/** An answered report: its definition, its printed figures and the labels of its groups. Chart and table draw the same one. */
import type { PrintedMeasure } from '#domain/reports/print/model.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import type { Definition } from '#ui/routing/report-view.ts';
import type { Labels } from '#domain/charts/labels.ts';

export interface ReportSheet {
  readonly name: string;
  readonly definition: Definition;
  readonly result: ReportResult;
  readonly printed: readonly PrintedMeasure[];
  readonly labels: Labels;
  /** The same for each further comparison; undefined for one that was rejected. */
  readonly further: readonly (FurtherSheet | undefined)[];
}

/** The answer as if it were compared with the further period alone. */
export interface FurtherSheet {
  readonly result: ReportResult;
  readonly printed: readonly PrintedMeasure[];
}
