/** Shows the filters as `filterGroups`, the form in which the service takes them, for copying, pasting and editing. */
import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';
import type { FilterGroups } from '#domain/filter/model.ts';
import { jsonFilterTexts as texts } from '#texts/screens/filter-editor.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { readGroups } from './edit-groups.ts';
import classes from './filters.module.css';

const OPEN_EVENT = 'timelog-filters-as-json';
/** Marks a screen whose filters can be written as JSON. */
const PLACE = 'data-json-filter';

/** Opens the dialog of the screen's filter bar from anywhere on the page. */
export const openJsonFilter = () => dispatchEvent(new Event(OPEN_EVENT));

export const hasJsonFilter = () => document.querySelector(`[${PLACE}]`) !== null;

export interface JsonFilterProps {
  readonly groups: FilterGroups;
  readonly onApply: (groups: FilterGroups) => void;
}

export function JsonFilter({ groups, onApply }: JsonFilterProps) {
  const [opened, setOpened] = useState(false);
  useWindowEvent(OPEN_EVENT, () => setOpened(true));
  return (
    <>
      <span hidden {...{ [PLACE]: true }} />
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={texts.title}
        size={488}
        closeButtonProps={{ 'aria-label': uiTexts.close }}
      >
        <JsonEditor
          groups={groups}
          onApply={(next) => {
            setOpened(false);
            onApply(next);
          }}
        />
      </Modal>
    </>
  );
}

function JsonEditor({ groups, onApply }: JsonFilterProps) {
  const [text, setText] = useState(() => (groups.length === 0 ? '' : JSON.stringify(groups, null, 2)));
  const [problem, setProblem] = useState('');
  return (
    <Stack
      component="form"
      gap="md"
      onSubmit={(event) => {
        event.preventDefault();
        const read = readGroups(text.trim() === '' ? '[]' : text);
        if (read.ok) onApply(read.groups);
        else setProblem(read.problem);
      }}
    >
      <Textarea
        label={texts.label}
        description={texts.detail}
        rows={12}
        value={text}
        spellCheck={false}
        className={classes.json}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem('');
        }}
        data-autofocus
      />
      {problem !== '' && (
        <Text size="xs" c="var(--bad)" role="alert">
          {problem}
        </Text>
      )}
      <Group justify="flex-end" gap="sm">
        <Button type="submit" variant="filled">
          {uiTexts.apply}
        </Button>
      </Group>
    </Stack>
  );
}
