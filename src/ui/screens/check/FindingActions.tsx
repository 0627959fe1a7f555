/** Actions for the chosen findings, or all on this page: mark, fetch again, message a person, export. */
import { Anchor, Button, Group, Menu, Radio, Text, TextInput } from '@mantine/core';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Input, Output } from '#contract/api.ts';
import { type Finding, MAX_NOTE_CHARACTERS } from '#contract/checks.ts';
import { countRequests } from '#domain/lookup/pasted-ids.ts';
import { checkScreenTexts as texts, checkTexts } from '#texts/screens/checks.ts';
import { count } from '#ui/format/figures-and-times.ts';
import { usePrintSettings } from '#ui/format/use-printing.ts';
import { namePerson, useNames } from '#ui/names.ts';
import { rejectedSettings, settings, dataStatus, checksRun, useWorkspace } from '#ui/data/queries.ts';
import { paths } from '#ui/routing/paths.ts';
import { groupByPerson, formatMessage } from './messages.ts';
import { call } from '#ui/data/client.ts';
import { notifyFailure } from '#ui/notifications.tsx';
import { writeToClipboard } from '#ui/share/clipboard.ts';
import { propertyNames } from '#domain/properties.ts';
import { ExportDialog } from '#ui/exporting/ExportDialog.tsx';
import classes from './CheckScreen.module.css';
import dialog from '#ui/exporting/ExportDialog.module.css';

export interface FindingActionsProps {
  readonly check: string;
  /** The findings of this page. */
  readonly findings: readonly Finding[];
  readonly chosen: readonly Finding[];
  readonly selection: Input<'checks.run'>;
  readonly showsReviewed: boolean;
  /** The reason why the chosen findings need no change. */
  readonly note: { readonly text: string; readonly onChange: (text: string) => void };
  readonly onMark: () => void;
}

export function FindingActions(props: FindingActionsProps) {
  const { check, findings, chosen, selection, showsReviewed, note, onMark } = props;
  const workspace = useWorkspace();
  const targets = chosen.length > 0 ? chosen : findings;
  const recheck = useRecheck();
  const { data: kept } = useQuery(settings);
  const { data: rejected } = useQuery(rejectedSettings);
  const isAddressRejected = rejected?.refused.some(({ name }) => name === 'recordAddress') === true;
  const [isExporting, setExporting] = useState(false);
  return (
    <Group className="screen-only" gap="sm" flex="none" px="lg" pb="sm">
      <Button
        variant={chosen.length > 0 ? 'filled' : 'default'}
        disabled={chosen.length === 0}
        onClick={onMark}
        data-testid="mark"
      >
        {showsReviewed ? texts.unmark : texts.mark}
        {chosen.length > 0 && ` · ${count(chosen.length)}`}
      </Button>
      {chosen.length > 0 && !showsReviewed && (
        <TextInput
          w={220}
          value={note.text}
          maxLength={MAX_NOTE_CHARACTERS}
          placeholder={texts.note}
          aria-label={texts.noteLabel}
          onChange={(event) => note.onChange(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && onMark()}
        />
      )}
      <Button
        disabled={targets.length === 0 || workspace.key === 'none'}
        loading={recheck.isPending}
        onClick={() => recheck.run(targets)}
        data-testid="recheck"
      >
        {texts.recheck(count(targets.length), count(countRequests(targets.length)))}
      </Button>
      <MessageMenu check={check} findings={targets} />
      <Button disabled={showsReviewed} onClick={() => setExporting(true)} data-testid="export-findings">
        {texts.export}
      </Button>
      <Text inherit c="var(--ink-2)" fz="xs" aria-live="polite" data-testid="recheck-answer">
        {recheck.answer}
      </Text>
      {kept?.recordAddress === null && (
        <Anchor component={Link} inherit underline="always" ml="auto" c="var(--ink-2)" fz="xs" href={paths.settings}>
          {isAddressRejected ? texts.addressRefused : texts.noAddress}
        </Anchor>
      )}
      {isExporting && <FindingsExport check={check} selection={selection} onClose={() => setExporting(false)} />}
    </Group>
  );
}

function MessageMenu({ check, findings }: { readonly check: string; readonly findings: readonly Finding[] }) {
  const { zone } = useWorkspace();
  const { nameOf, directory } = useNames();
  const printing = usePrintSettings();
  const { data: kept } = useQuery(settings);
  const people = groupByPerson(findings).map((person) => ({
    ...person,
    name: person.ownerId === undefined ? texts.nobody : namePerson(nameOf, person.ownerId),
  }));
  const copy = (held: readonly Finding[], name: string) => {
    const text = formatMessage(held, {
      check,
      name,
      zone,
      directory,
      printing,
      recordAddress: kept?.recordAddress ?? null,
    });
    writeToClipboard(text, texts.copied(name), texts.copyFailed);
  };
  return (
    <Menu position="bottom-start" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button disabled={findings.length === 0} data-testid="message">
          {texts.message}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.people}>
        {people.map(({ ownerId, name, findings: held }) => (
          <Menu.Item key={ownerId ?? ''} onClick={() => copy(held, name)}>
            {texts.messageFor(name, count(held.length))}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Fetches the records of findings again, a hundred per request. Changed records are stored, and take effect with the next refresh. */
interface Recheck {
  readonly run: (findings: readonly Finding[]) => void;
  readonly isPending: boolean;
  /** The result of the last run. */
  readonly answer: string | undefined;
}

function useRecheck(): Recheck {
  const client = useQueryClient();
  const ask = useMutation({
    mutationFn: async (findings: readonly Finding[]) =>
      describeRecheck(findings, await call('lookup.run', { ids: findings.map(({ id }) => id) })),
    onSuccess: () => client.invalidateQueries({ queryKey: dataStatus.queryKey }),
    onError: notifyFailure,
  });
  return { run: ask.mutate, isPending: ask.isPending, answer: ask.data };
}

export function describeRecheck(
  findings: readonly Finding[],
  { found, missing, failed }: Output<'lookup.run'>,
): string {
  const held = new Map(findings.map(({ id, values }) => [id, values[propertyNames.modified]]));
  const changed = found.filter((record) => isNewer(record['updatedAt'], held.get(record.id))).length;
  const text = texts.rechecked(count(found.length - changed), count(changed), count(missing.length));
  const failedCount = failed.reduce((total, { ids }) => total + ids.length, 0);
  return failedCount === 0 ? text : `${text} · ${texts.recheckFailed(count(failedCount))}`;
}

function isNewer(modified: unknown, held: string | null | undefined): boolean {
  return typeof modified === 'string' && held != null && Date.parse(modified) > Date.parse(held);
}

interface FindingsExportProps {
  readonly check: string;
  readonly selection: Input<'checks.run'>;
  readonly onClose: () => void;
}

/** Exports open findings for internal use: those of the shown list, or of every check. */
function FindingsExport({ check, selection, onClose }: FindingsExportProps) {
  const [isAll, setAll] = useState(false);
  const { data } = useQuery(checksRun(selection));
  const open = (data?.checks ?? [])
    .filter(({ id }) => isAll || id === check)
    .reduce((sum, summary) => sum + summary.open, 0);
  const label = checkTexts[check]?.label ?? check;
  return (
    <ExportDialog
      summary={isAll ? texts.exportsAll(count(open)) : texts.exportsOne(label, count(open))}
      records={{ total: open, isComplete: data?.complete === true, isLabelled: false }}
      limits={{ isInternal: true }}
      fileSelection={undefined}
      run={({ audience: _audience, rates: _rates, ...options }) =>
        call('checks.export', { ...selection, ...options, ...(!isAll && { check }) })
      }
      onClose={onClose}
    >
      <Radio.Group label={texts.exportWhat} value={isAll ? 'all' : 'one'} onChange={(value) => setAll(value === 'all')}>
        <div className={dialog.formats}>
          <Radio value="one" label={label} size="xs" />
          <Radio value="all" label={texts.exportAll} size="xs" data-testid="export-all-findings" />
        </div>
      </Radio.Group>
    </ExportDialog>
  );
}
