/** Which format the file is written in, how that one writes, and what it cannot hold. */
import { Radio } from '@mantine/core';
import { exportFormatLabels, exportFormats, type ExportFormat } from '../../domain/export-formats.ts';
import { exportingTexts as texts } from '#texts/screens/exporting.ts';
import classes from './ExportDialog.module.css';

export interface FormatChoiceProps {
  readonly format: ExportFormat;
  readonly onChange: (format: ExportFormat) => void;
  /** Amounts have a column more. */
  readonly isLabelled: boolean;
}

export function FormatChoice({ format, onChange, isLabelled }: FormatChoiceProps) {
  const { about, limits } = exportFormatLabels[format];
  const sentences = [about, limits, isLabelled ? texts.labelled : null].filter((each) => each !== null);
  return (
    <>
      {exportFormats.length > 1 && (
        <Radio.Group
          label={texts.format}
          value={format}
          onChange={(value) => onChange(exportFormats.find((each) => each === value) ?? format)}
        >
          <div className={classes.formats}>
            {exportFormats.map((each) => (
              <Radio key={each} value={each} label={exportFormatLabels[each].label} size="xs" />
            ))}
          </div>
        </Radio.Group>
      )}
      <p className="quiet">{sentences.join(' ')}</p>
    </>
  );
}
