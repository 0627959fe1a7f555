/** What every chart has around it: its legend, its table twin, a picture to take away, and one place for the keyboard. */
import { ActionIcon, Menu, SegmentedControl } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { chartTexts as texts } from '../../texts/en/charts.ts';
import { call } from '../api.ts';
import { EmptyState } from '../components/EmptyState.tsx';
import { failureText } from '../failure.ts';
import type { ChartModel, ReportMark, Series } from './chart-model.ts';
import { ChartTable } from './ChartTable.tsx';
import { colourOf } from './palette.ts';
import { base64Of, pictureOf } from './picture.ts';
import classes from './charts.module.css';

export interface ChartFrameProps {
  readonly title: string;
  /** Twins of the plots, in order, each under its caption. */
  readonly tables: readonly { readonly caption: string; readonly model: ChartModel }[];
  readonly legend: readonly Series[];
  /** Its bars lie: the period before is one of them, too. */
  readonly isLying: boolean;
  readonly notDrawn: number;
  readonly isEmpty: boolean;
  /** What stands under a picture: period, calendar, coverage. */
  readonly pictureNotes: readonly string[];
  readonly figure: (series: Series, value: string | null) => string;
  readonly onMark: (mark: ReportMark) => void;
  readonly children: ReactNode;
}

type View = 'chart' | 'table';

export function ChartFrame(props: ChartFrameProps) {
  const { title, tables, legend, isLying, notDrawn, isEmpty, figure, onMark, children } = props;
  const [view, setView] = useState<View>('chart');
  const plots = useRef<HTMLDivElement>(null);
  if (isEmpty) return <EmptyState title={texts.none} detail={texts.noneDetail} />;
  return (
    <div className={classes.frame}>
      <div className={classes.bar}>
        <Legend series={legend} isLying={isLying} />
        <div className={classes.tools}>
          <SegmentedControl
            aria-label={texts.show}
            value={view}
            onChange={(value) => setView(value === 'table' ? 'table' : 'chart')}
            data={[
              { value: 'chart', label: texts.chart },
              { value: 'table', label: texts.table },
            ]}
          />
          <PictureMenu {...props} plots={() => plots.current} isShown={view === 'chart'} />
        </div>
      </div>
      {view === 'chart' && (
        <div ref={plots} className={`${classes.frame} ${classes.plots}`}>
          {children}
        </div>
      )}
      {notDrawn > 0 && <p className={classes.note}>{texts.notDrawn(notDrawn)}</p>}
      <div className={view === 'table' ? classes.table : 'visually-hidden'} aria-label={title}>
        {tables.map(({ caption, model }) => (
          <ChartTable
            key={caption}
            caption={caption}
            model={model}
            isShown={view === 'table'}
            figure={figure}
            onOpen={(bucket, series) => {
              const mark = model.markOf(bucket, series);
              if (mark) onMark(mark);
            }}
          />
        ))}
      </div>
    </div>
  );
}

function Legend({ series, isLying }: { readonly series: readonly Series[]; readonly isLying: boolean }) {
  const [only] = series;
  const isCompared = series.some(({ before }) => before);
  return (
    <div className={classes.legend} aria-hidden>
      {series.map((each, index) => (
        <span key={each.id}>
          <i style={{ background: colourOf(each, index, series) }} />
          {each.label}
        </span>
      ))}
      {isCompared && only && (
        <span>
          <i className={classes.beforeSwatch} data-lying={isLying || undefined} />
          {texts.before(series.length === 1 ? only.label : '').replace(/^, /, '')}
        </span>
      )}
    </div>
  );
}

interface PictureMenuProps extends ChartFrameProps {
  readonly plots: () => HTMLDivElement | null;
  readonly isShown: boolean;
}

function PictureMenu({ title, legend, pictureNotes, plots, isShown }: PictureMenuProps) {
  const draw = async () => {
    const chart = plots()?.querySelector('svg.recharts-surface');
    if (!(chart instanceof SVGSVGElement)) return undefined;
    const colours = legend.map((each, index) => ({ label: each.label, colour: colourOf(each, index, legend) }));
    return pictureOf(chart, { title, legend: colours, notes: pictureNotes });
  };
  const copy = async () => {
    try {
      const blob = await draw();
      if (!blob) throw new Error('No picture');
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
      notifications.show({ message: texts.copied });
    } catch {
      // A window may not be allowed to write the clipboard; saving always works.
      notifications.show({ message: texts.notCopied, color: 'var(--warn)' });
    }
  };
  const save = async () => {
    const blob = await draw();
    if (!blob) return;
    try {
      const saved = await call('export.picture', { name: title, png: await base64Of(blob) });
      if (saved) notifications.show({ message: texts.saved(saved.file) });
    } catch (error) {
      const { title: what, sentence, action } = failureText(error);
      notifications.show({ title: what, message: `${sentence} ${action}`, color: 'var(--bad)' });
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={texts.picture} disabled={!isShown}>
          <IconDownload size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void copy()}>{texts.copyPicture}</Menu.Item>
        <Menu.Item onClick={() => void save()}>{texts.savePicture}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
