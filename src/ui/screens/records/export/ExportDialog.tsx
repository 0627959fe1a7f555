/** Writes the filtered records to a file: what goes in beforehand, progress meanwhile, the manifest afterwards. */
import { Button, Modal, Radio } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Input } from '../../../../contract/api.ts';
import type { EventPayload } from '../../../../contract/events.ts';
import { exportFormatLabels, exportFormats, type ExportFormat } from '../../../../domain/export-formats.ts';
import { knowsCurrency } from '../../../../domain/people/directory.ts';
import type { Property } from '../../../../domain/properties.ts';
import { holdsMoney } from '../../../../domain/reports/definition/counted.ts';
import { properties } from '../../../../domain/properties.ts';
import { useFocusReturn } from '../../../components/controls/use-focus-return.ts';
import { recordsColumnsTexts as columnsTexts } from '#texts/screens/records-columns.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Band } from '../../../components/states/Band.tsx';
import { call, subscribe } from '../../../data/client.ts';
import { isFailure } from '../../../data/error-text.ts';
import { useWorkspace } from '../../../data/open-workspace.ts';
import { ErrorState } from '../../../components/states/ErrorState.tsx';
import { count } from '../../../format/figures.ts';
import { useNames } from '../../../names.ts';
import { ProgressBar } from '../../../sync/SyncProgressLine.tsx';
import { exportColumns } from '../table/columns.ts';
import { FormatChoice } from './FormatChoice.tsx';
import { ManifestDetails } from './ManifestDetails.tsx';
import { sayFailed } from '../../../notifications/say-failed.ts';
import type { SortOrder } from '../../../../domain/records/sort-order.ts';
import classes from './ExportDialog.module.css';

export interface ExportDialogProps {
  readonly selection: Pick<Input<'export.run'>, 'filterGroups' | 'query' | 'period'>;
  readonly columns: readonly Property[];
  /** Those that have room: a file does not depend on the window. */
  readonly inSight: readonly Property[];
  readonly sort: SortOrder;
  readonly total: number;
  readonly isComplete: boolean;
  readonly onClose: () => void;
}

type Columns = 'shown' | 'every';
const texts = uiTexts.exporting;

export function ExportDialog(props: ExportDialogProps) {
  const { selection, columns, inSight, sort, total, isComplete, onClose } = props;
  const { currency, zone } = useWorkspace();
  useFocusReturn();
  const { directory } = useNames();
  const exported = exportColumns(columns);
  const leftOut = columns.filter((each) => !inSight.includes(each)).map(({ label }) => label);
  const [which, setWhich] = useState<Columns>('shown');
  const [format, setFormat] = useState<ExportFormat>(exportFormats[0]);
  const written = which === 'every' ? properties : columns;
  const isLabelled = written.some(({ name }) => holdsMoney(name)) && knowsCurrency(directory, currency);
  const run = useMutation({
    mutationFn: () =>
      call('export.run', {
        ...selection,
        sort,
        format,
        ...(which === 'shown' && { columns: exported }),
      }),
  });
  const cancel = useMutation({ mutationFn: () => call('export.cancel', {}), onError: sayFailed });
  const failed = run.error !== null && !isFailure(run.error, 'cancelled');
  return (
    <Modal
      opened
      onClose={() => (run.isPending ? cancel.mutate() : onClose())}
      title={run.data ? texts.done : texts.title(exportFormatLabels[format].label)}
      size={520}
      closeButtonProps={{ 'aria-label': uiTexts.close }}
    >
      {run.data ? (
        <ManifestDetails manifest={run.data} zone={zone} />
      ) : failed ? (
        <ErrorState error={run.error} onRetry={() => run.mutate()} />
      ) : run.isPending ? (
        <Writing total={total} />
      ) : (
        <div className={classes.form}>
          <p>{texts.what(count(total))}</p>
          {!isComplete && <Band place="dialog">{texts.partial}</Band>}
          <Radio.Group
            label={texts.columns}
            value={which}
            onChange={(value) => setWhich(value === 'every' ? 'every' : 'shown')}
          >
            <div className={classes.choices}>
              <Radio
                value="shown"
                label={texts.shown(count(exported.length))}
                description={leftOut.length > 0 && columnsTexts.exported(leftOut)}
                size="xs"
              />
              <Radio value="every" label={texts.every(count(properties.length))} size="xs" />
            </div>
          </Radio.Group>
          <FormatChoice format={format} onChange={setFormat} isLabelled={isLabelled} />
        </div>
      )}
      <div className={classes.buttons}>
        {run.isPending ? (
          <Button onClick={() => cancel.mutate()}>{uiTexts.cancel}</Button>
        ) : (
          <Button onClick={onClose}>{uiTexts.close}</Button>
        )}
        {!run.isPending && !run.data && !failed && (
          <Button variant="filled" onClick={() => run.mutate()} data-testid="export-start">
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
