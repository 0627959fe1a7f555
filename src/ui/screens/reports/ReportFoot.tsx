/** Below a report's table: its notes, folded into their number if there are more than one, and what the figures rest on. */
import { Group, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useMemo, useState } from 'react';
import type { Labels } from '#domain/charts/labels.ts';
import { listFootNotes } from '#domain/reports/notes/foot-notes.ts';
import type { Measure } from '#domain/reports/definition/measures.ts';
import type { PrintedMeasure } from '#domain/reports/print/model.ts';
import type { Report, ReportColumn, ReportResult } from '#domain/reports/definition/report.ts';
import type { Settings } from '#domain/settings.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import { chooseChangeFigure } from './table/grid-columns.ts';
import { useComparedColumns } from './table/use-compared-columns.ts';
import { listBasisParts } from './basis.ts';
import classes from './ReportsScreen.module.css';

export interface ReportFootProps {
  readonly report: Report;
  readonly result: ReportResult;
  readonly printed: readonly PrintedMeasure[];
  readonly labels: Labels;
  readonly settings: Settings | undefined;
}

export function ReportFoot({ report, result, printed, labels, settings }: ReportFootProps) {
  const printing = usePrintSettings();
  const notesId = useId();
  const [isOpen, setOpen] = useState(false);
  const [compared] = useComparedColumns();
  const all = useMemo(() => {
    const by = report.columns ?? '';
    const nameColumn = (column: ReportColumn) => labels.cut(by, column) || labels.short(by, column.key);
    const hasColumn = (measure: Measure, figure: string) =>
      compared === 'all' || figure === chooseChangeFigure(measure, report);
    const rounded = { sheets: printed, nameColumn, hasColumn };
    return listFootNotes(report, result, printed, printing, { lines: 'total', rounded });
  }, [report, result, printed, printing, labels, compared]);
  const listNotes = (isFormula: boolean) =>
    all.filter(({ code }) => (code === 'formula') === isFormula).map(({ text }) => text);
  const notes = listNotes(false);
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
      <Group gap="0 12px" align="stretch">
        {notes.length > 1 && (
          <UnstyledButton
            className={`${classes.notesButton} screen-only`}
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
        <Text inherit flex="1 1 240px" data-testid="report-basis">
          {[...listNotes(true), ...listBasisParts({ report, result, settings })].join(' · ')}
        </Text>
      </Group>
    </footer>
  );
}
