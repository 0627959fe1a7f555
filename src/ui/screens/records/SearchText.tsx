/** Free text over the records; the question is sent shortly after the last key, not with every one. */
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { uiTexts } from '#texts/screens/ui.ts';

const PAUSE_MS = 250;

export function SearchText({
  query,
  onChange,
}: {
  readonly query: string;
  readonly onChange: (query: string) => void;
}) {
  /** Only between a key and its question; otherwise the address has the text. */
  const [typed, setTyped] = useState<string>();
  const ask = useDebouncedCallback((next: string) => {
    setTyped(undefined);
    onChange(next);
  }, PAUSE_MS);
  const text = typed ?? query;
  const write = (next: string) => {
    setTyped(next);
    ask(next);
  };
  return (
    <TextInput
      w={172}
      value={text}
      onChange={(event) => write(event.currentTarget.value)}
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
