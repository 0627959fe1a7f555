/** The frame of every chart, with its legend, table and picture. */
import { ActionIcon, SegmentedControl, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useCallbackRef } from '@mantine/hooks';
import { memo, useRef, useState, type ReactNode, type RefObject, type CSSProperties } from 'react';
import { chartTexts as texts } from '#texts/screens/charts.ts';
import { count } from '../format/figures-and-times.ts';
import type { ChartModel, ReportMark, Series } from '#domain/charts/chart-model.ts';
import type { LegendEntry } from '#domain/charts/legend.ts';
import { useChartPicture } from './chart-picture.ts';
import { toPicture } from './png-export.ts';
import { Tag } from '../components/values.tsx';
import { formatState } from './ChartBar.tsx';
import { Table, type Column } from '../grid/Table.tsx';
import classes from './charts.module.css';
import tables from '../components/tables.module.css';

/** A chart that can be collapsed to its legend; the table with its figures is below it. */
export interface ChartFold {
  readonly isFolded: boolean;
  readonly onFold: (isFolded: boolean) => void;
}

export interface ChartContents {
  /** Tables of the plots, in order, each under its caption. */
  readonly tables: readonly { readonly caption: string; readonly model: ChartModel }[];
  /** The heading of a chart whose legend does not name what it shows. */
  readonly name?: string | undefined;
  readonly legend: readonly LegendEntry[];
  /** Sentences on what is left out or replaced. */
  readonly notes: readonly string[];
  /** Undefined if there is something to draw. */
  readonly whyEmpty: string | undefined;
}

export interface ChartFrameProps {
  readonly title: string;
  /** Undefined if the chart is always open. */
  readonly fold?: ChartFold | undefined;
  /** True for a preview without buttons, which leads to the full chart. */
  readonly isPreview?: boolean | undefined;
  readonly contents: ChartContents;
  /** Lines below a picture: period, calendar, coverage. */
  readonly pictureNotes: readonly string[];
  readonly figure: (series: Series, value: string | null) => string;
  readonly onMark: (mark: ReportMark) => void;
  readonly children: ReactNode;
}

type View = 'chart' | 'table';

export function ChartFrame(props: ChartFrameProps) {
  const { fold, contents, isPreview = false } = props;
  const { name, legend, whyEmpty } = contents;
  const [view, setView] = useState<View>('chart');
  const plots = useRef<HTMLDivElement>(null);
  const picture = usePicture(props, plots);
  const isFolded = fold?.isFolded ?? false;
  useChartPicture(whyEmpty === undefined && !isFolded && view === 'chart' ? picture : undefined);
  if (whyEmpty !== undefined)
    return (
      <p className={classes.nothing} data-nothing>
        <b>{texts.none}.</b> {whyEmpty}
      </p>
    );
  return (
    <div className={classes.frame} data-folded={isFolded || undefined} data-glance={isPreview || undefined}>
      <div className={classes.bar}>
        {name !== undefined && (
          <Text component="h3" inherit flex="none" pt={5} fz="xs" fw={600}>
            {name}
          </Text>
        )}
        <ChartLegend entries={legend} />
        <div className={`${classes.tools} screen-only`}>
          {!fold && !isPreview && (
            <SegmentedControl
              aria-label={texts.show}
              value={view}
              onChange={(value) => setView(value === 'table' ? 'table' : 'chart')}
              data={[
                { value: 'chart', label: texts.chart },
                { value: 'table', label: texts.table },
              ]}
            />
          )}
          {fold && <FoldButton {...fold} />}
        </div>
      </div>
      {!isFolded && <Content {...props} view={view} plots={plots} />}
    </div>
  );
}

interface ContentProps extends ChartFrameProps {
  readonly view: View;
  readonly plots: RefObject<HTMLDivElement | null>;
}

function Content({ title, contents: { tables, notes }, figure, onMark, children, view, plots }: ContentProps) {
  const openMark = useCallbackRef(onMark);
  return (
    <>
      {view === 'chart' && (
        <div ref={plots} className={`${classes.frame} ${classes.plots}`}>
          {children}
        </div>
      )}
      {notes.map((note) => (
        <Text key={note} inherit px="lg" pb="sm" fz="xs" c="var(--ink-2)">
          {note}
        </Text>
      ))}
      <div className={view === 'table' ? classes.table : 'visually-hidden'} aria-label={title}>
        {tables.map(({ caption, model }) => (
          <ChartTable
            key={`${caption} ${model.series[0]?.id ?? ''}`}
            caption={caption}
            model={model}
            isShown={view === 'table'}
            figure={figure}
            onMark={openMark}
          />
        ))}
      </div>
    </>
  );
}

function FoldButton({ isFolded, onFold }: ChartFold) {
  const label = isFolded ? texts.unfold : texts.fold;
  const Icon = isFolded ? IconChevronDown : IconChevronUp;
  return (
    <ActionIcon aria-label={label} title={label} aria-expanded={!isFolded} onClick={() => onFold(!isFolded)}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}

/** Offers the Share menu a picture of the chart on screen. */
function usePicture(
  { title, contents, pictureNotes, isPreview }: ChartFrameProps,
  plots: RefObject<HTMLDivElement | null>,
) {
  const { legend, notes } = contents;
  const draw = async () => {
    const element = plots.current;
    if (!element) return undefined;
    const hiddenGroups = Number(element.querySelector('[data-beyond]')?.getAttribute('data-beyond') ?? 0);
    const missing = hiddenGroups > 0 ? [texts.moreInTable(count(hiddenGroups))] : [];
    return toPicture(element, { title, legend, notes: [...missing, ...notes, ...pictureNotes] });
  };
  return isPreview ? undefined : { title, draw };
}

/** The legend, hidden from screen readers, which read the name of each mark. */
function ChartLegend({ entries }: { readonly entries: readonly LegendEntry[] }) {
  return (
    <div className={classes.legend} aria-hidden>
      {entries.map(({ kind, label, colour }) => (
        <span key={`${kind} ${label}`}>
          {kind === 'colour' && <i style={{ background: colour }} />}
          {kind !== 'colour' && kind !== 'written' && (
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- custom properties are no part of React's types
            <i data-kind={kind} style={{ '--legend-colour': colour } as CSSProperties} />
          )}
          {label}
        </span>
      ))}
    </div>
  );
}

interface ChartTableProps {
  readonly model: ChartModel;
  readonly caption: string;
  /** False if only screen readers read the table. */
  readonly isShown: boolean;
  readonly figure: (series: Series, value: string | null) => string;
  readonly onMark: (mark: ReportMark) => void;
}

/** The table of a chart, with the same buckets and series, and every exact figure in `data-value`. */
const ChartTable = memo(function ChartTable({ model, caption, isShown, figure, onMark }: ChartTableProps) {
  const { buckets, axisLabel } = model;
  const cells = model.series.flatMap((series, index) => [
    { index, series, values: series.values, label: series.label, isBefore: false },
    ...(series.before
      ? [{ index, series, values: series.before, label: texts.before(series.label), isBefore: true }]
      : []),
  ]);
  const columns: Column<ChartModel['buckets'][number]>[] = [
    {
      id: 'bucket',
      header: axisLabel,
      isRowHeader: true,
      renderCell: (bucket) => (
        <>
          {bucket.label} {formatState(bucket) !== '' && <Tag tone="warn">{formatState(bucket)}</Tag>}
        </>
      ),
    },
    ...cells.map(({ index: seriesIndex, series, values, label, isBefore }) => ({
      id: `${series.id} ${isBefore}`,
      header: label,
      isNumber: true,
      renderCell: (_: unknown, index: number) => {
        const value = values[index] ?? null;
        const mark = isBefore || value === null ? undefined : model.markAt(index, seriesIndex);
        if (!mark) return figure(series, value);
        return (
          <button type="button" className={tables.link} tabIndex={isShown ? 0 : -1} onClick={() => onMark(mark)}>
            {figure(series, value)}
          </button>
        );
      },
      attributes: (_: unknown, index: number) => ({
        'data-measure': isBefore ? undefined : series.measure.id,
        'data-value': values[index] ?? '',
      }),
    })),
  ];
  return (
    <Table
      columns={columns}
      rows={buckets}
      row={{
        toKey: ({ key, label }) => `${key ?? ''} ${label}`,
        attributes: ({ key }) => ({ 'data-key': key ?? '' }),
      }}
      caption={caption}
      data-testid="chart-table"
    />
  );
});
