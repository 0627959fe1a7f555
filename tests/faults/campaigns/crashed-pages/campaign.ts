/** Row 17: a page that ends in the middle of a sync takes nothing with it, and a second program never writes to the first one's data. */
import type { Campaign } from '../campaign-shape.ts';
import { crashPages, endings } from './browser-crashes.ts';
import { crashWindow } from './desktop-crashes.ts';

/** Of five pages one is the desktop's. */
const DESKTOP_SHARE = 5;

export const crashedPages: Campaign = {
  row: 17,
  name: 'crashed-pages',
  holds: 'a sync runs to its exact end without the page that asked for it, and one program writes',
  promised: 50,
  short: 1,
  async run({ count, seed, tell }) {
    const windows = Math.floor(count / DESKTOP_SHARE);
    const pages = count - windows;
    const { wrong, midway } = await crashPages(pages, seed, tell);
    const failures = [...wrong];
    for (let at = 0; at < windows; at += 1) {
      const wrong = await crashWindow(seed * 1_009 + at);
      failures.push(...wrong.map((each) => `desktop run ${at}: ${each}`));
    }
    const told = `${pages} pages of the browser host (${endings.join(', ')} in turn), the sync still under way after ${midway} of them, ${windows} renderers of the desktop’s stand-in by SIGKILL; a second program beside every tenth page and every window`;
    return { reached: count, failures: failures.map((each) => `seed ${seed}, ${each}`), told };
  },
};
