/** `verify-file`: is an exported file untouched, does it add up, is it still true today? */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fail } from '../../../../src/contract/errors.ts';
import { verifyFileTexts as texts } from '#texts/verify-file.ts';
import { usage } from '#texts/terminal/cli.ts';
import type { Command } from '../../arguments/command.ts';
import { refuse, text } from '../../arguments/option-values.ts';
import { fileParts, toLines } from '../../../../src/contract/proof/file-lines.ts';
import { packParts } from '../../../../src/contract/proof/pack-lines.ts';
import { judgeAnswer, verdictText, type Verdict } from '../../../../src/contract/proof/verdict.ts';
import { CHANGED, DONE, PARTIAL } from '../../output/exit-codes.ts';

const NAME = 'verify-file';

const exitCodes: Readonly<Record<Verdict, number>> = {
  changed: CHANGED,
  'wrongly-signed': CHANGED,
  differs: PARTIAL,
  unknown: PARTIAL,
  stranger: PARTIAL,
  good: DONE,
};

export const verifyFile: Command = {
  name: NAME,
  options: { 'signed-by': 'text' },
  prepare: (args) => {
    const [file, extra] = args.positionals;
    if (file === undefined) refuse(texts.needsFile);
    if (extra !== undefined) refuse(usage.tooManyArguments(NAME, extra));
    const signedBy = text(args, 'signed-by');
    if (signedBy !== undefined && !/^SHA256:[\w+/]{43}$/.test(signedBy)) refuse(texts.signedBy);
    const source = resolve(file);
    return async ({ openApp, print, terminal }) => {
      const app = await openApp({ key: mayBeSigned(source), source });
      const answer = await app.call('export.verify', {});
      if (answer === null) return fail({ code: 'cancelled' });
      await print(answer, () => toLines('pack' in answer ? packParts(answer, signedBy) : fileParts(answer, signedBy)));
      const verdict = judgeAnswer(answer, signedBy);
      const said = verdictText(verdict, 'pack' in answer);
      if (said !== undefined) terminal.say(said);
      return exitCodes[verdict];
    };
  },
};

/** The keychain is asked for this app's key only where there may be a signature to compare with it. */
function mayBeSigned(source: string): boolean {
  const isFolder = statSync(source, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder || source.toLowerCase().endsWith('.zip') || existsSync(`${source}.manifest.json.sig`);
}
