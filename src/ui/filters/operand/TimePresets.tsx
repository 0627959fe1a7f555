/** Spans of time by name: one press fills both ends, by the dates they have today. */
import { UnstyledButton } from '@mantine/core';
import type { PropertyType } from '../../../domain/properties.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useWorkspace } from '../../data/open-workspace.ts';
import { endsOf, timePresets, type TimeEnds } from './time-presets.ts';
import classes from '../filters.module.css';

export interface TimePresetsProps {
  readonly type: PropertyType;
  readonly ends: TimeEnds;
  readonly onChoose: (ends: TimeEnds) => void;
}

export function TimePresets({ type, ends, onChoose }: TimePresetsProps) {
  const workspace = useWorkspace();
  return (
    <fieldset className={classes.presets} aria-label={uiTexts.filters.spans}>
      {timePresets.map((preset) => {
        const own = endsOf(preset, type, workspace);
        return (
          own && (
            <UnstyledButton
              key={preset}
              className={classes.preset}
              aria-pressed={own.value === ends.value && own.highValue === ends.highValue}
              onClick={() => onChoose(own)}
            >
              {uiTexts.period.presets[preset]}
            </UnstyledButton>
          )
        );
      })}
    </fieldset>
  );
}
