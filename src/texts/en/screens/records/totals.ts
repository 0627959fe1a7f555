/** English for the totals below the records: the hours as reports count them, and where the property says otherwise. */

export const recordsTotalsTexts = {
  logged: 'Logged hours',
  explain: (label: string) => `Explain the total of ${label}`,
  /** @param more whether the property's sum exceeds that of the minutes */
  differs: (property: string, difference: string, more: boolean) =>
    `The sum of “${property}” is ${difference} ${more ? 'more' : 'less'}, because reports count the minutes of each record.`,
  show: (records: string) =>
    records === '1' ? 'Show the record that differs' : `Show the ${records} records that differ`,
} as const;
