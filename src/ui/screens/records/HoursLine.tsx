/** Shows the selected records' hours as reports count them, if the totals have no column for them or a different sum in it. */
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { ID_PROPERTY, requireProperty } from '#domain/properties.ts';
import type { ReportResult } from '#domain/reports/definition/report.ts';
import { recordsTotalsTexts as texts } from '#texts/screens/record-columns.ts';
import { FigureButton } from '#ui/explain/FigureTable.tsx';
import { count, exactFigure } from '#ui/format/figures-and-times.ts';
import { formatWithUnit } from '#ui/format/measured.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import { toCheckAddress, type ViewState } from '#ui/routing/view-state.ts';
import { checkFindings } from '#ui/data/queries.ts';
import { LOGGED_HOURS, TOTAL_HOURS } from './columns.ts';
import type { RecordsQuery } from './use-records.ts';
import { formatUnits, roundUnits, toUnits } from '#domain/decimal.ts';
import classes from './RecordsScreen.module.css';

/** Finds the records whose hours differ from their minutes. */
const CHECK = 'hours-differ';

export interface HoursLineProps {
  readonly totals: ReportResult['totals'];
  readonly hasHoursColumn: boolean;
  readonly selection: RecordsQuery;
  readonly view: ViewState;
  readonly onExplain: (measure: string) => void;
}

export function HoursLine({ totals, hasHoursColumn, selection, view, onExplain }: HoursLineProps) {
  const printing = usePrintSettings();
  const logged = totals[LOGGED_HOURS] ?? null;
  if (logged === null) return null;
  const difference = computeHoursDifference(totals);
  if (hasHoursColumn && difference === undefined) return null;
  return (
    <Group
      component="p"
      className={classes.hours}
      gap="2px 16px"
      align="baseline"
      py={6}
      px="lg"
      fz="xs"
      data-testid="records-hours"
    >
      <span>
        {texts.logged}{' '}
        <FigureButton label={texts.explain(texts.logged)} onExplain={() => onExplain(LOGGED_HOURS)}>
          <strong className="figure" data-value={logged}>
            {formatWithUnit(LOGGED_HOURS, logged, printing)}
          </strong>
        </FigureButton>
      </span>
      {difference !== undefined && <HoursDifference difference={difference} selection={selection} view={view} />}
    </Group>
  );
}

interface HoursDifferenceProps extends Pick<HoursLineProps, 'selection' | 'view'> {
  readonly difference: string;
}

function HoursDifference({ difference, selection, view }: HoursDifferenceProps) {
  const printing = usePrintSettings();
  const { data } = useQuery(checkFindings({ ...selection, check: CHECK, columns: [ID_PROPERTY], limit: 1 }));
  const isMore = !difference.startsWith('-');
  const magnitude = difference.replace('-', '');
  const differing = data?.total ?? 0;
  return (
    <Text span inherit c="var(--warn)" title={exactFigure(difference)}>
      {texts.differs(requireProperty(TOTAL_HOURS).label, formatWithUnit(LOGGED_HOURS, magnitude, printing), isMore)}{' '}
      {differing > 0 && (
        <Link href={toCheckAddress(CHECK, view)} className={classes.apartLink}>
          {texts.show(count(differing))}
        </Link>
      )}
    </Text>
  );
}

/** @returns by how much the property's sum exceeds the logged hours; undefined if it rounds to zero or a sum is not loaded */
export function computeHoursDifference(totals: ReportResult['totals']): string | undefined {
  const [logged, property] = [totals[LOGGED_HOURS], totals[TOTAL_HOURS]];
  if (typeof logged !== 'string' || typeof property !== 'string') return undefined;
  const difference = toUnits(property) - toUnits(logged);
  return roundUnits(difference, 2) === 0n ? undefined : formatUnits(difference);
}
