/** A select that describes itself to screen readers: a combobox, open or not, with a list that scrolls by keyboard. */
import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import classes from './components.module.css';

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
      // The first match is marked while typing: Enter takes it.
      selectFirstOptionOnChange={props.searchable === true}
      classNames={{ options: classes.options }}
      comboboxProps={{ withinPortal: false }}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
    />
  );
}
