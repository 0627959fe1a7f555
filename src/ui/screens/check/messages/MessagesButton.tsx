/** One message for each person, over all checks: what each is asked to look at, in one mail instead of one for each check. */
import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Input } from '#contract/api.ts';
import type { CheckSummary } from '#contract/checks.ts';
import { compareByStake } from '#domain/checks/order.ts';
import { OWNER_PROPERTY } from '#domain/properties.ts';
import { checkScreenTexts as texts } from '#texts/screens/checks.ts';
import { settings, allFindings } from '#ui/data/queries.ts';
import { useWorkspace } from '#ui/data/open-workspace.ts';
import { failureText } from '#ui/data/error-text.ts';
import { count } from '#ui/format/figures.ts';
import { usePrinting } from '#ui/format/use-printing.ts';
import { useNames } from '#ui/names.ts';
import { letterText, lettersByPerson, type Letter } from '../model/letters.ts';
import classes from '../CheckScreen.module.css';

export interface MessagesButtonProps {
  readonly checks: readonly CheckSummary[];
  readonly selection: Input<'checks.run'>;
}

export function MessagesButton({ checks, selection }: MessagesButtonProps) {
  const { zone } = useWorkspace();
  const { nameOf, directory } = useNames();
  const printing = usePrinting();
  const [opened, setOpened] = useState(false);
  const { data: kept } = useQuery(settings);
  // A habit of the data is no slip of one person.
  const asked = checks.filter(({ open, kind }) => open > 0 && kind === 'list').toSorted(compareByStake);
  const found = useQuery({
    ...allFindings(
      selection,
      asked.map(({ id }) => id),
    ),
    enabled: opened,
  });
  const nameOfPerson = ({ ownerId }: Letter) =>
    ownerId === undefined ? texts.nobody : (nameOf(OWNER_PROPERTY, ownerId) ?? ownerId);
  const copy = async (letter: Letter) => {
    const name = nameOfPerson(letter);
    const frame = { name, zone, directory, printing, recordAddress: kept?.recordAddress ?? null };
    try {
      await navigator.clipboard.writeText(letterText(letter, frame));
      notifications.show({ message: texts.copied(name) });
    } catch {
      // A window may not be allowed to write the clipboard.
      notifications.show({ message: texts.copyFailed });
    }
  };
  if (asked.length === 0) return null;
  return (
    <div className={classes.messages}>
      <Menu
        opened={opened}
        onChange={setOpened}
        position="top-start"
        withinPortal={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <Button variant="subtle" title={texts.messagesDetail} data-testid="messages">
            {texts.messages}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.people}>
          {found.error && <Menu.Label>{failureText(found.error).sentence}</Menu.Label>}
          {found.isPending && <Menu.Label>{texts.messagesPending}</Menu.Label>}
          {lettersByPerson(found.data ?? []).map((letter) => (
            <Menu.Item key={letter.ownerId ?? ''} onClick={() => void copy(letter)}>
              {texts.messageFor(nameOfPerson(letter), count(letter.findings))}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
