/** Finds an option by what people type: time zones are shown with spaces, and many people know their names with underscores. Pure. */
import type { OptionsFilter } from '@mantine/core';

export const findOption: OptionsFilter = ({ options, search, limit }) => {
  const sought = plain(search);
  return options.filter((option) => 'label' in option && plain(option.label).includes(sought)).slice(0, limit);
};

function plain(text: string): string {
  return text.trim().toLowerCase().replaceAll('_', ' ');
}
