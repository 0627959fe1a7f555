/** The builder: what a report shows, as a row of chips: figures, rows, columns, comparison; calendar, order, top and chart behind one more. */
import { Button, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconCheck, IconChevronDown, IconChevronUp, IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { readOwnName } from '#domain/reports/definition/own/own-measure.ts';
import { reportsTexts } from '#texts/screens/reports/reports-screen.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import type { DefinitionChange } from '../use-definition.ts';
import { Chip, NONE, type BuilderProps } from './Chip.tsx';
import { listGroupOffers, listMeasureOffers, listOwnOffers, type PickItem } from './offers.ts';
import { OwnMeasureDialog } from './OwnMeasureDialog.tsx';
import { OrderedPicker } from './OrderedPicker.tsx';
import { CalendarChip, ChartChip, CompareChip, OnlyChip } from './OptionChips.tsx';
import { OrderChip, TopChip } from './OrderChips.tsx';
import { PickList } from './PickList.tsx';
import classes from './builder.module.css';

const texts = reportsTexts.builder;
const MOST_MEASURES = 12;
const MOST_GROUPS = 3;

export function Builder(props: BuilderProps) {
  const { definition, labels, ownMeasures = [], onChange } = props;
  const { report, view } = definition;
  const set = (changed: DefinitionChange['report']) => onChange({ ...(changed && { report: changed }) });
  const [showsOptions, setShowsOptions] = useLocalStorage({ key: 'timelog-report-options', defaultValue: false });
  const [writing, setWriting] = useState<{ readonly changed: string | undefined }>();
  const write = (changed: string | undefined, close: () => void) => {
    close();
    setWriting({ changed });
  };
  const measureLabel = (id: string) => findMeasure(id)?.label ?? id;
  const measures = useMemo(() => listMeasureOffers(), []);
  const [first = '', ...more] = report.measures.map(measureLabel);
  const rows = report.groupBy.map((name) => labels.heading(name)).join(texts.separator);
  const noColumns: PickItem = { value: NONE, label: texts.none, detail: texts.noneDetail };
  return (
    <fieldset className={classes.builder} aria-label={texts.label}>
      {writing && (
        <OwnMeasureDialog
          changed={writing.changed}
          others={report.measures.filter((id) => id !== writing.changed)}
          groups={measures}
          onDone={(id) => {
            setWriting(undefined);
            set(withMeasure(report, writing.changed, id));
          }}
          onClose={() => setWriting(undefined)}
        />
      )}
      <Chip label={texts.measures} value={more.length === 0 ? first : uiTexts.filters.more(first, more.length)}>
        {(close) => (
          <>
            <OrderedPicker
              label={texts.findMeasure}
              groups={[...listOwnOffers([...report.measures, ...ownMeasures]), ...measures]}
              chosen={report.measures}
              labelOf={measureLabel}
              least={1}
              most={MOST_MEASURES}
              onChange={(chosen) => set({ measures: chosen })}
              changeOf={(id) => (readOwnName(id) ? () => write(id, close) : undefined)}
            />
            <Button
              className={classes.newMeasure}
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={13} stroke={1.8} aria-hidden />}
              disabled={report.measures.length >= MOST_MEASURES}
              onClick={() => write(undefined, close)}
            >
              {reportsTexts.own.add}
            </Button>
          </>
        )}
      </Chip>
      <Chip label={texts.rows} value={rows === '' ? undefined : rows}>
        {() => (
          <OrderedPicker
            label={texts.findGroup}
            groups={listGroupOffers(labels, report.columns === undefined ? [] : [report.columns])}
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
            groups={[{ label: '', items: [noColumns] }, ...listGroupOffers(labels, report.groupBy)]}
            chosen={[report.columns ?? NONE]}
            onPick={(name) => {
              set({ columns: name === NONE ? undefined : name });
              close();
            }}
          />
        )}
      </Chip>
      <CompareChip {...props} />
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
      <OptionsChip
        isOpen={showsOptions}
        chosen={chosenOptions(definition)}
        onToggle={() => setShowsOptions(!showsOptions)}
      />
      {showsOptions && (
        <>
          <CalendarChip {...props} />
          <OrderChip {...props} measureLabel={measureLabel} />
          {report.groupBy.length > 0 && <TopChip {...props} />}
          {report.groupBy.length > 0 && report.compare && <OnlyChip {...props} />}
          <ChartChip {...props} />
        </>
      )}
    </fieldset>
  );
}

/** With a new measure, or in the place of the one that was changed; an order by that one follows. */
function withMeasure(
  { measures, order }: BuilderProps['definition']['report'],
  changed: string | undefined,
  id: string,
): NonNullable<DefinitionChange['report']> {
  const replaced = measures.map((measure) => (measure === changed ? id : measure));
  const all = changed === undefined ? [...measures, id] : replaced;
  return {
    measures: [...new Set(all)],
    ...(order && order.by === changed && { order: { ...order, by: id } }),
  };
}

/** How many of those behind it differ from what is usual. */
const chosenOptions = ({ report, view }: BuilderProps['definition']): number =>
  [report.calendar, report.order, report.top, report.only, view.chart === 'none' ? undefined : view.chart].filter(
    (measure) => measure !== undefined,
  ).length;

interface OptionsChipProps {
  readonly isOpen: boolean;
  readonly chosen: number;
  readonly onToggle: () => void;
}

function OptionsChip({ isOpen, chosen, onToggle }: OptionsChipProps) {
  const Arrow = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <UnstyledButton
      className={classes.chip}
      aria-expanded={isOpen}
      data-set={chosen > 0 || undefined}
      title={texts.optionsDetail}
      onClick={onToggle}
      data-testid="report-options"
    >
      <span className="quiet">{texts.options}</span>
      {chosen > 0 && <span className={classes.chipValue}>{chosen}</span>}
      <Arrow size={13} stroke={1.8} aria-hidden />
    </UnstyledButton>
  );
}
