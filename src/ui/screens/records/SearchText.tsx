/** Searches everything while people type; keys in quick succession make one question. */
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { listSearchWords } from '#domain/filter/search.ts';
import { uiTexts } from '#texts/screens/ui.ts';
import { reachedBy } from '#ui/keyboard.ts';

/** So short a pause that rows follow every key. */
const PAUSE_MS = 30;

export function SearchText({
  searched,
  onChange,
  pauseMs = PAUSE_MS,
}: {
  readonly searched: string;
  readonly onChange: (searched: string) => void;
  /** Longer where the answer takes more work than a page of rows. */
  readonly pauseMs?: number;
}) {
  /** The typed text until its question is asked, or while it has no word; otherwise the address has the text. */
  const [typed, setTyped] = useState<string>();
  const ask = useDebouncedCallback((next: string) => {
    setTyped(listSearchWords(next).length === 0 && next !== '' ? next : undefined);
    onChange(next);
  }, pauseMs);
  const text = typed ?? searched;
  const write = (next: string) => {
    setTyped(next);
    ask(next);
  };
  return (
    <TextInput
      {...reachedBy('search')}
      w={172}
      value={text}
      onChange={(event) => write(event.currentTarget.value)}
      onBlur={() => setTyped(undefined)}
      placeholder={uiTexts.filters.text}
      aria-label={uiTexts.filters.textLabel}
      title={uiTexts.filters.textLabel}
      leftSection={<IconSearch size={14} stroke={1.6} aria-hidden />}
      rightSection={
        text === '' ? null : (
          <CloseButton size={18} iconSize={12} aria-label={uiTexts.remove} onClick={() => write('')} />
        )
      }
    />
  );
}
