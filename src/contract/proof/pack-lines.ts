/** Words the result of checking a pack as answers to the same questions as for a file, for the whole pack and its files. */
import { type PackAnswer, hasTrustedSignature, listWronglySigned } from './verdict.ts';
import { markCount as count } from '#domain/locale-forms.ts';
import { verifyFileTexts } from '#texts/verify-file.ts';
import {
  describeFile,
  listBasisTexts,
  formatDifference,
  listPresentTexts,
  formatUnknown,
  formatSumLine,
  toOutcome,
  toPart,
  toSignedPart,
  type AnswerPart,
  type AnswerTexts,
} from './file-lines.ts';

const texts = verifyFileTexts.pack;
/** Further names are listed only in the document. */
const MAX_NAMED = 20;

export function listPackParts(answer: PackAnswer, signedBy?: string): AnswerPart[] {
  const { says, matches, addsUp, again } = answer;
  const signed = toSignedPart(answer.signature, signedBy);
  const wronglySigned = listWronglySigned(answer);
  return [
    toPart('checked', null, [describeFile(says)]),
    toPart('matches', matches.holds, formatMatches(answer, hasTrustedSignature(answer.signature, signedBy))),
    {
      ...signed,
      holds: wronglySigned.length > 0 ? false : signed.holds,
      details: wronglySigned.map(texts.wrongSignature),
    },
    toPart('addsUp', addsUp.holds, formatAddsUp(answer)),
    toPart('again', toOutcome(again), formatAgain(answer)),
  ];
}

function formatMatches({ matches, files }: PackAnswer, isTrusted: boolean): AnswerTexts {
  const { holds, missing, stray, changed } = matches;
  if (holds) return [(isTrusted ? texts.untouched : texts.matches)(count(files.length))];
  return [
    texts.touched,
    ...limitLines([...changed.map(texts.changed), ...missing.map(texts.missing), ...stray.map(texts.stray)]),
  ];
}

function formatAddsUp({ addsUp, files }: PackAnswer): AnswerTexts {
  const { holds, records, sums, files: uneven } = addsUp;
  if (addsUp.seconds !== undefined) return [verifyFileTexts.tooLong(String(addsUp.seconds))];
  if (holds) return [texts.addsUp(count(files.length), count(records.written))];
  const hasOtherCount = records.found !== records.written;
  return [
    verifyFileTexts.addsUpNot,
    ...(hasOtherCount ? [texts.recordsOf(count(records.written), count(records.found))] : []),
    ...sums.map(formatSumLine),
    ...limitLines(uneven.map(texts.uneven)),
  ];
}

function formatAgain({ again, says, files, differing }: PackAnswer): AnswerTexts {
  const { state, difference } = again;
  const basis = listBasisTexts(again);
  if (state === 'equal') return [texts.equal, ...basis];
  const differingTexts = files.flatMap(({ file, answer }) =>
    answer?.again.difference && differing.includes(file)
      ? [texts.differing(file, ...formatDifference(answer.again.difference))]
      : [],
  );
  if (state === 'unknown' || !difference) return [formatUnknown(again, says), ...basis, ...listPresentTexts(again)];
  const [first = texts.differing(texts.whole, ...formatDifference(difference)), ...others] = differingTexts;
  return [verifyFileTexts.again.pack(first), ...limitLines(others), ...basis];
}

function limitLines(lines: readonly string[]): string[] {
  const more = lines.length - MAX_NAMED;
  return [...lines.slice(0, MAX_NAMED), ...(more > 0 ? [verifyFileTexts.more(count(more))] : [])];
}
