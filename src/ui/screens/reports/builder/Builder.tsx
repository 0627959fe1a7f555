/** What a report shows, as a row of chips: figures, rows, columns, comparison, calendar, order, top, chart, heat. */
import { Button, NumberInput, UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { WorkspaceState } from '../../../../contract/api.ts';
import { timeUnitOf } from '../../../../domain/reports/key-text.ts';
import { findMeasure } from '../../../../domain/reports/measures.ts';
import { comparisons, reportCalendars, type ChartKind, type Report } from '../../../../domain/reports/report.ts';
import { reportsTexts } from '../../../../texts/en/reports-screen.ts';
import { uiTexts } from '../../../../texts/en/ui.ts';
import { chartsFor } from '../../../charts/ReportChart.tsx';
import type { Definition } from '../../../routing/report-view.ts';
import type { Labels } from '../labels.ts';
import type { DefinitionChange } from '../use-definition.ts';
import { Chip } from './Chip.tsx';
import { groupOffers, measureOffers } from './offers.ts';
import { OrderedPicker } from './OrderedPicker.tsx';
import { PickList } from './PickList.tsx';
import type { PickItem } from './picking.ts';
import classes from './builder.module.css';

const texts = reportsTexts.builder;
const NONE = '';
const MOST_MEASURES = 12;
const MOST_GROUPS = 3;
const MOST_TOP = 1000;
const tops = [5, 10, 20, 50];

export interface BuilderProps {
  readonly definition: Definition;
  readonly workspace: WorkspaceState;
  readonly labels: Labels;
  readonly onChange: (change: DefinitionChange) => void;
}

export function Builder(props: BuilderProps) {
  const { definition, labels, onChange } = props;
  const { report, view } = definition;
  const set = (changed: DefinitionChange['report']) => onChange({ ...(changed && { report: changed }) });
  const measureLabel = (id: string) => findMeasure(id)?.label ?? id;
  const measures = useMemo(() => measureOffers(), []);
  const [first = '', ...more] = report.measures.map(measureLabel);
  const rows = report.groupBy.map((name) => labels.heading(name)).join(texts.then);
  const noColumns: PickItem = { value: NONE, label: texts.none, detail: texts.noneDetail };
  return (
    <fieldset className={classes.builder} aria-label={texts.label}>
      <Chip label={texts.measures} value={more.length === 0 ? first : uiTexts.filters.more(first, more.length)}>
        {() => (
          <OrderedPicker
            label={texts.findMeasure}
            groups={measures}
            chosen={report.measures}
            labelOf={measureLabel}
            least={1}
            most={MOST_MEASURES}
            onChange={(chosen) => set({ measures: chosen })}
          />
        )}
      </Chip>
      <Chip label={texts.rows} value={rows === '' ? undefined : rows}>
        {() => (
          <OrderedPicker
            label={texts.findGroup}
            groups={groupOffers(labels, report.columns === undefined ? [] : [report.columns])}
            chosen={report.groupBy}
            labelOf={(name) => labels.heading(name)}
            least={0}
            most={MOST_GROUPS}
            onChange={(groupBy) => set({ groupBy })}
          />
        )}
      </Chip>
      <Chip label={texts.columns} value={report.columns === undefined ? undefined : labels.heading(report.columns)}>
        {(close) => (
          <PickList
            label={texts.findGroup}
            groups={[{ label: '', items: [noColumns] }, ...groupOffers(labels, report.groupBy)]}
            chosen={[report.columns ?? NONE]}
            onPick={(name) => {
              set({ columns: name === NONE ? undefined : name });
              close();
            }}
          />
        )}
      </Chip>
      <CompareChip {...props} />
      <CalendarChip {...props} />
      <OrderChip {...props} measureLabel={measureLabel} />
      {report.groupBy.length > 0 && <TopChip {...props} />}
      <ChartChip {...props} />
      {report.columns !== undefined && (
        <UnstyledButton
          className={classes.chip}
          aria-pressed={view.heat}
          data-set={view.heat || undefined}
          title={texts.heatDetail}
          onClick={() => onChange({ view: { heat: !view.heat } })}
        >
          {view.heat && <IconCheck size={13} aria-hidden />}
          {texts.heat}
        </UnstyledButton>
      )}
    </fieldset>
  );
}

function CompareChip({ definition: { report }, onChange }: BuilderProps) {
  const items: PickItem[] = [
    { value: NONE, label: texts.none },
    ...comparisons.map((kind) => ({ value: kind, label: texts.comparisons[kind], detail: texts.compareDetail[kind] })),
  ];
  return (
    <Chip label={texts.compare} value={report.compare && texts.comparisons[report.compare]}>
      {(close) => (
        <PickList
          label={texts.compare}
          groups={[{ label: '', items }]}
          chosen={[report.compare ?? NONE]}
          search={false}
          onPick={(value) => {
            onChange({ report: { compare: comparisons.find((each) => each === value) } });
            close();
          }}
        />
      )}
    </Chip>
  );
}

function CalendarChip({ definition: { report }, workspace, onChange }: BuilderProps) {
  const { auto, recorded, clock } = texts.calendarDetail;
  const items: PickItem[] = [
    { value: NONE, label: texts.calendarAuto, detail: auto },
    { value: 'recorded', label: texts.calendars.recorded, detail: recorded },
    { value: 'clock', label: texts.calendars.clock, detail: clock(workspace.zone) },
  ];
  return (
    <Chip label={texts.calendar} value={report.calendar && texts.calendars[report.calendar]}>
      {(close) => (
        <PickList
          label={texts.calendar}
          groups={[{ label: '', items }]}
          chosen={[report.calendar ?? NONE]}
          search={false}
          onPick={(value) => {
            onChange({ report: { calendar: reportCalendars.find((each) => each === value) } });
            close();
          }}
        />
      )}
    </Chip>
  );
}

interface OrderChipProps extends BuilderProps {
  readonly measureLabel: (id: string) => string;
}

function OrderChip({ definition: { report }, labels, measureLabel, onChange }: OrderChipProps) {
  const items: PickItem[] = [
    { value: NONE, label: texts.orderAuto, detail: texts.orderAutoDetail },
    ...report.measures.flatMap((id) => [
      { value: `${id} descending`, label: texts.descending(measureLabel(id)) },
      { value: `${id} ascending`, label: texts.ascending(measureLabel(id)) },
    ]),
    ...report.groupBy.flatMap((name) => [
      { value: `${name} ascending`, label: texts.atoz(labels.heading(name)) },
      { value: `${name} descending`, label: texts.ztoa(labels.heading(name)) },
    ]),
  ];
  const chosen = report.order ? `${report.order.by} ${report.order.direction}` : NONE;
  const by = report.order?.by ?? '';
  const name = report.measures.includes(by) ? measureLabel(by) : labels.heading(by);
  const shown = report.order && texts.orderBy(name, report.order.direction === 'descending');
  return (
    <Chip label={texts.order} value={shown}>
      {(close) => (
        <PickList
          label={texts.order}
          groups={[{ label: '', items }]}
          chosen={[chosen]}
          search={false}
          onPick={(value) => {
            onChange({ report: { order: orderOf(value) } });
            close();
          }}
        />
      )}
    </Chip>
  );
}

function orderOf(value: string): Report['order'] {
  const match = /^(.+) (ascending|descending)$/.exec(value);
  if (match?.[1] === undefined) return undefined;
  return { by: match[1], direction: match[2] === 'ascending' ? 'ascending' : 'descending' };
}

function TopChip({ definition: { report }, onChange }: BuilderProps) {
  const set = (count: number | undefined) => onChange({ report: { top: count === undefined ? undefined : { count } } });
  const items: PickItem[] = [
    { value: NONE, label: texts.topAll },
    ...tops.map((count) => ({ value: String(count), label: texts.topCount(count) })),
  ];
  return (
    <Chip label={texts.top} value={report.top && texts.topCount(report.top.count)}>
      {(close) => (
        <>
          <p className={classes.hint}>{texts.topDetail}</p>
          <PickList
            label={texts.top}
            groups={[{ label: '', items }]}
            chosen={[report.top ? String(report.top.count) : NONE]}
            search={false}
            onPick={(value) => {
              set(value === NONE ? undefined : Number(value));
              close();
            }}
          />
          <TopNumber
            count={report.top?.count}
            onCount={(count) => {
              set(count);
              close();
            }}
          />
        </>
      )}
    </Chip>
  );
}

function TopNumber({
  count,
  onCount,
}: {
  readonly count: number | undefined;
  readonly onCount: (count: number) => void;
}) {
  const [typed, setTyped] = useState<number | string>(count ?? '');
  const isRight = typeof typed === 'number' && Number.isInteger(typed) && typed >= 1 && typed <= MOST_TOP;
  return (
    <form
      className={classes.number}
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight) onCount(typed);
      }}
    >
      <NumberInput
        label={texts.topTyped}
        value={typed}
        onChange={setTyped}
        min={1}
        max={MOST_TOP}
        allowDecimal={false}
        hideControls
        w={110}
      />
      <Button type="submit" disabled={!isRight}>
        {uiTexts.apply}
      </Button>
    </form>
  );
}

function ChartChip({ definition: { report, view }, onChange }: BuilderProps) {
  const kinds = chartsFor(report, (name) => timeUnitOf(name) !== undefined);
  const shown = kinds.includes(view.chart) ? view.chart : 'none';
  const items: PickItem[] = kinds.map((kind) => ({ value: kind, label: texts.charts[kind] }));
  return (
    <Chip label={texts.chart} value={shown === 'none' ? undefined : texts.charts[shown]}>
      {(close) => (
        <PickList
          label={texts.chart}
          groups={[{ label: '', items }]}
          chosen={[shown]}
          search={false}
          onPick={(value) => {
            const chart: ChartKind = kinds.find((each) => each === value) ?? 'none';
            onChange({ view: { chart } });
            close();
          }}
        />
      )}
    </Chip>
  );
}
