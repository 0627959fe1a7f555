/** Texts of the desktop and browser hosts outside the page: menus, dialogs, and the lines beside the address. */

export const hosts = {
  productName: 'Timelog Reports',
  view: 'View',
  help: 'Help',
  updates: 'Check for updates…',
  about: {
    menu: 'About Timelog Reports',
    version: (version: string, day: string) => `Timelog Reports ${version}${day && `, ${day}`}`,
    /** @param directory where the data is */
    detail: (directory: string) =>
      `Your data is in ${directory}. Nothing is sent anywhere but to the service you named; no update is looked for by itself.`,
    licences: 'Licences',
    data: 'Open the data folder',
    close: 'Close',
  },
  exportTitle: 'Save the export',
  folderTitle: 'Choose where the new folder goes',
  openTitle: 'Open a saved workspace',
  pageGone: {
    message: 'The page of this window keeps ending.',
    detail: 'Nothing is lost: records, names and settings are kept apart from it. Load it again, or close the window.',
    again: 'Load again',
    close: 'Close the window',
  },
  addressForOneTab: 'The address works once, in one browser tab; Ctrl+C ends the program.',
  noUpload: 'No file was sent to be opened, or too long ago',
  noOutsideLinks: 'Outside links are not opened',
  /** Part of a sentence, without its full stop. */
  pagesNotOpened: (path: string) => `No program of this computer opened the pages; they are at ${path}`,
  onlyHttps: 'Only https addresses are opened',
  terminalOpensNothing: 'The terminal opens no pages',
  portTaken: (port: number) => `Port ${port} cannot be used here: leave --port out, or name another`,
  pressEnter: 'Press Enter for a fresh address.',
} as const;
