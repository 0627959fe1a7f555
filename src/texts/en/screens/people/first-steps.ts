/** English for the first opening of one's own service: download, name the biggest, first report. */

export const firstStepsTexts = {
  title: 'Three steps to the first report',
  close: 'Close these steps',
  done: 'done',
  download: {
    title: 'Download the records',
    before: 'The price is shown before it is spent.',
    soFar: (records: string) => `${records} records are here so far.`,
    after: (records: string) => `${records} records are here.`,
  },
  names: {
    title: 'Name the biggest',
    before: 'The service knows ids only. Names come after the download, the most hours first.',
    now: (named: string, all: string, share: string) => `${named} of ${all} ids have names: ${share} % of the hours.`,
    action: 'Name people',
    more: 'Name clients',
  },
  report: {
    title: 'Open the first report',
    detail: 'Who logged how much, for whom, at what rate.',
    action: 'Report by client',
  },
};
