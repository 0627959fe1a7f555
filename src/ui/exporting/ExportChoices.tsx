/** How a file is written and who receives it. What is seldom chosen is behind one line. */
import { Button, Checkbox, Radio, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import {
  audiences,
  type Audience,
  decimalMarks,
  exportOptionsSchema,
  exportPresets,
  headStyles,
  separators,
  settleOptions,
  timeStyles,
  type ExportOptionsInput,
} from '../../domain/exports/options.ts';
import type { ExportFormat } from '../../domain/export-formats.ts';
import { applyProfile, type ClientProfile } from '../../domain/exports/saved/profile.ts';
import { profileTexts } from '#texts/exports/screen.ts';
import { exportingTexts as texts } from '#texts/screens/exporting.ts';
import { Choice } from '../components/controls/Choice.tsx';
import { exportFormats } from '../../domain/export-formats.ts';
import { FormatChoice } from './FormatChoice.tsx';
import { PartitionChoice } from './PartitionChoice.tsx';
import { SignChoice } from './SignChoice.tsx';
import classes from './ExportDialog.module.css';

export interface ExportChoicesProps {
  readonly options: ExportOptionsInput;
  /** What the client's files are like, where it is for one client alone. */
  readonly profile?: ClientProfile | undefined;
  readonly isLabelled: boolean;
  readonly formats: readonly ExportFormat[];
  /** No client receives it. */
  readonly isInternal: boolean;
  /** It may be a folder of files by month. */
  readonly mayPart: boolean;
  readonly isOfRecords: boolean;
  readonly onChange: (options: ExportOptionsInput) => void;
}

/** What the choices come to, as long as they fit together. */
export function settleChoices(options: ExportOptionsInput, profile: ClientProfile | undefined) {
  const parsed = exportOptionsSchema.parse(options);
  const applied = applyProfile(parsed, profile, false);
  const settled = settleOptions(applied.ok ? applied.options : parsed);
  const { format = exportFormats[0], audience = 'internal' } = parsed;
  const now = settled.ok ? settled.value : { format, preset: 'excel' as const, audience };
  return { parsed, settled, now };
}

export function ExportChoices(props: ExportChoicesProps) {
  const { options, profile, isLabelled, formats, isInternal, mayPart, isOfRecords, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const { parsed, settled, now } = settleChoices(options, profile);
  const change = (part: ExportOptionsInput) => onChange({ ...options, ...part });
  const isCsv = now.format === 'csv';
  const isForExcel = isCsv && now.preset === 'excel';
  return (
    <>
      <FormatChoice
        format={now.format}
        formats={formats}
        onChange={(format) => onChange(withFormat(options, format))}
        isLabelled={isLabelled}
      />
      {!isInternal && (
        <Radio.Group
          label={texts.audience.label}
          value={now.audience}
          onChange={(value) => onChange(withAudience(options, audiences.find((each) => each === value) ?? 'internal'))}
        >
          <div className={classes.choices}>
            {audiences.map((each) => (
              <Radio
                key={each}
                value={each}
                label={texts.audience[each].label}
                description={texts.audience[each].about}
                size="xs"
                data-testid={`export-audience-${each}`}
              />
            ))}
          </div>
        </Radio.Group>
      )}
      {profile && parsed.audience === undefined && (
        <p className="quiet">{profileTexts.inForce(profile.client, profile.rates)}</p>
      )}
      {now.audience === 'client' && (
        <div className={classes.choices}>
          <Checkbox
            size="xs"
            label={texts.audience.rates}
            disabled={profile?.rates === false}
            checked={settled.ok && settled.value.rates}
            onChange={(event) => change({ audience: 'client', rates: event.currentTarget.checked })}
          />
          {isOfRecords && (
            <Checkbox
              size="xs"
              label={texts.audience.billableOnly}
              checked={parsed.billableOnly ?? false}
              onChange={(event) => change({ billableOnly: event.currentTarget.checked })}
              data-testid="export-billable-only"
            />
          )}
          <Checkbox
            size="xs"
            label={texts.audience.severalClients}
            checked={parsed.severalClients ?? false}
            onChange={(event) => change({ audience: 'client', severalClients: event.currentTarget.checked })}
            data-testid="export-several-clients"
          />
        </div>
      )}
      <div>
        <Button
          variant="subtle"
          size="compact-xs"
          aria-expanded={isOpen}
          leftSection={isOpen ? <IconChevronDown size={12} aria-hidden /> : <IconChevronRight size={12} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
          data-testid="export-more"
        >
          {texts.more}
        </Button>
      </div>
      {isOpen && (
        <Grid>
          <TextInput
            label={texts.fileTitle}
            size="xs"
            maxLength={120}
            value={options.title ?? ''}
            onChange={(event) =>
              change({ title: event.currentTarget.value.trim() === '' ? undefined : event.currentTarget.value })
            }
          />
          {isCsv && (
            <Pick
              label={texts.preset.label}
              choices={exportPresets}
              names={texts.preset.choices}
              value={now.preset}
              // Programs read one form of cells alone.
              onChange={(preset) => change({ preset, separator: undefined, decimalMark: undefined })}
            />
          )}
          <Pick
            label={texts.heads.label}
            choices={headStyles}
            names={texts.heads.choices}
            value={parsed.heads ?? (settled.ok ? settled.value.heads : 'labels')}
            onChange={(heads) => change({ heads })}
          />
          <Pick
            label={texts.times.label}
            choices={timeStyles}
            names={texts.times.choices}
            value={parsed.times ?? (settled.ok ? settled.value.times : 'local')}
            onChange={(times) => change({ times })}
          />
          {isForExcel && (
            <>
              <Pick
                label={texts.decimalMark.label}
                choices={decimalMarks}
                names={texts.decimalMark.choices}
                value={parsed.decimalMark ?? 'point'}
                // A comma in numbers excludes one between cells: the separator follows unless it is chosen.
                onChange={(decimalMark) => change({ decimalMark, separator: undefined })}
              />
              <Pick
                label={texts.separator.label}
                choices={separators.filter((each) => each !== 'comma' || parsed.decimalMark !== 'comma')}
                names={texts.separator.choices}
                value={settled.ok ? settled.value.separator : 'semicolon'}
                onChange={(separator) => change({ separator })}
              />
            </>
          )}
          {mayPart && now.format === 'parquet' && (
            <PartitionChoice partition={parsed.partition} onChange={(partition) => change({ partition })} />
          )}
          {now.format === 'pdf' && (
            <Checkbox
              size="xs"
              className={classes.wide}
              label={texts.signature}
              checked={parsed.signature ?? false}
              onChange={(event) => change({ signature: event.currentTarget.checked })}
            />
          )}
          <Checkbox
            size="xs"
            className={classes.wide}
            label={texts.names}
            checked={parsed.names ?? (settled.ok && settled.value.names)}
            onChange={(event) => change({ names: event.currentTarget.checked })}
          />
          <SignChoice isChosen={parsed.sign ?? false} onChange={(sign) => change({ sign })} />
        </Grid>
      )}
    </>
  );
}

/** Choices that only one format has go with it: behind another they would be out of sight. */
function withFormat(options: ExportOptionsInput, format: ExportOptionsInput['format']): ExportOptionsInput {
  const {
    preset: _preset,
    separator: _separator,
    decimalMark: _mark,
    signature: _,
    chart: _chart,
    ...others
  } = options;
  const { partition: _partition, ...kept } = others;
  return { ...kept, format };
}

/** Whether rates are shown, and what else narrows a client's file, is a choice for clients alone. */
function withAudience(options: ExportOptionsInput, audience: Audience): ExportOptionsInput {
  const { rates: _rates, billableOnly: _billable, severalClients: _several, ...kept } = options;
  return audience === 'client' ? { ...options, audience } : { ...kept, audience };
}

const Grid = ({ children }: { readonly children: ReactNode }) => <div className={classes.grid}>{children}</div>;

interface PickProps<Of extends string> {
  readonly label: string;
  readonly choices: readonly Of[];
  readonly names: Readonly<Record<Of, string>>;
  readonly value: Of;
  readonly onChange: (choice: Of) => void;
}

function Pick<Of extends string>({ label, choices, names, value, onChange }: PickProps<Of>) {
  return (
    <Choice
      label={label}
      size="xs"
      allowDeselect={false}
      data={choices.map((each) => ({ value: each, label: names[each] }))}
      value={value}
      onChange={(chosen) => {
        const found = choices.find((each) => each === chosen);
        if (found !== undefined) onChange(found);
      }}
    />
  );
}
