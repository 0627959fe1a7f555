/** Ends a former employee's active period at the last entry, so that no hours are expected afterwards. It can be undone. */
import { ActionIcon, Button } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { findDayBefore } from '#domain/expected.ts';
import { changeFields } from '#domain/people/names-table.ts';
import { PERSON } from '#domain/properties.ts';
import { peopleTexts as texts } from '#texts/screens/people.ts';
import { dayText } from '../format/figures-and-times.ts';
import { useNames } from '../names.ts';
import { notifyFailure } from '../notifications.tsx';
import { useChangeNames } from './use-change-names.ts';

export interface ActiveToButtonProps {
  readonly ownerId: string;
  /** `YYYY-MM-DD`; null if no entry has a day. */
  readonly lastEntry: string | null;
  /** The first day without an entry. */
  readonly from: string;
  /** Draws an icon instead of a text button, for narrow places. */
  readonly isIcon?: boolean;
}

export function ActiveToButton({ ownerId, lastEntry, from, isIcon = false }: ActiveToButtonProps) {
  const { directory } = useNames();
  const change = useChangeNames();
  const day = lastEntry ?? findDayBefore(from);
  const read = changeFields(directory, { kind: PERSON, id: ownerId }, { active_to: day });
  // A person who is not in the directory must be named first, and one who logged afterwards has not left.
  if (!read.ok || day >= from) return null;
  const name = read.change.owners[ownerId]?.name ?? ownerId;
  const title = texts.setActiveTo(name, dayText(day));
  const buttonProps = { title, onClick: () => void change(read.change, texts.changed(name)).catch(notifyFailure) };
  return isIcon ? (
    <ActionIcon size={18} variant="subtle" aria-label={title} style={{ verticalAlign: 'middle' }} {...buttonProps}>
      <IconUserOff size={14} aria-hidden />
    </ActionIcon>
  ) : (
    <Button size="compact-xs" variant="subtle" {...buttonProps}>
      {texts.activeTo(dayText(day))}
    </Button>
  );
}
