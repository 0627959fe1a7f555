/** What the parts of a card are given, and the report a card leads to. */
import type { Labels } from '../../../domain/charts/labels.ts';
import type { CellPlace, Pin } from '../../../domain/reports/definition/pins.ts';
import type { ReportResult } from '../../../domain/reports/definition/report.ts';
import type { PrintedMeasure } from '../../../domain/reports/print/model.ts';
import { blankDefinition, changesFrom } from '../../routing/report-view.ts';
import { addressOfView } from '../reports/definition/use-definition.ts';

export interface AnsweredPin {
  readonly pin: Pin;
  readonly result: ReportResult;
  readonly printed: readonly PrintedMeasure[];
  readonly labels: Labels;
}

/** @param isSaved the saved report that it follows is there */
export function addressOf({ name, report, view, saved, cell }: Pin, isSaved: boolean, at?: CellPlace): string {
  const place = { closed: [], cell: at ?? cell };
  if (isSaved && saved !== undefined)
    return addressOfView({ base: { kind: 'saved', id: saved }, changes: {}, ...place });
  return addressOfView({
    base: { kind: 'blank', name },
    changes: changesFrom(blankDefinition, { report, view }),
    ...place,
  });
}
