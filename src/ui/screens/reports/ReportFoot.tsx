/** Below a report's table: what must be said beside its figures, and what they rest on. */
import type { Report, ReportResult } from '../../../domain/reports/report.ts';
import type { Settings } from '../../../domain/settings.ts';
import { reportsTexts } from '../../../texts/en/reports-screen.ts';
import { useNow } from '../../clock.ts';
import { usePrinting } from '../../format/use-printing.ts';
import { basisParts } from './basis.ts';
import { noteTexts } from './notes.ts';
import classes from './ReportsScreen.module.css';

export interface ReportFootProps {
  readonly report: Report;
  readonly result: ReportResult;
  readonly settings: Settings | undefined;
}

export function ReportFoot({ report, result, settings }: ReportFootProps) {
  const now = useNow();
  const printing = usePrinting();
  const notes = noteTexts(report, result, printing);
  return (
    <footer className={classes.foot}>
      {notes.length > 0 && (
        // Many notes scroll here; the keyboard must reach them.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className={classes.notes} aria-label={reportsTexts.notes.label} data-testid="report-notes" tabIndex={0}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <p data-testid="report-basis">{basisParts({ report, result, settings }, now).join(' · ')}</p>
    </footer>
  );
}
