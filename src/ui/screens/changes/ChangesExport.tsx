/** Writes what changed between two moments to a file for internal use. */
import type { Input, Output } from '#contract/api.ts';
import type { ExportFormat } from '#domain/export-formats.ts';
import { changesScreenTexts as texts } from '#texts/screens/changes.ts';
import { call } from '#ui/data/client.ts';
import { ExportDialog } from '#ui/exporting/ExportDialog.tsx';
import { count } from '#ui/format/figures-and-times.ts';

interface ChangesExportProps {
  readonly input: Input<'memory.changes'>;
  readonly changes: Output<'memory.changes'>;
  readonly initialFormat: ExportFormat;
  readonly onClose: () => void;
}

export function ChangesExport({ input, changes: { total, complete }, initialFormat, onClose }: ChangesExportProps) {
  return (
    <ExportDialog
      summary={texts.exports(count(total))}
      records={{ total, isComplete: complete, isLabelled: false }}
      limits={{ initialFormat, isInternal: true }}
      fileSelection={undefined}
      run={({ audience: _audience, rates: _rates, ...options }) => call('export.changes', { ...input, ...options })}
      onClose={onClose}
    />
  );
}
