/** What a saved export has besides its choices: a name, when it repeats, and what its files are called. */
import { NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import type { NamedDefinitionInput } from '../../domain/exports/definition.ts';
import { DEFAULT_PATTERN } from '../../domain/exports/pack-names.ts';
import type { Rhythm } from '../../domain/exports/saved/rhythm.ts';
import { weekdays } from '../../domain/time/weeks.ts';
import { weekdayNames } from '#texts/reports/period.ts';
import { saveExportTexts as texts } from '#texts/exports/screen.ts';
import { Choice } from '../components/controls/Choice.tsx';
import classes from './ExportDialog.module.css';

export type Saved = Pick<NamedDefinitionInput, 'name' | 'rhythm' | 'fileName'>;

export interface SaveFieldsProps {
  readonly saved: Saved;
  readonly problem: string | undefined;
  readonly onChange: (saved: Saved) => void;
}

const repeats = ['none', 'month', 'week'] as const;

export function SaveFields({ saved, problem, onChange }: SaveFieldsProps) {
  const { name, rhythm, fileName } = saved;
  const change = (part: Partial<Saved>) => onChange({ ...saved, ...part });
  return (
    <>
      <TextInput
        label={texts.name}
        size="xs"
        maxLength={120}
        value={name}
        error={problem}
        data-autofocus
        onChange={(event) => change({ name: event.currentTarget.value })}
        data-testid="export-name"
      />
      <div>
        <span className={classes.label}>{texts.repeats}</span>
        <div className={classes.repeats}>
          <SegmentedControl
            size="xs"
            aria-label={texts.repeats}
            data={repeats.map((each) => ({ value: each, label: texts.choices[each] }))}
            value={rhythm?.every ?? 'none'}
            onChange={(every) => change({ rhythm: toRhythm(every) })}
          />
          {rhythm?.every === 'month' && (
            <NumberInput
              aria-label={texts.day}
              prefix={`${texts.day} `}
              size="xs"
              min={1}
              max={31}
              clampBehavior="strict"
              allowDecimal={false}
              className={classes.day}
              value={rhythm.day}
              onChange={(day) => typeof day === 'number' && change({ rhythm: { every: 'month', day } })}
            />
          )}
          {rhythm?.every === 'week' && (
            <Choice
              aria-label={texts.weekday}
              size="xs"
              allowDeselect={false}
              className={classes.day}
              data={weekdays.map((value) => ({ value, label: weekdayNames[value] }))}
              value={rhythm.weekday}
              onChange={(chosen) => {
                const weekday = weekdays.find((each) => each === chosen);
                if (weekday) change({ rhythm: { every: 'week', weekday } });
              }}
            />
          )}
        </div>
        {rhythm?.every === 'month' && rhythm.day > 28 && <p className="quiet">{texts.dayHelp}</p>}
      </div>
      <TextInput
        label={texts.fileName}
        description={texts.fileNameHelp}
        size="xs"
        maxLength={120}
        placeholder={DEFAULT_PATTERN}
        value={fileName ?? ''}
        onChange={(event) => {
          const given = event.currentTarget.value;
          change({ fileName: given.trim() === '' ? undefined : given });
        }}
      />
    </>
  );
}

function toRhythm(every: string): Rhythm | undefined {
  if (every === 'month') return { every, day: 1 };
  return every === 'week' ? { every, weekday: 'monday' } : undefined;
}
