/** English for the dashboard: pinned reports and figures on one page. */

export const dashboardTexts = {
  empty: 'Nothing is pinned yet',
  emptyDetail:
    'Open a report and choose “Pin to the dashboard” in its menu, or explain any of its figures and pin that one. A pin of a saved report follows what is saved later. Looking at them costs no requests.',
  openReports: 'Open the reports',
  pinFigure: 'Pin this figure to the dashboard',
  pinned: (name: string) => `“${name}” is on the dashboard`,
  removed: (name: string) => `“${name}” is off the dashboard`,
  full: (most: number) => `The dashboard has room for ${most} pins: remove one first.`,
  open: (name: string) => `Open ${name}`,
  earlier: (name: string) => `${name}: earlier`,
  later: (name: string) => `${name}: later`,
  remove: (name: string) => `Remove ${name}`,
  more: (count: string) => `${count} more in the report`,
  earlierLines: (count: string) => `${count} before them in the report`,
  unsaved: 'Its saved report is gone: shown as it was pinned.',
  gone: 'This figure is not in its report any more.',
  before: (text: string) => `${text} before`,
  chart: (name: string) => `Chart of ${name}`,
  label: 'Pinned reports and figures',
} as const;
