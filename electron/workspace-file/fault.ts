/** Why a file is not loaded: the end of a sentence from src/texts. */
export class FileFault extends Error {}

export function refuse(why: string): never {
  throw new FileFault(why);
}
