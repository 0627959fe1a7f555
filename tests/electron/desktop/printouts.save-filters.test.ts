import { expect, it } from 'vitest';
import { toSaveFilters } from '#electron/desktop/printouts.ts';
import { exportFormatLabels, exportFormats, fileTypes } from '#domain/export-formats.ts';

it.each(exportFormats)('a file of the format %s is saved as one of its kind', (format) => {
  const { extension } = fileTypes[format];
  expect(toSaveFilters(`time-logs-2026-10.${extension}`)).toEqual([
    { name: exportFormatLabels[format].label, extensions: [extension.split('.').at(-1)] },
  ]);
});

it('any other file is saved under whatever name', () => {
  expect(toSaveFilters('margin.png')).toEqual([]);
  expect(toSaveFilters('firm.timelog')).toEqual([]);
});
