/** What is said of a checked pack: the questions of a file, asked of the whole and of each file in it. */
import type { PackAnswer } from './pack-answer.ts';
import { verifyFileTexts } from '#texts/verify-file.ts';
import { groupThousands as count } from '../../domain/thousands.ts';
import { settingLines, sumLine, toPart, toSignedPart, type AnswerPart, type Said } from './file-lines.ts';
import { listUnsigned } from './verdict.ts';

const texts = verifyFileTexts.pack;
/** The others are in the document. */
const MOST_NAMED = 20;

export function packParts(answer: PackAnswer, signedBy?: string): AnswerPart[] {
  const { untouched, addsUp, today } = answer;
  const signed = toSignedPart(answer.signature, signedBy);
  const unsigned = listUnsigned(answer);
  return [
    toPart('untouched', untouched.holds, sayUntouched(answer)),
    {
      ...signed,
      holds: unsigned.length > 0 ? false : signed.holds,
      details: unsigned.map(texts.wrongSignature),
    },
    toPart('addsUp', addsUp.holds, sayAddsUp(answer)),
    toPart('today', today.holds, sayToday(answer)),
  ];
}

function sayUntouched({ untouched, files }: PackAnswer): Said {
  const { holds, missing, stray, changed } = untouched;
  if (holds) return [texts.untouched(count(files.length))];
  return [
    texts.touched,
    ...named([...changed.map(texts.changed), ...missing.map(texts.missing), ...stray.map(texts.stray)]),
  ];
}

function sayAddsUp({ addsUp, files }: PackAnswer): Said {
  const { holds, records, sums, files: uneven } = addsUp;
  if (holds) return [texts.addsUp(count(files.length), count(records.written))];
  const isOther = records.found !== records.written;
  return [
    verifyFileTexts.addsUpNot,
    ...(isOther ? [texts.recordsOf(count(records.written), count(records.found))] : []),
    ...sums.map(sumLine),
    ...named(uneven.map(texts.uneven)),
  ];
}

function sayToday({ today, differing }: PackAnswer): Said {
  const { holds, why, records, sums } = today;
  if (holds === null) return [verifyFileTexts.cannotAsk[why ?? 'internal-filter']];
  const basis = [
    ...(today.sameNames ? [] : [verifyFileTexts.otherNames]),
    ...settingLines(today),
    ...(today.complete ? [] : [verifyFileTexts.incomplete]),
  ];
  if (holds) return [texts.stillTrue, ...basis];
  const isOther = records.found !== null && records.found !== records.written;
  return [
    texts.stillTrueNot,
    ...(isOther ? [verifyFileTexts.records(count(records.written), count(records.found ?? 0))] : []),
    ...sums.map(sumLine),
    ...named(differing.map(texts.differing)),
    ...basis,
  ];
}

function named(lines: readonly string[]): string[] {
  const more = lines.length - MOST_NAMED;
  return [...lines.slice(0, MOST_NAMED), ...(more > 0 ? [verifyFileTexts.more(count(more))] : [])];
}
