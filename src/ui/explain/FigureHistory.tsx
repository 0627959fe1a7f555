/** Shows a figure as known after each of the last refreshes, with links to the changes between them. It loads only when opened. */
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Output } from '#contract/api.ts';
import type { FilterGroups } from '#domain/filter/model.ts';
import { memoryTexts } from '#texts/hosts/memory.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { ErrorState, Pending } from '../components/states.tsx';
import { figureHistory, useWorkspace } from '../data/queries.ts';
import { UNKNOWN, timeText } from '../format/figures-and-times.ts';
import { figureUnit, formatMeasure, measureUnit } from '../format/measured.ts';
import { usePrintSettings } from '../format/use-printing.ts';
import { Table } from '../grid/Table.tsx';
import { ALL_TIME } from '../period/view-period.ts';
import { toChangesAddress } from '#ui/routing/changes-view.ts';
import tables from '../components/tables.module.css';

const texts = reportsTexts.explain.history;

type FigureStep = Output<'memory.figure'>['steps'][number];

interface Step extends FigureStep {
  readonly before: FigureStep | undefined;
}

interface FigureHistoryProps {
  readonly measure: string;
  /** The records behind the figure. */
  readonly selection: {
    readonly filterGroups: FilterGroups;
    readonly query: string;
    /** Undefined for all of time. */
    readonly period: string | undefined;
  };
}

export function FigureHistory(props: FigureHistoryProps) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <Steps {...props} />;
  return (
    <Button mt="md" leftSection={<IconHistory size={14} stroke={1.6} aria-hidden />} onClick={() => setOpen(true)}>
      {texts.open}
    </Button>
  );
}

function Steps({ measure, selection: { filterGroups, query, period } }: FigureHistoryProps) {
  const { zone } = useWorkspace();
  const printing = usePrintSettings();
  const input = { measure, filterGroups, query, ...(period !== undefined && { period }) };
  const { data, error, refetch } = useQuery(figureHistory(input));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Pending width="60%" />;
  const steps: readonly Step[] = data.steps
    .map((step, index) => ({ ...step, before: data.steps[index - 1] }))
    .toReversed();
  const address = (since: number, until: number) =>
    toChangesAddress({
      since: `#${since}`,
      until: `#${until}`,
      filterGroups,
      query,
      period: period ?? ALL_TIME,
    });
  const print = ({ value, currency }: Step) => {
    const unit = figureUnit(measureUnit(measure), printing, currency);
    return value === null ? UNKNOWN : `${formatMeasure(measure, value, printing)} ${unit}`.trim();
  };
  return (
    <section aria-label={texts.title}>
      <h4 className="quiet">{data.steps.length < 2 ? texts.same : texts.title}</h4>
      <Table
        columns={[
          { id: texts.since, isRowHeader: true, renderCell: ({ seenAt }: Step) => timeText(seenAt, zone) },
          { id: texts.value, isNumber: true, renderCell: print },
          {
            id: texts.what,
            isHeaderHidden: true,
            renderCell: ({ before, merge }: Step) =>
              before && (
                <Link href={address(before.merge, merge)} className={tables.link}>
                  {texts.what}
                </Link>
              ),
          },
        ]}
        rows={steps}
        row={{ toKey: ({ merge }: Step) => merge }}
        data-testid="figure-history"
      />
      {data.currencies && <p className="quiet">{memoryTexts.figureSeveral(data.currencies)}</p>}
      {data.isCut && <p className="quiet">{texts.cut}</p>}
    </section>
  );
}
