/** Writes records or a report to a file: how and for whom beforehand, progress meanwhile, the manifest afterwards. */
import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import type { EventPayload } from '../../contract/events.ts';
import type { Manifest, PackManifest } from '../../contract/exports.ts';
import { exportFormatLabels, exportFormats, type ExportFormat } from '../../domain/export-formats.ts';
import type { ExportOptionsInput } from '../../domain/exports/options.ts';
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
import { ExportChoices } from './ExportChoices.tsx';
import { PackDetails } from './PackDetails.tsx';
import { ManifestDetails } from './ManifestDetails.tsx';
import classes from './ExportDialog.module.css';

export interface ExportLimits {
  /** Default: all of them; the first one is chosen. */
  readonly formats?: readonly ExportFormat[];
  /** No client receives it: nothing is asked. */
  readonly isInternal?: boolean;
}

export interface ExportDialogProps {
  /** What goes into the file, one sentence. */
  readonly what: string;
  /** Records behind it. */
  readonly total: number;
  readonly isComplete: boolean;
  /** Amounts have a column of currencies beside them. */
  readonly isLabelled: boolean;
  /** What is not to be chosen here. */
  readonly limits?: ExportLimits;
  /** Choices that only this kind of export has. */
  readonly children?: ReactNode;
  /** @returns null when no destination was chosen */
  readonly run: (options: ExportOptionsInput) => Promise<Manifest | PackManifest | null>;
  readonly onClose: () => void;
}

export function ExportDialog(props: ExportDialogProps) {
  const { what, total, isComplete, isLabelled, limits: { formats = exportFormats, isInternal = false } = {} } = props;
  const { children, run, onClose } = props;
  const { zone } = useWorkspace();
  useFocusReturn();
  const [options, setOptions] = useState<ExportOptionsInput>({ format: formats[0] });
  const writing = useMutation({ mutationFn: () => run(options) });
  const cancel = useMutation({ mutationFn: () => call('export.cancel', {}), onError: notifyFailure });
  const failed = writing.error !== null && !isFailure(writing.error, 'cancelled');
  const { label } = exportFormatLabels[options.format ?? exportFormats[0]];
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
          {children}
          <ExportChoices
            options={options}
            isLabelled={isLabelled}
            formats={formats}
            isInternal={isInternal}
            onChange={setOptions}
          />
        </div>
      )}
      <div className={classes.buttons}>
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
          <Button variant="filled" onClick={() => writing.mutate()} data-testid="export-start">
            {texts.start}
          </Button>
        )}
      </div>
    </Modal>
  );
}

function Writing({ total }: { readonly total: number }) {
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
