/** Actions for the chosen findings, or all on this page: mark, ask the service again, write to a person, save as a file. */
import { Button, Menu, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Input } from '../../../../contract/api.ts';
import type { Finding } from '../../../../contract/checks.ts';
import { MOST_NOTE_CHARACTERS } from '../../../../domain/checks/review-note.ts';
import { requestsFor } from '../../../../domain/pasted-ids.ts';
import { OWNER_PROPERTY } from '../../../../domain/properties.ts';
import { checkScreenTexts as texts } from '#texts/screens/checks.ts';
import { count } from '../../../format/figures.ts';
import { usePrinting } from '../../../format/use-printing.ts';
import { useNames } from '../../../names.ts';
import { refusedSettings, settings } from '../../../data/queries.ts';
import { useWorkspace } from '../../../data/open-workspace.ts';
import { paths } from '../../../routing/paths.ts';
import { byPerson, messageText } from '../model/messages.ts';
import { FindingsExport } from './FindingsExport.tsx';
import { useRecheck } from './use-recheck.ts';
import classes from '../CheckScreen.module.css';

export interface FindingActionsProps {
  readonly check: string;
  /** Of this page. */
  readonly findings: readonly Finding[];
  readonly chosen: readonly Finding[];
  readonly selection: Input<'checks.run'>;
  readonly showsReviewed: boolean;
  /** Why the chosen ones are right as they are. */
  readonly note: { readonly text: string; readonly onChange: (text: string) => void };
  readonly onMark: () => void;
}

export function FindingActions(props: FindingActionsProps) {
  const { check, findings, chosen, selection, showsReviewed, note, onMark } = props;
  const workspace = useWorkspace();
  const about = chosen.length > 0 ? chosen : findings;
  const recheck = useRecheck();
  const { data: kept } = useQuery(settings);
  const { data: before } = useQuery(refusedSettings);
  const isRefused = before?.refused.some(({ name }) => name === 'recordAddress') === true;
  const [isExporting, setExporting] = useState(false);
  return (
    <div className={classes.actions}>
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
          className={classes.note}
          value={note.text}
          maxLength={MOST_NOTE_CHARACTERS}
          placeholder={texts.note}
          aria-label={texts.noteLabel}
          onChange={(event) => note.onChange(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && onMark()}
        />
      )}
      <Button
        disabled={about.length === 0 || workspace.key === 'none'}
        loading={recheck.isPending}
        onClick={() => recheck.run(about)}
        data-testid="recheck"
      >
        {texts.recheck(count(about.length), count(requestsFor(about.length)))}
      </Button>
      <MessageMenu check={check} findings={about} />
      <Button disabled={showsReviewed} onClick={() => setExporting(true)} data-testid="export-findings">
        {texts.export}
      </Button>
      <p className={classes.said} aria-live="polite" data-testid="recheck-answer">
        {recheck.answer}
      </p>
      {kept?.recordAddress === null && (
        <a className={classes.toSettings} href={`#${paths.settings}`}>
          {isRefused ? texts.addressRefused : texts.noAddress}
        </a>
      )}
      {isExporting && <FindingsExport check={check} selection={selection} onClose={() => setExporting(false)} />}
    </div>
  );
}

function MessageMenu({ check, findings }: { readonly check: string; readonly findings: readonly Finding[] }) {
  const { zone } = useWorkspace();
  const { nameOf, directory } = useNames();
  const printing = usePrinting();
  const { data: kept } = useQuery(settings);
  const people = byPerson(findings).map((each) => ({
    ...each,
    name: each.ownerId === undefined ? texts.nobody : (nameOf(OWNER_PROPERTY, each.ownerId) ?? each.ownerId),
  }));
  const copy = async (held: readonly Finding[], name: string) => {
    const text = messageText(held, {
      check,
      name,
      zone,
      directory,
      printing,
      recordAddress: kept?.recordAddress ?? null,
    });
    try {
      await navigator.clipboard.writeText(text);
      notifications.show({ message: texts.copied(name) });
    } catch {
      // A window may not be allowed to write the clipboard.
      notifications.show({ message: texts.copyFailed });
    }
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
          <Menu.Item key={ownerId ?? ''} onClick={() => void copy(held, name)}>
            {texts.messageFor(name, count(held.length))}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
