/** Saves an export's choices under a name, or changes those of a saved one. */
import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { WorkspaceState } from '../../contract/api.ts';
import type { SavedExport } from '../../contract/saved-exports.ts';
import { exportFormats } from '../../domain/export-formats.ts';
import type { NamedDefinitionInput } from '../../domain/exports/definition.ts';
import { contentText } from '../../domain/exports/saved/words.ts';
import { namedDefinitionSchema } from '../../domain/exports/definition.ts';
import { foldName } from '../../domain/name-schema.ts';
import { movesWithTime } from '../../domain/time/period.ts';
import { saveExportTexts as texts } from '#texts/exports/screen.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Choice } from '../components/controls/Choice.tsx';
import { useFocusReturn } from '../components/controls/use-focus-return.ts';
import { useWorkspace } from '../data/open-workspace.ts';
import { presetsFor } from '../period/PeriodChoices.tsx';
import { ALL_TIME } from '../period/view-period.ts';
import { failureText } from '../data/error-text.ts';
import { ExportChoices } from './ExportChoices.tsx';
import { SaveFields } from './SaveFields.tsx';
import { useSavedExports } from './use-saved-exports.ts';
import classes from './ExportDialog.module.css';

export interface DefinitionDialogProps {
  /** What is saved, its name open. */
  readonly definition: Omit<NamedDefinitionInput, 'name'> & { readonly name?: string | undefined };
  /** The saved one that is changed: its choices are open too. */
  readonly before?: SavedExport;
  readonly onClose: () => void;
}

export function DefinitionDialog({ definition, before, onClose }: DefinitionDialogProps) {
  useFocusReturn();
  const workspace = useWorkspace();
  const { exports = [], save } = useSavedExports();
  const [now, setNow] = useState<NamedDefinitionInput>({ ...definition, name: definition.name ?? '' });
  const saving = useMutation({ mutationFn: () => save(withoutUndefined(now), before), onSuccess: onClose });
  const isTaken = exports.some(
    ({ id, definition: { name } }) => id !== before?.id && foldName(name) === foldName(now.name),
  );
  const failed = saving.error ? failureText(saving.error).sentence : undefined;
  const { records, report, rhythm } = now;
  const period = (records ?? report)?.period;
  const read = namedDefinitionSchema.safeParse(withoutUndefined({ ...now, name: now.name.trim() || '-' }));
  return (
    <Modal
      opened
      onClose={onClose}
      title={before ? texts.editTitle : texts.title}
      size={560}
      closeButtonProps={{ 'aria-label': uiTexts.close }}
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <p>{read.success && contentText(read.data)}</p>
        <SaveFields
          saved={now}
          problem={isTaken ? texts.taken : failed}
          onChange={(saved) => {
            saving.reset();
            setNow({ ...now, ...saved });
          }}
        />
        <Choice
          label={texts.period}
          size="xs"
          allowDeselect={false}
          data={listPeriods(period, workspace)}
          value={period ?? ALL_TIME}
          onChange={(chosen) => chosen !== null && setNow(withPeriod(now, chosen === ALL_TIME ? undefined : chosen))}
        />
        {rhythm !== undefined && period !== undefined && !movesWithTime(period) && (
          <p className="quiet">{texts.fixedPeriod}</p>
        )}
        {before && (
          <ExportChoices
            options={now.options ?? {}}
            isLabelled={false}
            formats={exportFormats}
            isInternal={false}
            mayPart={definition.records !== undefined && definition.pack === undefined}
            isOfRecords={definition.records !== undefined}
            onChange={(options) => setNow({ ...now, options })}
          />
        )}
        <p className="quiet">{texts.about}</p>
        <div className={classes.buttons}>
          <Button onClick={onClose}>{uiTexts.cancel}</Button>
          <Button
            type="submit"
            variant="filled"
            disabled={now.name.trim() === '' || isTaken || saving.isPending}
            data-testid="export-save"
          >
            {texts.save}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Those that move on with time, and the one that was chosen. */
function listPeriods(period: string | undefined, workspace: WorkspaceState): { value: string; label: string }[] {
  const offered = presetsFor(workspace).map(([value, label]) => ({ value, label }));
  const all = [...offered, { value: ALL_TIME, label: uiTexts.period.allTime }];
  const isOffered = period === undefined || offered.some(({ value }) => value === period);
  return isOffered ? all : [{ value: period, label: period }, ...all];
}

function withPeriod(given: NamedDefinitionInput, period: string | undefined): NamedDefinitionInput {
  const { records, report } = given;
  return {
    ...given,
    ...(records && { records: { ...records, period } }),
    ...(report && { report: { ...report, period } }),
  };
}

/** Choices that were taken back: the contract has no undefined ones. */
function withoutUndefined<Given extends object>(given: Given): Given {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON leaves out undefined fields, which are optional
  return JSON.parse(JSON.stringify(given)) as Given;
}
