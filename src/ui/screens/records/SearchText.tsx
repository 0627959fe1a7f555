/** Searches everything while people type; keys in quick succession trigger one query. */
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { listSearchWords } from '#domain/filter/search.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { describeScreenKey } from '#ui/keyboard.ts';

/** Short enough that the rows follow every key. */
const PAUSE_MS = 30;

export function SearchText({
  searched,
  onChange,
  pauseMs = PAUSE_MS,
}: {
  readonly searched: string;
  readonly onChange: (searched: string) => void;
  /** Longer if the answer takes more work than a page of rows. */
  readonly pauseMs?: number;
}) {
  /** The typed text until its query runs, or while it has no word; otherwise the address has the text. */
  const [typed, setTyped] = useState<string>();
  const runQuery = useDebouncedCallback((next: string) => {
    setTyped(listSearchWords(next).length === 0 && next !== '' ? next : undefined);
    onChange(next);
  }, pauseMs);
  const text = typed ?? searched;
  const changeText = (next: string) => {
    setTyped(next);
    runQuery(next);
  };
  return (
    <TextInput
      {...describeScreenKey('search')}
      w={172}
      value={text}
      onChange={(event) => changeText(event.currentTarget.value)}
      onBlur={() => setTyped(undefined)}
      placeholder={uiTexts.filters.text}
      aria-label={uiTexts.filters.textLabel}
      title={uiTexts.filters.textLabel}
      leftSection={<IconSearch size={14} stroke={1.6} aria-hidden />}
      rightSection={
        text === '' ? null : (
          <CloseButton size={18} iconSize={12} aria-label={uiTexts.remove} onClick={() => changeText('')} />
        )
      }
    />
  );
}
