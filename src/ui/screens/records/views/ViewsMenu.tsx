/** The saved views: one press shows another; the one on screen is saved under a name, shared as a file, deleted with undo. */
import { ActionIcon, Button, FileButton, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconBookmark, IconCheck, IconDownload, IconTrash } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { foldName } from '#domain/name-schema.ts';
import { recordsViewsTexts as texts } from '#texts/screens/records/views.ts';
import { Disclosure } from '#ui/components/controls/Disclosure.tsx';
import type { ChangeView } from '#ui/routing/view.ts';
import type { ViewState } from '#ui/routing/view-state.ts';
import { useRecordViews } from './use-record-views.ts';
import classes from './ViewsMenu.module.css';

export interface ViewsMenuProps {
  readonly view: ViewState;
  readonly change: ChangeView;
}

export function ViewsMenu({ view, change }: ViewsMenuProps) {
  const { views, shown, apply, save, remove, share, open } = useRecordViews(view, change);
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const isTaken = views.some((each) => foldName(each.name) === foldName(name));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    save(name.trim());
    setName('');
    setOpened(false);
  };
  return (
    <Disclosure
      label={texts.list}
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      target={
        <Button
          leftSection={<IconBookmark size={14} stroke={1.6} aria-hidden />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <span className={classes.shown}>{shown?.name ?? texts.open}</span>
        </Button>
      }
    >
      <div className={classes.menu}>
        {views.length === 0 && (
          <Text size="xs" c="dimmed">
            {texts.none}
          </Text>
        )}
        <ul className={classes.list} aria-label={texts.list}>
          {views.map((each) => (
            <li key={each.name} className={classes.view}>
              <UnstyledButton
                className={classes.name}
                aria-label={texts.apply(each.name)}
                aria-current={each === shown || undefined}
                onClick={() => {
                  apply(each);
                  setOpened(false);
                }}
              >
                {each.name}
                {each === shown && <IconCheck size={14} aria-hidden />}
              </UnstyledButton>
              <ActionIcon size={22} aria-label={texts.share(each.name)} onClick={() => share(each)}>
                <IconDownload size={14} aria-hidden />
              </ActionIcon>
              <ActionIcon size={22} aria-label={texts.remove(each.name)} onClick={() => remove(each)}>
                <IconTrash size={14} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
        <form className={classes.form} onSubmit={submit}>
          <TextInput
            value={name}
            maxLength={120}
            placeholder={texts.name}
            aria-label={texts.name}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" variant="filled" disabled={name.trim() === ''}>
            {isTaken ? texts.replace : texts.save}
          </Button>
        </form>
        <FileButton accept="application/json,.json" onChange={(file) => file && open(file)}>
          {(props) => <Button {...props}>{texts.read}</Button>}
        </FileButton>
      </div>
    </Disclosure>
  );
}
