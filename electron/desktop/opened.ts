/** Reads from the arguments what to open: a link to a screen, a saved workspace, or a command. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The scheme of links for which the installed program is registered (build/release). */
export const LINK_SCHEME = 'timelog-reports';
const FILE_EXTENSION = '.timelog';
/** The screen on which the page asks for the saved workspace. */
export const FILE_HASH = '#/workspaces?enter=file';

export interface OpenRequest {
  /** The page's address after its `#`. */
  readonly hash: string;
  /** The absolute path of a saved workspace, which the page then asks for. */
  readonly file?: string;
}

/** Allows only the characters of a screen's address; the page checks it like a typed one. */
const ADDRESS = /^[a-z]+(?:\?[\w.,:;!~*'()%+/=&@-]*)?$/i;

/** @param args the arguments of a start, without the executable @param folder the base of relative paths */
export function readOpenRequest(args: readonly string[], folder: string): OpenRequest | undefined {
  for (const argument of args) {
    if (argument.startsWith(`${LINK_SCHEME}:`)) {
      const address = argument.slice(LINK_SCHEME.length + 1).replace(/^\/*/, '');
      if (ADDRESS.test(address)) return { hash: `#/${address}` };
    } else if (argument.endsWith(FILE_EXTENSION) && !argument.startsWith('-')) {
      const path = argument.startsWith('file:') ? readFileUrl(argument) : argument;
      if (path !== undefined) return { hash: FILE_HASH, file: resolve(folder, path) };
    }
  }
  return undefined;
}

/** @returns undefined for a URL that names no file on this computer, such as another host's. */
function readFileUrl(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

/** @returns the terminal's command and its arguments if the first argument is a plain word, unlike files and links. */
export function readCommand(args: readonly string[]): readonly string[] | undefined {
  // The launcher adds this switch, because Chromium would otherwise need a display.
  const commandArguments = args.filter((argument) => argument !== '--ozone-platform=headless');
  return /^[a-z][a-z-]*$/.test(commandArguments[0] ?? '') ? commandArguments : undefined;
}
