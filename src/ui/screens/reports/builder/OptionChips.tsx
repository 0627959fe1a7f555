/** The chips that set one option of a report: its comparison, its calendar, its chart. */
import { Checkbox, Text } from '@mantine/core';
import { listChartKinds } from '#domain/charts/charts-for.ts';
import { comparisons, listedGroups, reportCalendars, type ComparisonKind } from '#domain/reports/definition/report.ts';
import { findTimeUnit } from '#domain/reports/keys/key-text.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useWorkspace } from '#ui/data/queries.ts';
import { useComparedColumns } from '../table/use-compared-columns.ts';
import { Chip, NONE, type BuilderProps } from './Chip.tsx';
import { PickList } from './PickList.tsx';
import classes from './builder.module.css';
import { toggleName, type PickItem } from './offers.ts';

const texts = reportsTexts.builder;

export function CompareChip({ definition: { report }, onChange }: BuilderProps) {
  const chosen = report.compare ? [report.compare, ...(report.further ?? [])] : [];
  const items: PickItem[] = [
    { value: NONE, label: texts.none },
    ...comparisons.map((kind) => ({ value: kind, label: texts.comparisons[kind], detail: texts.compareDetail[kind] })),
  ];
  const compareWith = ([compare, ...further]: readonly ComparisonKind[]) =>
    onChange({ report: { compare, further: further.length > 0 ? further : undefined } });
  return (
    <Chip label={texts.compare} value={summarizeComparisons(chosen)}>
      {(close) => (
        <>
          <PickList
            label={texts.compare}
            groups={[{ label: '', items }]}
            chosen={chosen.length === 0 ? [NONE] : chosen}
            search={false}
            multiple
            onPick={(value) => {
              const kind = comparisons.find((comparison) => comparison === value);
              compareWith(kind === undefined ? [] : toggleName(chosen, kind));
              if (kind === undefined) close();
            }}
          />
          <Text size="xs" c="dimmed">
            {texts.compareHint}
          </Text>
          {report.compare && <ComparedColumns />}
        </>
      )}
    </Chip>
  );
}

/** Names the first comparison and counts the others. */
function summarizeComparisons([first, ...more]: readonly ComparisonKind[]): string | undefined {
  if (!first) return undefined;
  return more.length === 0 ? texts.comparisons[first] : uiTexts.filters.more(texts.comparisons[first], more.length);
}

/** A table of changes alone fits a window, so earlier figures are shown only on request. */
function ComparedColumns() {
  const [columns, choose] = useComparedColumns();
  return (
    <Checkbox
      className={classes.compared}
      size="xs"
      label={texts.comparedAll}
      description={texts.comparedAllDetail}
      checked={columns === 'all'}
      onChange={(event) => choose(event.currentTarget.checked ? 'all' : 'change')}
    />
  );
}

export function CalendarChip({ definition: { report }, onChange }: BuilderProps) {
  const workspace = useWorkspace();
  const { auto, recorded, clock } = texts.calendarDetail;
  const items: PickItem[] = [
    { value: NONE, label: texts.calendarAuto, detail: auto },
    { value: 'recorded', label: texts.calendars.recorded, detail: recorded },
    { value: 'clock', label: texts.calendars.clock, detail: clock(workspace.zone) },
  ];
  const choose = (value: string) =>
    onChange({ report: { calendar: reportCalendars.find((calendar) => calendar === value) } });
  return <OptionChip label={texts.calendar} items={items} chosen={report.calendar} onPick={choose} />;
}

/** Chooses which groups are listed; offered if two periods are compared. */
export function OnlyChip({ definition: { report }, onChange }: BuilderProps) {
  const items: PickItem[] = [
    { value: NONE, label: texts.onlyAll },
    ...listedGroups.map((kind) => ({ value: kind, label: texts.onlyKinds[kind], detail: texts.onlyDetail[kind] })),
  ];
  const choose = (value: string) => onChange({ report: { only: listedGroups.find((groups) => groups === value) } });
  return <OptionChip label={texts.only} items={items} chosen={report.only} onPick={choose} />;
}

export function ChartChip({ definition: { report, view }, onChange }: BuilderProps) {
  const kinds = listChartKinds(report, (name) => findTimeUnit(name) !== undefined);
  const kind = kinds.includes(view.chart) ? view.chart : 'none';
  const items: PickItem[] = kinds.map((kind) => ({ value: kind, label: texts.charts[kind] }));
  const choose = (value: string) => onChange({ view: { chart: kinds.find((chart) => chart === value) ?? 'none' } });
  return <OptionChip label={texts.chart} items={items} chosen={kind} none="none" onPick={choose} />;
}

interface OptionChipProps {
  readonly label: string;
  readonly items: readonly PickItem[];
  readonly chosen: string | undefined;
  /** The item of the default, which the chip does not name. */
  readonly none?: string;
  readonly onPick: (value: string) => void;
}

function OptionChip({ label, items, chosen, none = NONE, onPick }: OptionChipProps) {
  const value = chosen ?? none;
  return (
    <Chip label={label} value={value === none ? undefined : items.find((item) => item.value === value)?.label}>
      {(close) => (
        <PickList
          label={label}
          groups={[{ label: '', items }]}
          chosen={[value]}
          search={false}
          onPick={(picked) => {
            onPick(picked);
            close();
          }}
        />
      )}
    </Chip>
  );
}
