/** The builder: what a report shows. Its comparison is always in sight; everything else is in a panel that stays closed until it is opened. */
import { ActionIcon, Button, Group, Text, UnstyledButton } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconCheck, IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { readOwnName } from '#domain/reports/definition/own-measure.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useFocusReturn } from '#ui/components/Disclosure.tsx';
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
const MAX_MEASURES = 12;
const MAX_GROUPS = 3;

const PANEL = 'report-options';

export interface OptionsPanelProps extends BuilderProps {
  readonly onClose: () => void;
}

export function OptionsPanel({ onClose, ...props }: OptionsPanelProps) {
  const { definition, labels, ownMeasures = [], onChange } = props;
  const { report, view } = definition;
  const set = (changed: DefinitionChange['report']) => onChange({ ...(changed && { report: changed }) });
  const [writing, setWriting] = useState<{ readonly changed: string | undefined }>();
  useFocusReturn();
  const panel = useRef<HTMLFieldSetElement>(null);
  useEffect(() => panel.current?.querySelector<HTMLElement>('[data-chip]')?.focus(), []);
  const press = ({ key, target }: KeyboardEvent) => {
    // Dialogs over the panel close first.
    if (key === 'Escape' && target instanceof Node && panel.current?.contains(target)) onClose();
  };
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
    // The chips in it take the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      ref={panel}
      id={PANEL}
      className={`${classes.panel} screen-only`}
      aria-label={texts.label}
      onKeyDown={press}
    >
      <Group gap={0} justify="space-between" wrap="nowrap" fz="sm">
        <Text component="h3" inherit fw={600}>
          {texts.options}
        </Text>
        <ActionIcon aria-label={uiTexts.close} onClick={onClose}>
          <IconX size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Group>
      {writing && (
        <OwnMeasureDialog
          editedId={writing.changed}
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
              getLabel={measureLabel}
              min={1}
              max={MAX_MEASURES}
              onChange={(chosen) => set({ measures: chosen })}
              getEdit={(id) => (readOwnName(id) ? () => write(id, close) : undefined)}
            />
            <Button
              mt="xs"
              mx="sm"
              mb="sm"
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={13} stroke={1.8} aria-hidden />}
              disabled={report.measures.length >= MAX_MEASURES}
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
            getLabel={(name) => labels.heading(name)}
            min={0}
            max={MAX_GROUPS}
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
      {report.columns !== undefined && (
        <UnstyledButton
          className={classes.chip}
          aria-pressed={view.heat}
          data-set={view.heat || undefined}
          title={texts.heatDetail}
          onClick={() => onChange({ view: { heat: !view.heat } })}
        >
          {texts.heat}
          {view.heat && <IconCheck size={13} aria-hidden />}
        </UnstyledButton>
      )}
      <CalendarChip {...props} />
      <OrderChip {...props} measureLabel={measureLabel} />
      {report.groupBy.length > 0 && <TopChip {...props} />}
      {report.groupBy.length > 0 && report.compare && <OnlyChip {...props} />}
      <ChartChip {...props} />
    </fieldset>
  );
}

/** Adds a measure, or replaces the changed one, also in the order. */
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

/** Counts the options in the panel that differ from the default. */
const countChangedOptions = ({ report, view }: BuilderProps['definition']): number =>
  [report.calendar, report.order, report.top, report.only, view.chart === 'none' ? undefined : view.chart].filter(
    (measure) => measure !== undefined,
  ).length;

export interface BuilderBarProps extends BuilderProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The part of the builder that is always visible beside the filters. */
export function BuilderBar({ isOpen, onToggle, ...props }: BuilderBarProps) {
  const chosen = countChangedOptions(props.definition);
  return (
    <Group className="screen-only" gap="sm">
      <CompareChip {...props} />
      <UnstyledButton
        className={classes.chip}
        aria-expanded={isOpen}
        aria-controls={PANEL}
        data-set={chosen > 0 || undefined}
        title={texts.optionsDetail}
        onClick={onToggle}
        data-testid="report-options"
      >
        <IconAdjustmentsHorizontal size={14} stroke={1.6} aria-hidden />
        <span className="quiet">{texts.options}</span>
        {chosen > 0 && <span className={classes.chipValue}>{chosen}</span>}
      </UnstyledButton>
    </Group>
  );
}
