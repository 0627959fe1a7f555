/** English for the first opening of one's own service: download, name the biggest, first report. */
import { plural } from '../counts.ts';

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

/** The panel of ids without a name. */
export const unnamedTexts = {
  label: 'Without a name',
  title: (people: number, objects: number, areClients: boolean, count: (whole: number) => string) => {
    const things = areClients
      ? plural(count(objects), 'client', 'clients')
      : plural(count(objects), 'object', 'objects');
    const both = [people > 0 && plural(count(people), 'person', 'people'), objects > 0 && things].filter(Boolean);
    return `${both.join(' and ')} ${people + objects === 1 ? 'has' : 'have'} no name yet`;
  },
  paste: 'Paste a list…',
};
