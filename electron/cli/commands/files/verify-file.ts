/** `verify-file`: does an exported file match its manifest, does it add up, and is it the same when it is written again? */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { verifyFileTexts as texts } from '#texts/verify-file.ts';
import { usage } from '#texts/terminal/cli.ts';
import type { Command } from '../../arguments/command.ts';
import { refuse, text } from '../../arguments/option-values.ts';
import { fileParts, toLines } from '../../../../src/contract/proof/file-lines.ts';
import { packParts } from '../../../../src/contract/proof/pack-lines.ts';
import { judgeAnswer, verdictText, type Verdict } from '../../../../src/contract/proof/verdict.ts';
import { CHANGED, DONE, PARTIAL } from '../../output/exit-codes.ts';
import { followExport } from '../../output/export.ts';

const NAME = 'verify-file';

const exitCodes: Readonly<Record<Verdict, number>> = {
  changed: CHANGED,
  'wrongly-signed': CHANGED,
  differs: PARTIAL,
  unknown: PARTIAL,
  stranger: PARTIAL,
  renamed: DONE,
  good: DONE,
};

export const verifyFile: Command = {
  name: NAME,
  options: { 'signed-by': 'text' },
  handlesInterruption: true,
  prepare: (args) => {
    const [file, extra] = args.positionals;
    if (file === undefined) refuse(texts.needsFile);
    if (extra !== undefined) refuse(usage.tooManyArguments(NAME, extra));
    const signedBy = text(args, 'signed-by');
    if (signedBy !== undefined && !/^SHA256:[\w+/]{43}$/.test(signedBy)) refuse(texts.signedBy);
    const source = resolve(file);
    return async ({ openApp, print, terminal }) => {
      const app = await openApp({ key: mayBeSigned(source), source });
      const answer = await followExport({ terminal }, app, () => app.call('export.verify', {}));
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
