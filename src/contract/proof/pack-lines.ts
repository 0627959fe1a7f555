/** What `verify-file` prints of a pack, and which exit code it comes to. */
import type { PackAnswer } from './pack-answer.ts';
import { verifyFileTexts } from '#texts/verify-file.ts';
import { groupThousands as count } from '../../domain/thousands.ts';
import { CHANGED, DONE, PARTIAL } from '../../../electron/cli/output/exit-codes.ts';
import {
  indented,
  isSignedAsAsked,
  isStranger,
  settingLines,
  signatureLine,
  sumLine,
  type Judgement,
} from './file-lines.ts';

const texts = verifyFileTexts.pack;
/** The others are in the document. */
const MOST_NAMED = 20;

export function judgePack(answer: PackAnswer, signedBy: string | undefined): Judgement {
  const { untouched, addsUp, signature, today } = answer;
  if (!untouched.holds || !addsUp.holds) return { code: CHANGED, said: texts.saidChanged };
  if (!isSignedAsAsked(signature, signedBy) || listUnsigned(answer).length > 0)
    return { code: CHANGED, said: verifyFileTexts.saidSignature };
  if (today.holds === false) return { code: PARTIAL, said: texts.saidDiffers };
  if (today.holds === null) return { code: PARTIAL, said: verifyFileTexts.saidUnknown };
  return isStranger(signature, signedBy) ? { code: PARTIAL, said: verifyFileTexts.saidStranger } : { code: DONE };
}

export function packLines(answer: PackAnswer, signedBy: string | undefined): string[] {
  return [
    ...untouchedLines(answer),
    signatureLine(answer.signature, signedBy),
    ...listUnsigned(answer).map((file) => indented(texts.wrongSignature(file))),
    ...addsUpLines(answer),
    ...todayLines(answer),
  ];
}

/** Files whose own signature is wrong, whatever that of the index is. */
function listUnsigned({ files }: PackAnswer): string[] {
  return files.flatMap(({ file, answer }) => (answer && !isSignedAsAsked(answer.signature, undefined) ? [file] : []));
}

function untouchedLines({ untouched, files }: PackAnswer): string[] {
  const { holds, missing, stray, changed } = untouched;
  if (holds) return [texts.untouched(count(files.length))];
  return [
    texts.touched,
    ...named([...changed.map(texts.changed), ...missing.map(texts.missing), ...stray.map(texts.stray)]),
  ];
}

function addsUpLines({ addsUp, files }: PackAnswer): string[] {
  const { holds, records, sums, files: uneven } = addsUp;
  if (holds) return [texts.addsUp(count(files.length), count(records.written))];
  const isOther = records.found !== records.written;
  return [
    verifyFileTexts.addsUpNot,
    ...(isOther ? [indented(texts.recordsOf(count(records.written), count(records.found)))] : []),
    ...sums.map(sumLine),
    ...named(uneven.map(texts.uneven)),
  ];
}

function todayLines({ today, differing }: PackAnswer): string[] {
  const { holds, why, records, sums } = today;
  if (holds === null) return [verifyFileTexts.cannotAsk[why ?? 'internal-filter']];
  const basis = [
    ...(today.sameNames ? [] : [verifyFileTexts.otherNames]),
    ...settingLines(today),
    ...(today.complete ? [] : [verifyFileTexts.incomplete]),
  ].map(indented);
  if (holds) return [texts.stillTrue, ...basis];
  const isOther = records.found !== null && records.found !== records.written;
  return [
    texts.stillTrueNot,
    ...(isOther ? [indented(verifyFileTexts.records(count(records.written), count(records.found ?? 0)))] : []),
    ...sums.map(sumLine),
    ...named(differing.map(texts.differing)),
    ...basis,
  ];
}

function named(lines: readonly string[]): string[] {
  const more = lines.length - MOST_NAMED;
  return [
    ...lines.slice(0, MOST_NAMED).map(indented),
    ...(more > 0 ? [indented(verifyFileTexts.more(count(more)))] : []),
  ];
}
