/** A dialog to edit filters as JSON. */
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { FilterGroups } from '#domain/filter/model.ts';
import { jsonFilterTexts as texts } from '#texts/screens/filter-editor.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { Modal } from '../components/dialogs.tsx';
import { readGroups } from './edit-groups.ts';
import classes from './filters.module.css';

interface JsonEditorProps {
  readonly groups: FilterGroups;
  readonly onApply: (groups: FilterGroups) => void;
}

export interface JsonDialogProps extends JsonEditorProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function JsonDialog({ opened, onClose, ...editor }: JsonDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={texts.title} size={488}>
      <JsonEditor {...editor} />
    </Modal>
  );
}

function JsonEditor({ groups, onApply }: JsonEditorProps) {
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
