/** Writes the filtered records to a file, with the chosen columns or every property. */
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Input } from '#contract/api.ts';
import type { ExportFormat } from '#domain/export-formats.ts';
import { hasAnyCurrency } from '#domain/people/directory.ts';
import { properties, type Property } from '#domain/properties.ts';
import { toSort, type SortOrder } from '#domain/records/sort-order.ts';
import { isMoneyProperty } from '#domain/records/counted.ts';
import { exportingTexts as texts } from '#texts/screens/exporting.ts';
import { recordsColumnsTexts as columnsTexts } from '#texts/screens/record-columns.ts';
import { call } from '#ui/data/client.ts';
import { useWorkspace } from '#ui/data/queries.ts';
import { ALL_TIME } from '#ui/period/view-period.ts';
import { ExportDialog, type ExportedRecords } from '#ui/exporting/ExportDialog.tsx';
import { PackChoice, type Pack } from '#ui/exporting/PackChoice.tsx';
import { count } from '#ui/format/figures-and-times.ts';
import { useNames } from '#ui/names.ts';
import { listExportColumns } from './columns.ts';

export interface RecordsExportProps {
  readonly selection: Pick<Input<'export.run'>, 'filterGroups' | 'query' | 'period'>;
  /** The period as it was chosen, because a saved export of “last month” must move on with the months. */
  readonly chosenPeriod: string;
  readonly columns: readonly Property[];
  /** The columns that have room in the window, on which a file does not depend. */
  readonly visibleColumns: readonly Property[];
  readonly sort: readonly SortOrder[];
  readonly records: Pick<ExportedRecords, 'total' | 'isComplete'>;
  readonly initialFormat: ExportFormat | undefined;
  readonly onClose: () => void;
}

export function RecordsExport(props: RecordsExportProps) {
  const { selection, chosenPeriod, columns, visibleColumns, sort, records, initialFormat, onClose } = props;
  const { total } = records;
  const { currency } = useWorkspace();
  const { directory } = useNames();
  const [which, setWhich] = useState<'shown' | 'every'>('shown');
  const [pack, setPack] = useState<Pack>();
  const columnNames = listExportColumns(columns);
  const leftOut = columns.filter((column) => !visibleColumns.includes(column)).map(({ label }) => label);
  const exportedColumns = which === 'every' ? properties : columns;
  const isLabelled = exportedColumns.some(({ name }) => isMoneyProperty(name)) && hasAnyCurrency(directory, currency);
  const query = { ...selection, sort: toSort(sort) };
  return (
    <ExportDialog
      summary={texts.what(count(total))}
      records={{ ...records, isLabelled }}
      content={{
        records: {
          ...query,
          period: chosenPeriod === ALL_TIME ? undefined : chosenPeriod,
          ...(which === 'shown' && { columns: columnNames }),
        },
        ...(pack && { pack }),
      }}
      limits={{ initialFormat, canSplitByMonth: pack === undefined }}
      fileSelection={pack?.by === 'client' ? undefined : selection}
      run={(options, allowEmpty) => {
        const input = { ...query, ...options, ...(which === 'shown' && { columns: columnNames }) };
        return pack ? call('export.pack', { ...input, ...pack }) : call('export.run', { ...input, allowEmpty });
      }}
      onClose={onClose}
    >
      <Radio.Group
        label={texts.columns}
        value={which}
        onChange={(value) => setWhich(value === 'every' ? 'every' : 'shown')}
      >
        <Stack gap="sm" pt={4}>
          <Radio
            value="shown"
            label={texts.visibleColumns(count(columnNames.length))}
            description={leftOut.length > 0 && columnsTexts.exported(leftOut)}
            size="xs"
          />
          <Radio value="every" label={texts.every(count(properties.length))} size="xs" />
        </Stack>
      </Radio.Group>
      <PackChoice pack={pack} isEmpty={total === 0} onChange={setPack} />
    </ExportDialog>
  );
}
