/** What is said of a checked file: the questions and their answers, in the terminal and on screen. */
import type { FileAnswer, SumDifference } from '../file-answer.ts';
import { settingLabel } from '#texts/screens/settings.ts';
import { verifyFileTexts as texts } from '#texts/verify-file.ts';
import { isSignedAsAsked, isStranger } from './verdict.ts';
import { exportFormatLabels } from '../../domain/export-formats.ts';
import { groupThousands as count } from '../../domain/thousands.ts';

/** One of the questions, as it is answered. */
export interface AnswerPart {
  readonly question: 'untouched' | 'signed' | 'addsUp' | 'today' | 'differences';
  /** Null: it could not be asked, or nothing is wrong and nothing shown. */
  readonly holds: boolean | null;
  readonly says: string;
  readonly details: readonly string[];
}

/** Below each answer, indented, what it rests on. */
export function toLines(parts: readonly AnswerPart[]): string[] {
  return parts.flatMap(({ says, details }) => [says, ...details.map((line) => `  ${line}`)]);
}

export type Said = readonly [says: string, ...details: string[]];

export function toPart(question: AnswerPart['question'], holds: boolean | null, [says, ...details]: Said): AnswerPart {
  return { question, holds, says, details };
}

export function fileParts(answer: FileAnswer, signedBy?: string): AnswerPart[] {
  const { untouched, addsUp, today } = answer;
  const differing = sayDifferences(answer);
  return [
    toPart('untouched', untouched.holds, sayUntouched(answer)),
    toSignedPart(answer.signature, signedBy),
    toPart('addsUp', addsUp.holds, sayAddsUp(answer)),
    toPart('today', today.holds, sayToday(answer)),
    ...(differing ? [toPart('differences', false, differing)] : []),
  ];
}

export function toSignedPart(signature: FileAnswer['signature'], signedBy: string | undefined): AnswerPart {
  const isNone = signature.state === 'none' && signedBy === undefined;
  const holds = isNone || isStranger(signature, signedBy) ? null : isSignedAsAsked(signature, signedBy);
  return toPart('signed', holds, [signatureLine(signature, signedBy)]);
}

function signatureLine({ state, fingerprint, own }: FileAnswer['signature'], signedBy: string | undefined): string {
  if (state !== 'valid' || fingerprint === null) {
    if (state === 'none' && signedBy !== undefined) return texts.signature.notAsked(null, signedBy);
    return state === 'valid' ? texts.signature.unreadable : texts.signature[state];
  }
  if (signedBy === undefined) return texts.signature.valid(fingerprint, own);
  return fingerprint === signedBy
    ? texts.signature.asked(fingerprint)
    : texts.signature.notAsked(fingerprint, signedBy);
}

function sayUntouched({ untouched }: FileAnswer): Said {
  const { holds, seal, manifestSha256 } = untouched;
  const first = holds ? texts.untouched : seal === false ? texts.sealBroken : texts.changed;
  return manifestSha256 === null ? [first, texts.noManifestBeside] : [first];
}

function sayAddsUp({ addsUp, format }: FileAnswer): Said {
  const { holds, lines, sums } = addsUp;
  if (holds === null) return [texts.notReadBack(exportFormatLabels[format].label)];
  if (holds) return [texts.addsUp(count(lines.written))];
  const isShort = lines.found !== lines.written;
  return [
    texts.addsUpNot,
    ...(isShort ? [texts.lines(count(lines.written), lines.found === null ? null : count(lines.found))] : []),
    // What it lacks says nothing where it breaks off.
    ...(lines.found === null ? [] : sums.map(sumLine)),
  ];
}

function sayToday({ today, addsUp }: FileAnswer): Said {
  const { holds, why, records, sums } = today;
  if (holds === null) return [texts.cannotAsk[why ?? 'refused']];
  const basis = [
    ...(today.sameNames ? [] : [texts.otherNames]),
    ...settingLines(today),
    ...(today.complete ? [] : [texts.incomplete]),
  ];
  if (holds) return [addsUp.holds === null ? texts.sameTotals : texts.stillTrue, ...basis];
  const isOther = records.found !== null && records.found !== records.written;
  return [
    texts.stillTrueNot,
    ...(isOther ? [texts.records(count(records.written), count(records.found ?? 0))] : []),
    ...sums.map(sumLine),
    ...basis,
  ];
}

export function settingLines({ sameSettings, settings }: FileAnswer['today']): string[] {
  if (sameSettings) return [];
  if (settings.length === 0) return [texts.untoldSettings];
  const named = settings.map(({ name, written, now }) => texts.setting(settingLabel(name), written, now));
  return [texts.otherSettings(named)];
}

function sayDifferences({ differences, addsUp }: FileAnswer): Said | undefined {
  const isBroken = addsUp.holds !== null && addsUp.lines.found === null;
  const { against, cells, cellCount, missingCount, extraCount } = differences;
  if (isBroken || cellCount + missingCount + extraCount === 0) return undefined;
  // What was changed in the file, or what changed since it was written: the one who reads it holds the file.
  const isChanged = against === 'original';
  const shown = (text: string) => (text === '' ? texts.empty : text);
  const named = [
    ...cells.map(({ line, key, head, inFile, today, difference }) =>
      texts.cell(
        texts.line(count(line ?? 0)),
        key.join(' · '),
        head,
        ...(isChanged ? ([shown(inFile), shown(today)] as const) : ([shown(today), shown(inFile)] as const)),
        difference === null ? null : texts.plus(isChanged ? difference : negate(difference)),
      ),
    ),
    ...sayLines(differences),
  ];
  const more = cellCount + missingCount + extraCount - named.length;
  return [texts.against[against], ...named, ...(more > 0 ? [texts.more(count(more))] : [])];
}

/** Lines that only one of both has. */
export function sayLines({ against, missing, extra }: FileAnswer['differences']): string[] {
  return [
    ...extra.map(({ line, cells }) => texts.extra[against](count(line ?? 0), begin(cells))),
    ...missing.map(({ cells }) => texts.missing[against](begin(cells))),
  ];
}

export function sumLine({ column, unit, currency, written, found, difference }: SumDifference): string {
  const [was, is] = [written ?? texts.nothing, found ?? texts.nothing];
  const counted = unit === 'hours' || unit === 'minutes' || unit === 'days' ? texts.units[unit] : '';
  return texts.sum(column, currency, counted, was, is, texts.plus(difference));
}

const negate = (decimal: string) => (decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`);

/** Enough of a line to know it by. */
const begin = (cells: readonly string[]) => cells.filter(Boolean).slice(0, 4).join(' · ');
