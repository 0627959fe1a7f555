/** English for saved views of the records. */

export const recordsViewsTexts = {
  open: 'Views',
  list: 'Saved views',
  none: 'No view is saved yet: set filters, columns and order, and save them under a name.',
  name: 'Name of this view',
  save: 'Save view',
  replace: 'Replace',
  apply: (name: string) => `Show the view ${name}`,
  remove: (name: string) => `Delete the view ${name}`,
  share: (name: string) => `Write the view ${name} to a file`,
  read: 'Open a view file',
  saved: (name: string) => `Saved the view “${name}”`,
  removed: (name: string) => `Deleted the view “${name}”`,
  written: (file: string) => `Wrote ${file}`,
  refused: (file: string) => `${file} is not a view of records`,
  notJson: 'It is not readable as JSON: choose a file that was written by “Write the view to a file”.',
  tooLarge: 'It is larger than a view can be: choose a file that was written by “Write the view to a file”.',
  where: (place: string, problem: string) =>
    `${place === '' ? 'The file' : place}: ${problem}. Mend the file and open it again.`,
  noProperty: (name: string) => `${name} is not a property of records`,
} as const;
