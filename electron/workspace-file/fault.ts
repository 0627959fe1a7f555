import { markCount } from '../../src/domain/locale-forms.ts';
import { workspaceFileTexts as texts } from '#texts/hosts/workspace-file.ts';

/** Why a file is not loaded: the end of a sentence from src/texts. */
export class FileFault extends Error {}

export function refuse(why: string): never {
  throw new FileFault(why);
}

/** @param what there may be no more than so many of */
export function refuseMany(what: string, most: number): never {
  refuse(texts.tooMany(what, markCount(most)));
}
