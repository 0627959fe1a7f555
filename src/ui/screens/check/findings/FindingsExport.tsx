/** Writes open findings to a file for internal use: those of the list shown, or of every check. */
import { Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Input } from '#contract/api.ts';
import { checkScreenTexts as texts, checkTexts } from '#texts/screens/checks.ts';
import { checksRun } from '#ui/data/queries.ts';
import { call } from '#ui/data/client.ts';
import { ExportDialog } from '#ui/exporting/ExportDialog.tsx';
import { count } from '#ui/format/figures.ts';
import classes from '#ui/exporting/ExportDialog.module.css';

export interface FindingsExportProps {
  readonly check: string;
  readonly selection: Input<'checks.run'>;
  readonly onClose: () => void;
}

export function FindingsExport({ check, selection, onClose }: FindingsExportProps) {
  const [isAll, setAll] = useState(false);
  const { data } = useQuery(checksRun(selection));
  const open = (data?.checks ?? []).filter(({ id }) => isAll || id === check).reduce((sum, each) => sum + each.open, 0);
  const label = checkTexts[check]?.label ?? check;
  return (
    <ExportDialog
      what={isAll ? texts.exportsAll(count(open)) : texts.exportsOne(label, count(open))}
      records={{ total: open, isComplete: data?.complete === true, isLabelled: false }}
      limits={{ isInternal: true }}
      holds={undefined}
      run={({ audience: _audience, rates: _rates, ...options }) =>
        call('checks.export', { ...selection, ...options, ...(!isAll && { check }) })
      }
      onClose={onClose}
    >
      <Radio.Group label={texts.exportWhat} value={isAll ? 'all' : 'one'} onChange={(value) => setAll(value === 'all')}>
        <div className={classes.formats}>
          <Radio value="one" label={label} size="xs" />
          <Radio value="all" label={texts.exportAll} size="xs" data-testid="export-all-findings" />
        </div>
      </Radio.Group>
    </ExportDialog>
  );
}
