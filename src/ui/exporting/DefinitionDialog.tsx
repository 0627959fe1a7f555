/** Saves an export under a name, or edits a saved one. */
import { Button, Group, Modal, NumberInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { saveExportTexts as texts } from '#texts/exports/screen.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { weekdayNames } from '#texts/reports/period.ts';
import type { WorkspaceState } from '#contract/api.ts';
import type { SavedExport } from '#contract/saved-exports.ts';
import { exportFormats } from '#domain/export-formats.ts';
import {
  formatContent,
  namedDefinitionSchema,
  type NamedDefinitionInput,
  type Rhythm,
} from '#domain/exports/definition.ts';
import { foldName } from '#domain/name-schema.ts';
import { isRelativePeriod } from '#domain/time/period.ts';
import { DEFAULT_PATTERN } from '#domain/exports/pack-names.ts';
import { weekdays } from '#domain/time/weeks.ts';
import { handleSubmit } from '#ui/submit.ts';
import { Choice } from '../components/Choice.tsx';
import { useFocusReturn } from '../components/Disclosure.tsx';
import { useWorkspace } from '../data/queries.ts';
import { listPresets } from '../period/PeriodPicker.tsx';
import { ALL_TIME } from '../period/view-period.ts';
import { explainFailure } from '../data/client.ts';
import { ExportChoices } from './ExportChoices.tsx';
import { useSavedExports } from './use-saved-exports.ts';

export interface DefinitionDialogProps {
  /** The definition to save, perhaps without a name yet. */
  readonly definition: Omit<NamedDefinitionInput, 'name'> & { readonly name?: string | undefined };
  /** The saved export to edit, including its choices. */
  readonly before?: SavedExport;
  readonly onClose: () => void;
}

export function DefinitionDialog({ definition, before, onClose }: DefinitionDialogProps) {
  useFocusReturn();
  const workspace = useWorkspace();
  const { exports = [], save } = useSavedExports();
  const [draft, setDraft] = useState<NamedDefinitionInput>({ ...definition, name: definition.name ?? '' });
  const saving = useMutation({ mutationFn: () => save(withoutUndefined(draft), before), onSuccess: onClose });
  const isTaken = exports.some(
    ({ id, definition: { name } }) => id !== before?.id && foldName(name) === foldName(draft.name),
  );
  const failure = saving.error ? explainFailure(saving.error).sentence : undefined;
  const { records, report, rhythm } = draft;
  const period = (records ?? report)?.period;
  const read = namedDefinitionSchema.safeParse(withoutUndefined({ ...draft, name: draft.name.trim() || '-' }));
  return (
    <Modal opened onClose={onClose} title={before ? texts.editTitle : texts.title} size={560}>
      <Stack component="form" gap="md" onSubmit={handleSubmit(() => saving.mutate())}>
        <p>{read.success && formatContent(read.data)}</p>
        <SaveFields
          saved={draft}
          problem={isTaken ? texts.taken : failure}
          onChange={(saved) => {
            saving.reset();
            setDraft({ ...draft, ...saved });
          }}
        />
        <Choice
          label={texts.period}
          size="xs"
          allowDeselect={false}
          data={listPeriods(period, workspace)}
          value={period ?? ALL_TIME}
          onChange={(chosen) =>
            chosen !== null && setDraft(withPeriod(draft, chosen === ALL_TIME ? undefined : chosen))
          }
        />
        {rhythm !== undefined && period !== undefined && !isRelativePeriod(period) && (
          <p className="quiet">{texts.fixedPeriod}</p>
        )}
        {before && (
          <ExportChoices
            options={draft.options ?? {}}
            isLabelled={false}
            formats={exportFormats}
            isInternal={false}
            canSplitByMonth={definition.records !== undefined && definition.pack === undefined}
            isRecordsExport={definition.records !== undefined}
            onChange={(options) => setDraft({ ...draft, options })}
          />
        )}
        <p className="quiet">{texts.about}</p>
        <Group justify="flex-end" gap="sm" mt={20}>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button
            type="submit"
            variant="filled"
            disabled={draft.name.trim() === '' || isTaken || saving.isPending}
            data-testid="export-save"
          >
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Lists the moving periods, and the chosen one. */
function listPeriods(period: string | undefined, workspace: WorkspaceState): { value: string; label: string }[] {
  const offered = listPresets(workspace).map(([value, label]) => ({ value, label }));
  const all = [...offered, { value: ALL_TIME, label: uiTexts.period.allTime }];
  const isOffered = period === undefined || offered.some(({ value }) => value === period);
  return isOffered ? all : [{ value: period, label: period }, ...all];
}

function withPeriod(definition: NamedDefinitionInput, period: string | undefined): NamedDefinitionInput {
  const { records, report } = definition;
  return {
    ...definition,
    ...(records && { records: { ...records, period } }),
    ...(report && { report: { ...report, period } }),
  };
}

/** Drops undefined choices, which the contract does not allow. */
function withoutUndefined<Definition extends object>(definition: Definition): Definition {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON leaves out undefined fields, which are optional
  return JSON.parse(JSON.stringify(definition)) as Definition;
}

export type Saved = Pick<NamedDefinitionInput, 'name' | 'rhythm' | 'fileName'>;

interface SaveFieldsProps {
  readonly saved: Saved;
  readonly problem: string | undefined;
  readonly onChange: (saved: Saved) => void;
}

const repeats = ['none', 'month', 'week'] as const;

function SaveFields({ saved, problem, onChange }: SaveFieldsProps) {
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
        <Text component="span" size="xs" fw={500}>
          {texts.repeats}
        </Text>
        <Group gap="sm" pt={4}>
          <SegmentedControl
            size="xs"
            aria-label={texts.repeats}
            data={repeats.map((repeat) => ({ value: repeat, label: texts.choices[repeat] }))}
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
              w={128}
              value={rhythm.day}
              onChange={(day) => typeof day === 'number' && change({ rhythm: { every: 'month', day } })}
            />
          )}
          {rhythm?.every === 'week' && (
            <Choice
              aria-label={texts.weekday}
              size="xs"
              allowDeselect={false}
              w={128}
              data={weekdays.map((value) => ({ value, label: weekdayNames[value] }))}
              value={rhythm.weekday}
              onChange={(chosen) => {
                const weekday = weekdays.find((day) => day === chosen);
                if (weekday) change({ rhythm: { every: 'week', weekday } });
              }}
            />
          )}
        </Group>
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
          const typedName = event.currentTarget.value;
          change({ fileName: typedName.trim() === '' ? undefined : typedName });
        }}
      />
    </>
  );
}

function toRhythm(every: string): Rhythm | undefined {
  if (every === 'month') return { every, day: 1 };
  return every === 'week' ? { every, weekday: 'monday' } : undefined;
}
