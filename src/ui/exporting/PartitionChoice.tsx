/** Whether a Parquet is a folder of files by month. A page in the browser takes one file, not a folder. */
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ExportOptionsInput } from '../../domain/exports/options.ts';
import { exportingTexts } from '#texts/screens/exporting.ts';
import { appInfo } from '../data/queries.ts';
import classes from './ExportDialog.module.css';

export interface PartitionChoiceProps {
  readonly partition: ExportOptionsInput['partition'];
  readonly onChange: (partition: ExportOptionsInput['partition']) => void;
}

export function PartitionChoice({ partition, onChange }: PartitionChoiceProps) {
  const { data: app } = useQuery(appInfo);
  if (app?.host !== 'desktop') return null;
  return (
    <Checkbox
      size="xs"
      className={classes.wide}
      label={exportingTexts.partition.label}
      description={exportingTexts.partition.about}
      checked={partition !== undefined}
      onChange={(event) => onChange(event.currentTarget.checked ? 'month' : undefined)}
      data-testid="export-partition"
    />
  );
}
