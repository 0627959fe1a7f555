/** What is said of a checked file: the questions and their answers, in the terminal and on screen. */
import type { FileAnswer, FirstDifference, SumDifference } from '../file-answer.ts';
import { settingLabel } from '#texts/screens/settings.ts';
import { verifyFileTexts as texts } from '#texts/verify-file.ts';
import { isRenamed, isSignedAsAsked, isStranger, isVouchedFor } from './verdict.ts';
import { exportFormatLabels } from '../../domain/export-formats.ts';
import { findMeasure } from '../../domain/reports/definition/measures.ts';
import { unitText } from '../../domain/reports/print/unit-text.ts';
import { formatDates, formatUngrouped, markCount as count, MARKED, writeMarked } from '../../domain/locale-forms.ts';
import { formatUtcMinute } from '../../domain/time/utc-text.ts';

/** One of the questions, as it is answered. */
export interface AnswerPart {
  readonly question: 'checked' | 'matches' | 'signed' | 'addsUp' | 'again';
  /** Null: it could not be asked, or nothing is wrong and nothing shown. */
  readonly holds: boolean | null;
  readonly says: string;
  readonly details: readonly string[];
}

/** Below each answer, indented, what it rests on. */
export function toLines(parts: readonly AnswerPart[]): string[] {
  return parts
    .flatMap(({ says, details }) => [says, ...details.map((line) => `  ${line}`)])
    .map((line) => writeMarked(line));
}

/** Numbers and days are marked: the reader's locale is for the page or the terminal to know. */
const sum = (decimal: string) => formatUngrouped(decimal, MARKED);

export type Said = readonly [says: string, ...details: string[]];

export function toPart(question: AnswerPart['question'], holds: boolean | null, [says, ...details]: Said): AnswerPart {
  return { question, holds, says, details };
}

export function fileParts(answer: FileAnswer, signedBy?: string): AnswerPart[] {
  const { matches, addsUp, again } = answer;
  return [
    toPart('checked', isRenamed(answer) ? false : null, sayChecked(answer)),
    toPart('matches', matches.holds, sayMatches(answer, isVouchedFor(answer.signature, signedBy))),
    toSignedPart(answer.signature, signedBy),
    toPart('addsUp', addsUp.holds, sayAddsUp(answer)),
    toPart('again', toHolds(again), sayAgain(answer, isVouchedFor(answer.signature, signedBy))),
  ];
}

export const toHolds = ({ state }: FileAnswer['again']): boolean | null =>
  state === 'unknown' ? null : state === 'equal';

function sayChecked(answer: FileAnswer): Said {
  const { file, says } = answer;
  const name =
    says.name === null
      ? texts.unnamed
      : isRenamed(answer)
        ? texts.renamed(file, says.name)
        : texts.writtenAs(says.name);
  return [describe(says), name];
}

/** What it is, by its own words. */
export function describe({ title, period, records, total }: Omit<FileAnswer['says'], 'name'>): string {
  const measure = total && findMeasure(total.measure);
  const unit = measure ? unitText(measure.unit, total.currency) : '';
  const printed = total ? texts.total(measure?.label ?? total.measure, sum(total.value), unit) : '';
  return texts.checked(title, period ? formatDates(period, MARKED) : texts.allTime, count(records), printed);
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

function sayMatches({ matches: { holds, seal, manifestSha256 } }: FileAnswer, isVouched: boolean): Said {
  const first = holds
    ? isVouched
      ? texts.untouched
      : texts.matches
    : seal === false
      ? texts.sealBroken
      : texts.changed;
  return manifestSha256 === null ? [first, texts.noManifestBeside] : [first];
}

function sayAddsUp({ addsUp, format }: FileAnswer): Said {
  const { holds, seconds, lines, sums } = addsUp;
  if (seconds !== undefined) return [texts.tooLong(String(seconds))];
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

function sayAgain({ again, says }: FileAnswer, isVouched: boolean): Said {
  const { state, difference } = again;
  const isNewer = state === 'equal' && again.asOf !== says.asOf;
  const basis = [
    ...(again.isKnown ? [texts.known] : []),
    ...(isNewer ? [texts.newer(sayTime(again.asOf))] : []),
    ...sayBasis(again),
  ];
  if (state === 'equal') return [texts.again.equal, ...(again.isKnown || isVouched ? [] : [texts.ownWord]), ...basis];
  if (state === 'differs' && difference) return [texts.again.differs(...sayDifference(difference)), ...basis];
  return [sayUnknown(again, says), ...basis, ...sayNow(again)];
}

export function sayUnknown({ why, asOf }: FileAnswer['again'], says: Pick<FileAnswer['says'], 'asOf' | 'appVersion'>) {
  const reasons = why.map((reason) => {
    if (reason === 'records') return texts.why.records(sayTime(says.asOf), sayTime(asOf));
    return reason === 'version' ? texts.why.version(says.appVersion) : texts.why[reason];
  });
  return texts.again.unknown(reasons);
}

const sayTime = (asOf: string | null) => (asOf === null ? texts.notComplete : texts.asOf(formatUtcMinute(asOf)));

/** What the records here give, where that proves nothing about the file. */
export function sayNow({ sameBytes, records, sums }: FileAnswer['again']): string[] {
  if (sameBytes === true) return [texts.sameBytes];
  const isOther = records.found !== null && records.found !== records.written;
  return [...(isOther ? [texts.records(count(records.written), count(records.found ?? 0))] : []), ...sums.map(sumLine)];
}

export function sayBasis({ settings, complete, sameBytes }: FileAnswer['again']): string[] {
  const named = settings.map(({ name, written, now }) => texts.setting(settingLabel(name), written, now));
  return [
    ...(named.length > 0 ? [texts.otherSettings(named)] : []),
    ...(sameBytes === null || complete ? [] : [texts.incomplete]),
  ];
}

/** @returns where, what was expected, and what was found */
export function sayDifference({ place, expected, found }: FirstDifference): [string, string, string] {
  const show = (text: string | null) => (text === null ? texts.nothing : text === '' ? texts.empty : text);
  return [sayPlace(place), show(expected), show(found)];
}

function sayPlace(place: FirstDifference['place']): string {
  switch (place.kind) {
    case 'cell':
      return texts.place.cell(count(place.line), place.head);
    case 'line':
      return place.field === null
        ? texts.place.line(count(place.line))
        : texts.place.field(count(place.line), place.field);
    case 'sheet':
      return texts.place.sheet(place.sheet, place.cell);
    case 'part':
      return texts.place.part(place.part);
    case 'byte':
      return texts.place.byte(count(place.byte));
    case 'manifest':
      return texts.place.manifest(place.field);
  }
}

export function sumLine({ column, unit, currency, written, found, difference }: SumDifference): string {
  const say = (value: string | null) => (value === null ? texts.nothing : sum(value));
  const counted = unit === 'hours' || unit === 'minutes' || unit === 'days' ? texts.units[unit] : '';
  return texts.sum(column, currency, counted, say(written), say(found), sum(texts.plus(difference)));
}
