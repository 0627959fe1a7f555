/** Picks multiple things in an order: the chosen ones above with their positions, all others below. */
import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconX } from '@tabler/icons-react';
import { reportsTexts as texts } from '#texts/screens/reports-screen.ts';
import { PickList } from './PickList.tsx';
import { moveName, toggleName, type PickGroup } from './offers.ts';
import classes from './builder.module.css';

export interface OrderedPickerProps {
  readonly label: string;
  readonly groups: readonly PickGroup[];
  readonly chosen: readonly string[];
  readonly getLabel: (name: string) => string;
  readonly min: number;
  readonly max: number;
  readonly onChange: (chosen: string[]) => void;
  /** Returns the action that edits a chosen entry; undefined if it cannot be edited. */
  readonly getEdit?: (name: string) => (() => void) | undefined;
}

export function OrderedPicker({ label, groups, chosen, getLabel, min, max, onChange, getEdit }: OrderedPickerProps) {
  const isFull = chosen.length >= max;
  const isAtMin = chosen.length <= min;
  const offered = groups.map((group) => ({
    ...group,
    items: group.items.map((item) => ({ ...item, isOff: chosen.includes(item.value) ? isAtMin : isFull })),
  }));
  return (
    <Stack gap="sm" w={300}>
      {chosen.length > 0 && (
        <ol className={classes.chosen} aria-label={texts.builder.chosen}>
          {chosen.map((name, index) => {
            const text = getLabel(name);
            const change = getEdit?.(name);
            const steps = [
              {
                label: texts.builder.earlier(text),
                icon: IconArrowUp,
                isOff: index === 0,
                act: () => moveName(chosen, index, -1),
              },
              {
                label: texts.builder.later(text),
                icon: IconArrowDown,
                isOff: index === chosen.length - 1,
                act: () => moveName(chosen, index, 1),
              },
              { label: texts.builder.remove(text), icon: IconX, isOff: isAtMin, act: () => toggleName(chosen, name) },
            ];
            return (
              <Group component="li" key={name} gap={2} wrap="nowrap" mih={26}>
                <Text span inherit truncate flex="1" miw={0} pl={6}>
                  {text}
                </Text>
                {change && (
                  <ActionIcon
                    size={22}
                    aria-label={texts.own.changeOf(text)}
                    title={texts.own.changeOf(text)}
                    onClick={change}
                  >
                    <IconPencil size={13} stroke={1.8} aria-hidden />
                  </ActionIcon>
                )}
                {steps.map(({ label: what, icon: Icon, isOff, act }) => (
                  <ActionIcon
                    key={what}
                    size={22}
                    aria-label={what}
                    title={what}
                    disabled={isOff}
                    onClick={() => onChange(act())}
                  >
                    <Icon size={13} stroke={1.8} aria-hidden />
                  </ActionIcon>
                ))}
              </Group>
            );
          })}
        </ol>
      )}
      {isFull && (
        <Text size="xs" c="dimmed">
          {texts.builder.atMost(max)}
        </Text>
      )}
      <PickList
        label={label}
        groups={offered}
        chosen={chosen}
        onPick={(name) => onChange(toggleName(chosen, name))}
        multiple
      />
    </Stack>
  );
}
