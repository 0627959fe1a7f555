/** A tile's figure as the drawer explains it. Pure. */
import type { Directory } from '../../../domain/directory.ts';
import { findMeasure } from '../../../domain/reports/measures.ts';
import type { Report, ReportResult } from '../../../domain/reports/report.ts';
import type { Settings } from '../../../domain/settings.ts';
import type { Explained } from '../../explain/ExplainDrawer.tsx';
import { explainedTotal } from '../../explain/explained-cell.ts';
import type { TileMeasure } from './tiles.ts';

interface Answer {
  readonly asked: Report;
  readonly result: ReportResult;
}

export function explainedTile(
  tile: TileMeasure,
  answer: Answer | undefined,
  context: { readonly settings: Settings; readonly directory: Directory },
): Explained | undefined {
  const measure = findMeasure(tile);
  return measure && answer && explainedTotal(measure, { report: answer.asked, result: answer.result, ...context });
}
