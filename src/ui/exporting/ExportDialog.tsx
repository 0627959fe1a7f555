/** Writes records or a report to a file: how and for whom beforehand, progress meanwhile, the manifest afterwards. */
import { Button, Checkbox, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import type { EventPayload } from '../../contract/events.ts';
import type { Manifest, PackManifest } from '../../contract/exports.ts';
import { exportFormatLabels, exportFormats, type ExportFormat } from '../../domain/export-formats.ts';
import { withChart, type ExportOptionsInput } from '../../domain/exports/options.ts';
import type { NamedDefinitionInput } from '../../domain/exports/definition.ts';
import { saveExportTexts } from '#texts/exports/screen.ts';
import { exportingTexts as texts } from '#texts/screens/exporting.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { useFocusReturn } from '../components/controls/use-focus-return.ts';
import { Band } from '../components/states/Band.tsx';
import { ErrorState } from '../components/states/ErrorState.tsx';
import { call, subscribe } from '../data/client.ts';
import { isFailure } from '../data/error-text.ts';
import { useWorkspace } from '../data/open-workspace.ts';
import { count } from '../format/figures.ts';
import { notifyFailure } from '../notifications/notify-failure.ts';
import { ProgressBar } from '../sync/SyncProgressLine.tsx';
import { DefinitionDialog } from './DefinitionDialog.tsx';
import { ExportChoices, settleChoices } from './ExportChoices.tsx';
import { HeldClients, type HeldSelection } from './HeldClients.tsx';
import { LeavingTitles } from './LeavingTitles.tsx';
import { PackDetails } from './PackDetails.tsx';
import { useProfile } from './use-profile.ts';
import { ManifestDetails } from './ManifestDetails.tsx';
import classes from './ExportDialog.module.css';

export interface ExportLimits {
  /** Default: all of them; the first one is chosen. */
  readonly formats?: readonly ExportFormat[];
  /** No client receives it: nothing is asked. */
  readonly isInternal?: boolean;
  /** One file of records, which may be a folder of files by month. */
  readonly mayPart?: boolean;
}

export type DefinitionContent = Pick<NamedDefinitionInput, 'records' | 'report' | 'pack'> & {
  readonly name?: string;
  /** What is not asked for here: the chart above a report's table, in formats with pages. */
  readonly options?: Pick<ExportOptionsInput, 'chart'>;
};

/** The records behind the file. */
export interface ExportedRecords {
  readonly total: number;
  readonly isComplete: boolean;
  /** Amounts have a column of currencies beside them. */
  readonly isLabelled: boolean;
}

export interface ExportDialogProps {
  /** What goes into the file, one sentence. */
  readonly what: string;
  readonly records: ExportedRecords;
  /** What goes into the file, as a definition has it: it can be saved. Absent: no definition says it. */
  readonly content?: DefinitionContent;
  /** What is not to be chosen here. */
  readonly limits?: ExportLimits;
  /** Choices that only this kind of export has. */
  readonly children?: ReactNode;
  /** Whose records it holds; undefined: each file is of one client. */
  readonly holds: HeldSelection | undefined;
  /** @returns null when no destination was chosen */
  readonly run: (options: ExportOptionsInput, allowEmpty: boolean) => Promise<Manifest | PackManifest | null>;
  readonly onClose: () => void;
}

export function ExportDialog(props: ExportDialogProps) {
  const { what, records, limits: { formats = exportFormats, isInternal = false, mayPart = false } = {} } = props;
  const { content, children, holds, run, onClose } = props;
  const { total, isComplete, isLabelled } = records;
  const { zone } = useWorkspace();
  useFocusReturn();
  const [isSaving, setSaving] = useState(false);
  const profile = useProfile((content?.records ?? content?.report)?.filterGroups);
  const [chosen, setOptions] = useState<ExportOptionsInput>({});
  const usual = profile?.format && formats.includes(profile.format) ? profile.format : formats[0];
  const { partition: _partition, ...unparted } = chosen;
  const picked = { ...(mayPart ? chosen : unparted), format: chosen.format ?? usual ?? exportFormats[0] };
  const isForClient = settleChoices(picked, profile).now.audience === 'client';
  // A new file of records for a client is of billable entries, unless that is switched off.
  const isBillableOnly = isForClient && content?.records !== undefined && (chosen.billableOnly ?? true);
  const options = { ...picked, ...(isForClient && content?.records && { billableOnly: isBillableOnly }) };
  const drawn = withChart(options, content?.options?.chart);
  const [allowsEmpty, setAllowsEmpty] = useState(false);
  const writing = useMutation({ mutationFn: () => run(drawn, allowsEmpty) });
  const cancel = useMutation({ mutationFn: () => call('export.cancel', {}), onError: notifyFailure });
  const failed = writing.error !== null && !isFailure(writing.error, 'cancelled');
  const { label } = exportFormatLabels[options.format];
  if (isSaving && content)
    return <DefinitionDialog definition={{ format: 'timelog-export', ...content, options: drawn }} onClose={onClose} />;
  return (
    <Modal
      opened
      onClose={() => (writing.isPending ? cancel.mutate() : onClose())}
      title={writing.data ? texts.done : texts.title(label)}
      size={560}
      closeButtonProps={{ 'aria-label': uiTexts.close }}
    >
      {writing.data ? (
        'files' in writing.data ? (
          <PackDetails pack={writing.data} zone={zone} />
        ) : (
          <ManifestDetails manifest={writing.data} zone={zone} />
        )
      ) : failed ? (
        <ErrorState error={writing.error} onRetry={() => writing.mutate()} />
      ) : writing.isPending ? (
        <Writing total={total} />
      ) : (
        <div className={classes.form}>
          <p>{what}</p>
          {!isComplete && <Band place="dialog">{texts.partial}</Band>}
          {total === 0 && (
            <Band place="dialog" testId="export-nothing">
              <p>{texts.nothing}</p>
              <Checkbox
                size="xs"
                mt={6}
                label={texts.allowEmpty}
                checked={allowsEmpty}
                onChange={(event) => setAllowsEmpty(event.currentTarget.checked)}
              />
            </Band>
          )}
          {children}
          <ExportChoices
            options={options}
            profile={profile}
            isLabelled={isLabelled}
            formats={formats}
            isInternal={isInternal}
            mayPart={mayPart}
            isOfRecords={content?.records !== undefined}
            onChange={setOptions}
          />
          {isForClient && content?.records && (
            <LeavingTitles selection={content.records} isBillableOnly={isBillableOnly} />
          )}
          {isForClient && holds && !options.severalClients && <HeldClients selection={holds} />}
        </div>
      )}
      <div className={classes.buttons}>
        {content && !writing.isPending && !writing.data && !failed && (
          <Button className={classes.first} onClick={() => setSaving(true)} data-testid="export-save-as">
            {saveExportTexts.open}
          </Button>
        )}
        {writing.isPending ? (
          <Button onClick={() => cancel.mutate()}>{uiTexts.cancel}</Button>
        ) : failed ? (
          <>
            <Button onClick={onClose}>{uiTexts.close}</Button>
            <Button onClick={() => writing.reset()}>{texts.back}</Button>
          </>
        ) : (
          <Button onClick={onClose}>{uiTexts.close}</Button>
        )}
        {!writing.isPending && !writing.data && !failed && (
          <Button
            variant="filled"
            disabled={total === 0 && !allowsEmpty}
            onClick={() => writing.mutate()}
            data-testid="export-start"
          >
            {texts.start}
          </Button>
        )}
      </div>
    </Modal>
  );
}

export function Writing({ total }: { readonly total: number }) {
  const [progress, setProgress] = useState<EventPayload<'export.progress'>>({ written: 0, total });
  useEffect(() => subscribe('export.progress', setProgress), []);
  return (
    <div className={classes.form}>
      <output className="figure">
        {texts.running} · {texts.progress(count(progress.written), count(progress.total))}
      </output>
      <ProgressBar held={progress.written} total={progress.total} wide />
    </div>
  );
}
