/** What is said of a checked pack: the questions of a file, asked of the whole and of each file in it. */
import type { PackAnswer } from './pack-answer.ts';
import { markCount as count } from '../../domain/locale-forms.ts';
import { verifyFileTexts } from '#texts/verify-file.ts';
import {
  describe,
  sayBasis,
  sayDifference,
  sayNow,
  sayUnknown,
  sumLine,
  toHolds,
  toPart,
  toSignedPart,
  type AnswerPart,
  type Said,
} from './file-lines.ts';
import { isVouchedFor, listUnsigned } from './verdict.ts';

const texts = verifyFileTexts.pack;
/** The others are in the document. */
const MOST_NAMED = 20;

export function packParts(answer: PackAnswer, signedBy?: string): AnswerPart[] {
  const { says, matches, addsUp, again } = answer;
  const signed = toSignedPart(answer.signature, signedBy);
  const unsigned = listUnsigned(answer);
  return [
    toPart('checked', null, [describe(says)]),
    toPart('matches', matches.holds, sayMatches(answer, isVouchedFor(answer.signature, signedBy))),
    {
      ...signed,
      holds: unsigned.length > 0 ? false : signed.holds,
      details: unsigned.map(texts.wrongSignature),
    },
    toPart('addsUp', addsUp.holds, sayAddsUp(answer)),
    toPart('again', toHolds(again), sayAgain(answer)),
  ];
}

function sayMatches({ matches, files }: PackAnswer, isVouched: boolean): Said {
  const { holds, missing, stray, changed } = matches;
  if (holds) return [(isVouched ? texts.untouched : texts.matches)(count(files.length))];
  return [
    texts.touched,
    ...named([...changed.map(texts.changed), ...missing.map(texts.missing), ...stray.map(texts.stray)]),
  ];
}

function sayAddsUp({ addsUp, files }: PackAnswer): Said {
  const { holds, records, sums, files: uneven } = addsUp;
  if (addsUp.seconds !== undefined) return [verifyFileTexts.tooLong(String(addsUp.seconds))];
  if (holds) return [texts.addsUp(count(files.length), count(records.written))];
  const isOther = records.found !== records.written;
  return [
    verifyFileTexts.addsUpNot,
    ...(isOther ? [texts.recordsOf(count(records.written), count(records.found))] : []),
    ...sums.map(sumLine),
    ...named(uneven.map(texts.uneven)),
  ];
}

function sayAgain({ again, says, files, differing }: PackAnswer): Said {
  const { state, difference } = again;
  const basis = sayBasis(again);
  if (state === 'equal') return [texts.equal, ...basis];
  const own = files.flatMap(({ file, answer }) =>
    answer?.again.difference && differing.includes(file)
      ? [texts.differing(file, ...sayDifference(answer.again.difference))]
      : [],
  );
  if (state === 'unknown' || !difference) return [sayUnknown(again, says), ...basis, ...sayNow(again)];
  const [first = texts.differing(texts.whole, ...sayDifference(difference)), ...others] = own;
  return [verifyFileTexts.again.pack(first), ...named(others), ...basis];
}

function named(lines: readonly string[]): string[] {
  const more = lines.length - MOST_NAMED;
  return [...lines.slice(0, MOST_NAMED), ...(more > 0 ? [verifyFileTexts.more(count(more))] : [])];
}
