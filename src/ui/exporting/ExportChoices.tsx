/** Chooses a file's format and receiver. Rarely used choices are folded. */
import { Button, Checkbox, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { profileTexts } from '#texts/exports/screen.ts';
import { exportingTexts as texts } from '#texts/screens/exporting.ts';
import {
  audiences,
  decimalMarks,
  exportOptionsSchema,
  exportPresets,
  changeFormat,
  headStyles,
  lineGroups,
  separators,
  resolveOptions,
  timeStyles,
  type Audience,
  type ExportOptionsInput,
  choosePaper,
  papers,
} from '#domain/exports/options.ts';
import { exportFormatLabels, exportFormats, toFormat, type ExportFormat } from '#domain/export-formats.ts';
import { applyProfile, findOnlyClient, findProfile, type ClientProfile } from '#domain/exports/profile.ts';
import { isPage } from '#domain/exports/record-columns.ts';
import { filterGroupsSchema } from '#domain/filter/model.ts';
import { Choice } from '../components/Choice.tsx';
import { count } from '../format/figures-and-times.ts';
import { listLocales, pageLocale, formatSample } from '#ui/locale.ts';
import { appInfo, signingState, settings } from '../data/queries.ts';
import classes from './ExportDialog.module.css';

export interface ExportChoicesProps {
  readonly options: ExportOptionsInput;
  /** The client's profile, if the file is for a single client. */
  readonly profile?: ClientProfile | undefined;
  readonly isLabelled: boolean;
  readonly formats: readonly ExportFormat[];
  readonly isInternal: boolean;
  readonly canSplitByMonth: boolean;
  readonly isRecordsExport: boolean;
  readonly onChange: (options: ExportOptionsInput) => void;
}

/** Resolves the choices with the profile and defaults, if they are compatible. */
export function resolveChoices(options: ExportOptionsInput, profile: ClientProfile | undefined) {
  const parsed = exportOptionsSchema.parse(options);
  const applied = applyProfile(parsed, profile, false);
  const resolved = resolveOptions(applied.ok ? applied.options : parsed);
  const { format = exportFormats[0], audience = 'internal' } = parsed;
  const current = resolved.ok ? resolved.value : { format: toFormat(format), preset: 'excel' as const, audience };
  return { parsed, resolved, current };
}

export function ExportChoices(props: ExportChoicesProps) {
  const { options, isLabelled, formats, isInternal, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const choices = prepareChoices(props);
  return (
    <>
      <FormatChoice
        format={choices.current.format}
        formats={formats}
        onChange={(format) => onChange(changeFormat(options, format))}
        isLabelled={isLabelled}
      />
      <AudienceChoices choices={choices} isInternal={isInternal} />
      <div>
        <Button
          variant="subtle"
          size="compact-xs"
          ml={-7}
          aria-expanded={isOpen}
          leftSection={isOpen ? <IconChevronDown size={12} aria-hidden /> : <IconChevronRight size={12} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
          data-testid="export-more"
        >
          {texts.more}
        </Button>
      </div>
      {isOpen && <FurtherChoices choices={choices} />}
    </>
  );
}

type Choices = ReturnType<typeof prepareChoices>;

function prepareChoices({ options, profile, canSplitByMonth, isRecordsExport, onChange }: ExportChoicesProps) {
  const { parsed, resolved, current } = resolveChoices(options, profile);
  const change = (part: ExportOptionsInput) => onChange({ ...options, ...part });
  // A profile decides about rates only while no audience is chosen, so its value is stored with the choice.
  const changeForClient = (part: ExportOptionsInput) =>
    change({ audience: 'client', rates: resolved.ok ? resolved.value.rates : parsed.rates, ...part });
  return {
    options,
    profile,
    canSplitByMonth,
    isRecordsExport,
    onChange,
    parsed,
    resolved,
    current,
    change,
    changeForClient,
  };
}

function AudienceChoices({ choices, isInternal }: { readonly choices: Choices; readonly isInternal: boolean }) {
  const { options, profile, isRecordsExport, onChange, parsed, resolved, current, change, changeForClient } = choices;
  return (
    <>
      {!isInternal && (
        <Radio.Group
          label={texts.audience.label}
          value={current.audience}
          onChange={(value) => onChange(withAudience(options, audiences.find((name) => name === value) ?? 'internal'))}
        >
          <Stack gap="sm" pt={4}>
            {audiences.map((audience) => (
              <Radio
                key={audience}
                value={audience}
                label={texts.audience[audience].label}
                description={texts.audience[audience].about}
                size="xs"
                data-testid={`export-audience-${audience}`}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {profile && parsed.audience === undefined && (
        <p className="quiet">{profileTexts.inForce(profile.client, profile.rates)}</p>
      )}
      {current.audience === 'client' && (
        <Stack gap="sm" pt={4}>
          <Checkbox
            size="xs"
            label={texts.audience.rates}
            disabled={profile?.rates === false}
            checked={resolved.ok && resolved.value.rates}
            onChange={(event) => changeForClient({ rates: event.currentTarget.checked })}
          />
          {isRecordsExport && (
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
            onChange={(event) => changeForClient({ severalClients: event.currentTarget.checked })}
            data-testid="export-several-clients"
          />
        </Stack>
      )}
    </>
  );
}

function FurtherChoices({ choices }: { readonly choices: Choices }) {
  const { options, canSplitByMonth, isRecordsExport, parsed, resolved, current, change, changeForClient } = choices;
  const locale = parsed.locale ?? pageLocale();
  const isCsv = current.format === 'csv';
  const isForExcel = isCsv && current.preset === 'excel';
  return (
    <SimpleGrid cols={2} spacing="md" verticalSpacing="md">
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
          value={current.preset}
          // Files for programs have a fixed format of cells.
          onChange={(preset) => change({ preset, separator: undefined, decimalMark: undefined })}
        />
      )}
      <Pick
        label={texts.heads.label}
        choices={headStyles}
        names={texts.heads.choices}
        value={parsed.heads ?? (resolved.ok ? resolved.value.heads : 'labels')}
        onChange={(heads) => change({ heads })}
      />
      <Pick
        label={texts.times.label}
        choices={timeStyles}
        names={texts.times.choices}
        value={parsed.times ?? (resolved.ok ? resolved.value.times : 'local')}
        onChange={(times) => change({ times })}
      />
      {isForExcel && (
        <>
          <Pick
            label={texts.decimalMark.label}
            choices={decimalMarks}
            names={texts.decimalMark.choices}
            value={parsed.decimalMark ?? 'point'}
            // A decimal comma excludes a comma separator, so the separator is reset.
            onChange={(decimalMark) => change({ decimalMark, separator: undefined })}
          />
          <Pick
            label={texts.separator.label}
            choices={separators.filter((separator) => separator !== 'comma' || parsed.decimalMark !== 'comma')}
            names={texts.separator.choices}
            value={resolved.ok ? resolved.value.separator : 'semicolon'}
            onChange={(separator) => change({ separator })}
          />
        </>
      )}
      {isPage(current.format) && (
        <Choice
          label={texts.locale}
          size="xs"
          allowDeselect={false}
          searchable
          data={listLocales(locale).map((value) => ({ value, label: `${value} · ${formatSample(value)}` }))}
          value={locale}
          // Drops the decimal mark of an old definition, because the locale decides it.
          onChange={(chosen) => chosen !== null && change({ locale: chosen, decimalMark: undefined })}
        />
      )}
      {current.format === 'pdf' && (
        <Pick
          label={texts.paper.label}
          choices={papers}
          names={texts.paper.choices}
          value={choosePaper(parsed.paper, locale)}
          onChange={(paper) => change({ paper })}
        />
      )}
      {current.format === 'pdf' && current.audience === 'client' && isRecordsExport && (
        <Pick
          label={texts.groupedBy.label}
          choices={lineGroups}
          names={texts.groupedBy.choices}
          value={parsed.groupedBy ?? lineGroups[0]}
          // Only files for clients have this choice.
          onChange={(groupedBy) => changeForClient({ groupedBy })}
        />
      )}
      {canSplitByMonth && current.format === 'parquet' && (
        <PartitionChoice partition={parsed.partition} onChange={(partition) => change({ partition })} />
      )}
      {current.format === 'pdf' && (
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
        checked={parsed.names ?? (resolved.ok && resolved.value.names)}
        onChange={(event) => change({ names: event.currentTarget.checked })}
      />
      <SignChoice isChosen={parsed.sign ?? false} onChange={(sign) => change({ sign })} />
    </SimpleGrid>
  );
}

/** Drops the choices that apply to clients' files only. */
function withAudience(options: ExportOptionsInput, audience: Audience): ExportOptionsInput {
  const { rates: _rates, billableOnly: _billable, severalClients: _several, groupedBy: _grouped, ...kept } = options;
  return audience === 'client' ? { ...options, audience } : { ...kept, audience };
}

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
      data={choices.map((choice) => ({ value: choice, label: names[choice] }))}
      value={value}
      onChange={(chosen) => {
        const choice = choices.find((candidate) => candidate === chosen);
        if (choice !== undefined) onChange(choice);
      }}
    />
  );
}

/** Formats that people open; the others are for programs. */
const usualFormats: readonly ExportFormat[] = ['pdf', 'xlsx', 'csv', 'html'];

interface FormatChoiceProps {
  readonly format: ExportFormat;
  readonly formats: readonly ExportFormat[];
  readonly onChange: (format: ExportFormat) => void;
  /** Amounts have an extra column of currencies. */
  readonly isLabelled: boolean;
}

function FormatChoice({ format, formats, onChange, isLabelled }: FormatChoiceProps) {
  const [showsAll, setShowsAll] = useState(false);
  const { about, limits } = exportFormatLabels[format];
  const usual = usualFormats.filter((usualFormat) => formats.includes(usualFormat));
  const others = formats.filter((other) => !usual.includes(other));
  const visibleFormats = [...usual, ...others.filter((other) => showsAll || other === format)];
  const sentences = [about, limits?.(count), isLabelled ? texts.labelled : null].filter((sentence) => sentence != null);
  return (
    <>
      {formats.length > 1 && (
        <Radio.Group
          label={texts.format}
          value={format}
          onChange={(value) => onChange(formats.find((name) => name === value) ?? format)}
        >
          <div className={classes.formats}>
            {visibleFormats.map((visible) => (
              <Radio key={visible} value={visible} label={exportFormatLabels[visible].label} size="xs" />
            ))}
            {visibleFormats.length < formats.length && (
              <Button
                variant="subtle"
                size="compact-xs"
                w="fit-content"
                my={-2}
                onClick={() => setShowsAll(true)}
                data-testid="export-more-formats"
              >
                {texts.moreFormats}
              </Button>
            )}
          </div>
        </Radio.Group>
      )}
      <Text size="xs" className="quiet">
        {sentences.join(' ')}
      </Text>
    </>
  );
}

/** Offers to split a Parquet file into a folder of files by month. A browser can save only a single file. */
interface PartitionChoiceProps {
  readonly partition: ExportOptionsInput['partition'];
  readonly onChange: (partition: ExportOptionsInput['partition']) => void;
}

function PartitionChoice({ partition, onChange }: PartitionChoiceProps) {
  const { data: app } = useQuery(appInfo);
  if (app?.host !== 'desktop') return null;
  return (
    <Checkbox
      size="xs"
      className={classes.wide}
      label={texts.partition.label}
      description={texts.partition.about}
      checked={partition !== undefined}
      onChange={(event) => onChange(event.currentTarget.checked ? 'month' : undefined)}
      data-testid="export-partition"
    />
  );
}

const signTexts = texts.sign;

interface SignChoiceProps {
  readonly label?: string;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

/** Offers to sign the file with the app's key. Without a key, it explains how to create one. */
export function SignChoice({ label = signTexts.label, isChosen, onChange }: SignChoiceProps) {
  const { data: state } = useQuery(signingState);
  if (!state) return null;
  const { key, keychainAvailable } = state;
  return (
    <Checkbox
      size="xs"
      className={classes.wide}
      label={label}
      description={key ? signTexts.about(key.fingerprint) : keychainAvailable ? signTexts.none : signTexts.unavailable}
      disabled={key === null}
      checked={key !== null && isChosen}
      onChange={(event) => onChange(event.currentTarget.checked)}
      data-testid="export-sign"
    />
  );
}

/** Finds the profile if a filter selects the records of a single client. */
export function useProfile(filterGroups: z.input<typeof filterGroupsSchema> = []): ClientProfile | undefined {
  const { data } = useQuery(settings);
  return data && findProfile(data.clientProfiles, findOnlyClient(filterGroupsSchema.parse(filterGroups)));
}
