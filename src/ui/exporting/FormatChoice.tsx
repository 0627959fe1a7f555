/** Which format the file is written in, how that one writes, and what it cannot hold. */
import { Radio } from '@mantine/core';
import { exportFormatLabels, type ExportFormat } from '../../domain/export-formats.ts';
import { count } from '../format/figures.ts';
import { exportingTexts as texts } from '#texts/screens/exporting.ts';
import classes from './ExportDialog.module.css';

export interface FormatChoiceProps {
  readonly format: ExportFormat;
  readonly formats: readonly ExportFormat[];
  readonly onChange: (format: ExportFormat) => void;
  /** Amounts have a column more. */
  readonly isLabelled: boolean;
}

export function FormatChoice({ format, formats, onChange, isLabelled }: FormatChoiceProps) {
  const { about, limits } = exportFormatLabels[format];
  const sentences = [about, limits?.(count), isLabelled ? texts.labelled : null].filter((each) => each != null);
  return (
    <>
      {formats.length > 1 && (
        <Radio.Group
          label={texts.format}
          value={format}
          onChange={(value) => onChange(formats.find((each) => each === value) ?? format)}
        >
          <div className={classes.formats}>
            {formats.map((each) => (
              <Radio key={each} value={each} label={exportFormatLabels[each].label} size="xs" />
            ))}
          </div>
        </Radio.Group>
      )}
      <p className="quiet">{sentences.join(' ')}</p>
    </>
  );
}
