/** A select that says what it is to a screen reader: a combobox, open or not, with a list that scrolls by its keys. */
import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import classes from './Choice.module.css';

export type ChoiceProps = Omit<SelectProps, 'onDropdownOpen' | 'onDropdownClose' | 'defaultDropdownOpened'>;

export function Choice(props: ChoiceProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Select
      {...props}
      // Mantine points aria-controls at the list, but leaves the role out.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/role-has-required-aria-props
      role="combobox"
      aria-expanded={opened}
      withScrollArea={false}
      // What is typed marks the first that fits: Enter takes it.
      selectFirstOptionOnChange={props.searchable === true}
      classNames={{ options: classes.options }}
      comboboxProps={{ withinPortal: false }}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
    />
  );
}
