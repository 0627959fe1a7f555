/** What the system hands over to be opened: a link to a screen, or a saved workspace. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** As the installed program is registered for it (build/release). */
export const LINK_SCHEME = 'timelog-reports';
const FILE_ENDING = '.timelog';
/** Where the page asks for the saved workspace. */
export const FILE_HASH = '#/workspaces?enter=file';

export interface Opened {
  /** The page's address after its `#`. */
  readonly hash: string;
  /** Absolute path of a saved workspace, which the page then asks for. */
  readonly file?: string;
}

/** Only what an address of a screen consists of; the page checks it like one that was typed. */
const ADDRESS = /^[a-z]+(?:\?[\w.,:;!~*'()%+/=&@-]*)?$/i;

/** @param args of a start, without the executable @param folder what a relative path starts from */
export function readOpened(args: readonly string[], folder: string): Opened | undefined {
  for (const argument of args) {
    if (argument.startsWith(`${LINK_SCHEME}:`)) {
      const address = argument.slice(LINK_SCHEME.length + 1).replace(/^\/*/, '');
      if (ADDRESS.test(address)) return { hash: `#/${address}` };
    } else if (argument.endsWith(FILE_ENDING) && !argument.startsWith('-')) {
      const path = argument.startsWith('file:') ? readFileUrl(argument) : argument;
      if (path !== undefined) return { hash: FILE_HASH, file: resolve(folder, path) };
    }
  }
  return undefined;
}

/** @returns its path; undefined where it names none here, such as another host's. */
function readFileUrl(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

/** The command of the terminal that a start is for, with its arguments: a word in the first place, where no file and no link is one. */
export function readCommand(args: readonly string[]): readonly string[] | undefined {
  // The launcher's own switch, without which Chromium would want a display.
  const ownArguments = args.filter((argument) => argument !== '--ozone-platform=headless');
  return /^[a-z][a-z-]*$/.test(ownArguments[0] ?? '') ? ownArguments : undefined;
}
