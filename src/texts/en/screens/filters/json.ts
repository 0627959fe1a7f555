/** English for filters as text: the form in which the service takes them. */

export const jsonFilterTexts = {
  title: 'Filters as JSON',
  command: 'Copies, pastes or changes the filters of this screen as text',
  label: 'filterGroups',
  detail: 'As in a search of the service: groups are alternatives, filters of one group must all hold.',
  pasted: 'The pasted filters are applied.',
  notJson: 'This is not JSON: paste filterGroups as a search request has them.',
  notGroups: (where: string) =>
    `This does not have the form of filterGroups${where === '' ? '' : ` (at ${where})`}: write [{"filters": [{"propertyName": …, "operator": …, "value": …}]}].`,
  problem: (where: string, what: string) => `In ${where}: ${what}.`,
};
