/** The field in which filters are written as JSON. */
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { FilterGroups } from '#domain/filter/model.ts';
import { jsonFilterTexts as texts } from '#texts/screens/filter-editor.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { readGroups } from './edit-groups.ts';
import classes from './filters.module.css';

export interface JsonFilterProps {
  readonly groups: FilterGroups;
  readonly onApply: (groups: FilterGroups) => void;
}

export function JsonEditor({ groups, onApply }: JsonFilterProps) {
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
