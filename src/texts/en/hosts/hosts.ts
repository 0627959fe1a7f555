/** Texts of the desktop and browser hosts outside the page: menus, dialogs, and the lines beside the address. */

export const hosts = {
  productName: 'Timelog Reports',
  view: 'View',
  exportTitle: 'Save the export',
  openTitle: 'Open a saved workspace',
  addressForOneTab: 'The address works once, in one browser tab; Ctrl+C ends the program.',
  pressEnter: 'Press Enter for a fresh address.',
} as const;
