/** Below a report's table: the notes beside its figures, several of them folded into their number, and what the figures rest on. */
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { footNotes } from '../../../domain/reports/notes/foot-notes.ts';
import type { PrintedMeasure } from '../../../domain/reports/print/model.ts';
import type { Report, ReportResult } from '../../../domain/reports/definition/report.ts';
import type { Settings } from '../../../domain/settings.ts';
import { reportsTexts } from '#texts/screens/reports/reports-screen.ts';
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
  const notesId = useId();
  const [isOpen, setOpen] = useState(false);
  const all = footNotes(report, result, printed, printing, 'total');
  const textsOf = (isFormula: boolean) =>
    all.filter(({ code }) => (code === 'formula') === isFormula).map(({ text }) => text);
  const notes = textsOf(false);
  const isFolded = notes.length > 1 && !isOpen;
  const Arrow = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <footer className={classes.foot}>
      {notes.length > 0 && (
        <ul
          id={notesId}
          className={classes.notes}
          aria-label={reportsTexts.notes.label}
          data-testid="report-notes"
          data-folded={isFolded || undefined}
        >
          {notes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <div className={classes.footLine}>
        {notes.length > 1 && (
          <UnstyledButton
            className={classes.notesButton}
            aria-expanded={isOpen}
            aria-controls={notesId}
            title={isOpen ? undefined : notes.join('\n')}
            onClick={() => setOpen(!isOpen)}
            data-testid="report-notes-toggle"
          >
            <Arrow size={13} stroke={1.8} aria-hidden />
            {reportsTexts.notes.folded(notes.length)}
          </UnstyledButton>
        )}
        <p data-testid="report-basis">{[...textsOf(true), ...basisParts({ report, result, settings })].join(' · ')}</p>
      </div>
    </footer>
  );
}
