/** The period chip. Its arrows move by one period, and its dropdown offers presets, months, days and a typed period. */
import { ActionIcon, UnstyledButton, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Disclosure } from '../components/Disclosure.tsx';
import { lazyComponent } from '../late.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { formatPrevious, formatNext, type ViewPeriod, ALL_TIME, resolveViewPeriod } from './view-period.ts';
import { rovingTabIndex, TAB_STOP } from '../grid/one-stop.ts';
import type { WorkspaceState } from '#contract/api.ts';
import { isFiscal, type Period } from '#domain/time/period.ts';
import {
  fiscalPeriodPresets,
  periodPresets,
  type FiscalPeriodPreset,
  type PeriodPreset,
} from '#domain/time/period-presets.ts';
import { periodLabel } from '../format/figures-and-times.ts';
import { useWorkspace } from '../data/queries.ts';
import classes from './period.module.css';

const RangeCalendar = lazyComponent(async () => (await import('./Calendar.tsx')).RangeCalendar);
const WrittenPeriod = lazyComponent(async () => (await import('./Calendar.tsx')).WrittenPeriod);

export interface PeriodPickerProps {
  readonly chosenPeriod: ViewPeriod;
  readonly onChange: (written: string) => void;
  /** Called with the period that the pointer or the focus would choose, and with undefined when it leaves. */
  readonly onNear?: (written: string | undefined) => void;
}

const createNearHandlers = (enter: () => void, leave: () => void) => ({
  onMouseEnter: enter,
  onFocus: enter,
  onMouseLeave: leave,
  onBlur: leave,
});

type Step = (from: Period) => string;

/** While the pointer or the focus stays on an arrow, reports the next period in its direction as near after each step. */
function useStepAhead({ period, text }: ViewPeriod, onNear: Required<PeriodPickerProps>['onNear']) {
  const pointed = useRef<Step>(undefined);
  const reportNear = useRef(() => {});
  useEffect(() => {
    reportNear.current = () => period && pointed.current && onNear(pointed.current(period));
  });
  useEffect(() => {
    if (text === undefined) return undefined;
    // The queries of the screen go first.
    const timer = setTimeout(() => reportNear.current());
    return () => clearTimeout(timer);
  }, [text]);
  const point = (step: Step | undefined) => {
    pointed.current = step;
    if (step) reportNear.current();
    else onNear(undefined);
  };
  return (step: Step) =>
    createNearHandlers(
      () => point(step),
      () => point(undefined),
    );
}

export function PeriodPicker({ chosenPeriod, onChange, onNear = () => {} }: PeriodPickerProps) {
  const [opened, setOpened] = useState(false);
  const { period, label } = chosenPeriod;
  const texts = uiTexts.period;
  const step = useStepAhead(chosenPeriod, onNear);
  return (
    <Disclosure
      label={texts.label}
      opened={opened}
      onChange={setOpened}
      target={
        <span className={classes.chip} {...rovingTabIndex}>
          <ActionIcon
            size={24}
            aria-label={texts.earlier}
            disabled={!period}
            onClick={() => period && onChange(formatPrevious(period))}
            {...step(formatPrevious)}
          >
            <IconChevronLeft size={14} aria-hidden />
          </ActionIcon>
          <UnstyledButton
            className={classes.button}
            aria-expanded={opened}
            onClick={() => setOpened(!opened)}
            data-testid="period"
            {...{ [TAB_STOP]: '' }}
          >
            <span className={classes.label}>{texts.label}</span> {label}
          </UnstyledButton>
          <ActionIcon
            size={24}
            aria-label={texts.later}
            disabled={!period}
            onClick={() => period && onChange(formatNext(period))}
            {...step(formatNext)}
          >
            <IconChevronRight size={14} aria-hidden />
          </ActionIcon>
        </span>
      }
    >
      <PeriodChoices
        chosenPeriod={chosenPeriod}
        onNear={onNear}
        onChange={(chosen) => {
          setOpened(false);
          onChange(chosen);
        }}
      />
    </Disclosure>
  );
}

/** Offers presets with their dates, a range of months or days, and a typed period. */
function PeriodChoices({ chosenPeriod, onChange, onNear }: Required<PeriodPickerProps>) {
  const workspace = useWorkspace();
  return (
    <div className={classes.choices}>
      <Presets chosenPeriod={chosenPeriod} onChange={onChange} onNear={onNear} />
      <Stack>
        <RangeCalendar chosenPeriod={chosenPeriod} onChange={onChange} />
        <WrittenPeriod onChange={onChange} />
        {workspace.fiscalYearStart !== 1 && (
          <Text inherit fz="xs" c="dimmed">
            {explainFiscalYear(workspace)}
          </Text>
        )}
      </Stack>
    </div>
  );
}

function Presets({ chosenPeriod: { written }, onChange, onNear }: Required<PeriodPickerProps>) {
  const workspace = useWorkspace();
  return (
    <ul className={classes.presets}>
      {listPresets(workspace).map(([text, label]) => (
        <li key={text}>
          <UnstyledButton
            className={classes.preset}
            aria-pressed={text === written}
            onClick={() => onChange(text)}
            {...createNearHandlers(
              () => onNear(text),
              () => onNear(undefined),
            )}
            {...(text === written && { 'data-autofocus': true })}
          >
            {label} <span className={classes.dates}>{formatPresetDates(text, workspace)}</span>
          </UnstyledButton>
        </li>
      ))}
      <li>
        <UnstyledButton
          className={classes.preset}
          aria-pressed={written === ALL_TIME}
          onClick={() => onChange(ALL_TIME)}
          {...createNearHandlers(
            () => onNear(ALL_TIME),
            () => onNear(undefined),
          )}
        >
          {uiTexts.period.allTime}
        </UnstyledButton>
      </li>
    </ul>
  );
}

/** Explains the name of a fiscal year, using the current one. */
function explainFiscalYear(workspace: WorkspaceState): string {
  const { period } = resolveViewPeriod('this-fiscal-year', workspace);
  return period ? uiTexts.period.fiscalRule(periodLabel(period).full) : '';
}

const presetLabels: Readonly<Record<PeriodPreset | FiscalPeriodPreset, string>> = uiTexts.period.presets;

/** Lists fiscal presets only if the fiscal year differs from the calendar year. */
export function listPresets({ fiscalYearStart }: WorkspaceState): readonly (readonly [string, string])[] {
  const always = periodPresets.map((preset) => [preset, presetLabels[preset]] as const);
  return fiscalYearStart === 1
    ? always
    : [...always, ...fiscalPeriodPresets.map((preset) => [preset, presetLabels[preset]] as const)];
}

/** Formats the dates of a preset, after the name of a fiscal period. */
function formatPresetDates(text: string, workspace: WorkspaceState): string {
  const { period } = resolveViewPeriod(text, workspace);
  if (!period) return '';
  const { title, dates } = periodLabel(period);
  return isFiscal(period) ? `${title} · ${dates}` : dates;
}
