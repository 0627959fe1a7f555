/** A select that says what it is to a screen reader: a combobox, open or not, with a list that scrolls by its keys. */
import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import classes from './Choice.module.css';

export type ChoiceProps = Omit<SelectProps, 'onDropdownOpen' | 'onDropdownClose'>;

export function Choice(props: ChoiceProps) {
  const [opened, setOpened] = useState(props.defaultDropdownOpened ?? false);
  return (
    <Select
      {...props}
      role="combobox"
      aria-expanded={opened}
      withScrollArea={false}
      classNames={{ options: classes.options }}
      comboboxProps={{ withinPortal: false }}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
    />
  );
}
