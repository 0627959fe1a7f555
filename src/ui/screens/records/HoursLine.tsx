/** The hours of all selected records as reports count them, where the totals above do not say them: without that column, or where its sum differs. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { ID_PROPERTY, requireProperty } from '#domain/properties.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import { recordsTotalsTexts as texts } from '#texts/screens/records/columns.ts';
import { FigureButton } from '#ui/explain/FigureTable.tsx';
import { count, exactFigure } from '#ui/format/figures.ts';
import { measuredWithUnit } from '#ui/format/measured.ts';
import { usePrinting } from '#ui/format/use-printing.ts';
import { addressOfCheck, type ViewState } from '#ui/routing/view-state.ts';
import { checkFindings } from '#ui/data/queries.ts';
import { LOGGED_HOURS, TOTAL_HOURS } from './columns.ts';
import type { AskedRecords } from './use-records.ts';
import { formatUnits, roundUnits, toUnits } from '#domain/decimal.ts';
import classes from './RecordsScreen.module.css';

/** Finds the records whose hours differ from their minutes. */
const CHECK = 'hours-differ';

export interface HoursLineProps {
  readonly totals: ReportResult['totals'];
  /** “Total hours” is a column. */
  readonly isAbove: boolean;
  readonly selection: AskedRecords;
  readonly view: ViewState;
  readonly onExplain: (measure: string) => void;
}

export function HoursLine({ totals, isAbove, selection, view, onExplain }: HoursLineProps) {
  const printing = usePrinting();
  const logged = totals[LOGGED_HOURS] ?? null;
  if (logged === null) return null;
  const apart = hoursApart(totals);
  if (isAbove && apart === undefined) return null;
  return (
    <p className={classes.hours} data-testid="records-hours">
      <span>
        {texts.logged}{' '}
        <FigureButton label={texts.explain(texts.logged)} onExplain={() => onExplain(LOGGED_HOURS)}>
          <strong className="figure" data-value={logged}>
            {measuredWithUnit(LOGGED_HOURS, logged, printing)}
          </strong>
        </FigureButton>
      </span>
      {apart !== undefined && <Apart apart={apart} selection={selection} view={view} />}
    </p>
  );
}

interface ApartProps extends Pick<HoursLineProps, 'selection' | 'view'> {
  readonly apart: string;
}

function Apart({ apart, selection, view }: ApartProps) {
  const printing = usePrinting();
  const { data } = useQuery(checkFindings({ ...selection, check: CHECK, columns: [ID_PROPERTY], limit: 1 }));
  const isMore = !apart.startsWith('-');
  const magnitude = apart.replace('-', '');
  const found = data?.total ?? 0;
  return (
    <Text span inherit c="var(--warn)" title={exactFigure(apart)}>
      {texts.differs(requireProperty(TOTAL_HOURS).label, measuredWithUnit(LOGGED_HOURS, magnitude, printing), isMore)}{' '}
      {found > 0 && (
        <Link href={addressOfCheck(CHECK, view)} className={classes.apartLink}>
          {texts.show(count(found))}
        </Link>
      )}
    </Text>
  );
}

/** How much the property's sum exceeds the logged hours; undefined where the difference is invisible, or one of them is not loaded. */
export function hoursApart(totals: ReportResult['totals']): string | undefined {
  const [logged, property] = [totals[LOGGED_HOURS], totals[TOTAL_HOURS]];
  if (typeof logged !== 'string' || typeof property !== 'string') return undefined;
  const apart = toUnits(property) - toUnits(logged);
  return roundUnits(apart, 2) === 0n ? undefined : formatUnits(apart);
}
