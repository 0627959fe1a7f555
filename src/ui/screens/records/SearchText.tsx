/** The search over everything, while one types; keys in quick succession are one question. */
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { uiTexts } from '#texts/screens/ui.ts';

const PAUSE_MS = 30;

export function SearchText({
  searched,
  onChange,
}: {
  readonly searched: string;
  readonly onChange: (searched: string) => void;
}) {
  /** While the field has the focus: blanks and signs at the end, which the address does not keep, may lead on to a word. */
  const [typed, setTyped] = useState<string>();
  const ask = useDebouncedCallback(onChange, PAUSE_MS);
  const text = typed ?? searched;
  const write = (next: string) => {
    setTyped(next);
    ask(next);
  };
  return (
    <TextInput
      w={204}
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
