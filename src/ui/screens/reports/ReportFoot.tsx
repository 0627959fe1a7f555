/** Below a report's table: the notes beside its figures, and what they rest on. */
import { footNotes } from '../../../domain/reports/notes/foot-notes.ts';
import type { PrintedMeasure } from '../../../domain/reports/print/model.ts';
import type { Report, ReportResult } from '../../../domain/reports/definition/report.ts';
import type { Settings } from '../../../domain/settings.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { usePrinting } from '../../format/use-printing.ts';
import { basisParts } from './words/basis.ts';
import classes from './ReportsScreen.module.css';

export interface ReportFootProps {
  readonly report: Report;
  readonly result: ReportResult;
  /** Every measure of the report, as printed. */
  readonly printed: readonly PrintedMeasure[];
  readonly settings: Settings | undefined;
}

export function ReportFoot({ report, result, printed, settings }: ReportFootProps) {
  const printing = usePrinting();
  const notes = footNotes(report, result, printed, printing, 'total');
  return (
    <footer className={classes.foot}>
      {notes.length > 0 && (
        // Many notes make it scroll; the keyboard must reach them.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className={classes.notes} aria-label={reportsTexts.notes.label} data-testid="report-notes" tabIndex={0}>
          {notes.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <p data-testid="report-basis">{basisParts({ report, result, settings }).join(' · ')}</p>
    </footer>
  );
}
