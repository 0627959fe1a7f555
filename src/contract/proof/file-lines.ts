/** Phrases the result of checking a file as answers to questions, for the terminal and the screen. */
import type {
  FileAnswer,
  FirstDifference,
  HashAnswer,
  SentAnswer,
  SettingThen,
  SumDifference,
} from '../file-answer.ts';
import { settingLabel, settingsTexts } from '#texts/screens/settings.ts';
import { verifyFileTexts as texts } from '#texts/verify-file.ts';
import { isRenamed, hasExpectedSignature, isUnknownSigner, hasTrustedSignature } from './verdict.ts';
import { labelFormat } from '#domain/export-formats.ts';
import { parseDecimal, SCALE } from '#domain/decimal.ts';
import { listChangeParts } from '#domain/reports/bridge/changes.ts';
import { findMeasure, type MeasureUnit } from '#domain/reports/definition/measures.ts';
import type { Grid } from '#domain/reports/print/model.ts';
import { chooseGrid, formatSteps, toSteps, printChange, formatUnit } from '#domain/reports/print/printed.ts';
import { defaultSettings } from '#domain/settings.ts';
import { formatDates, markCount as count, MARKED, writeMarked } from '#domain/locale-forms.ts';
import { formatUtcMinute } from '#domain/time/utc.ts';

export interface AnswerPart {
  readonly question: 'checked' | 'matches' | 'signed' | 'addsUp' | 'again' | 'then' | 'sent';
  /** Null if the question could not be answered, or if nothing is wrong but nothing is proven either. */
  readonly holds: boolean | null;
  readonly sentence: string;
  readonly details: readonly string[];
}

/** Indents the details below each answer. */
export function toLines(parts: readonly AnswerPart[]): string[] {
  return parts
    .flatMap(({ sentence, details }) => [sentence, ...details.map((line) => `  ${line}`)])
    .map((line) => writeMarked(line));
}

/** Numbers and days are marked for later formatting, because only the page or the terminal knows the reader's locale. */
const chooseMarkedGrid = (unit: MeasureUnit) => chooseGrid(unit, { ...defaultSettings, locale: MARKED });

/** A manifest from elsewhere may have any text in place of a figure, which is printed unchanged. */
const readSteps = (text: string, grid: Grid) => (parseDecimal(text) ? toSteps(text, grid) : null);
const formatFigure = (text: string, grid: Grid) => formatSteps(readSteps(text, grid), grid, { unknown: text });

export type AnswerTexts = readonly [sentence: string, ...details: string[]];

export function toPart(
  question: AnswerPart['question'],
  holds: boolean | null,
  [sentence, ...details]: AnswerTexts,
): AnswerPart {
  return { question, holds, sentence, details };
}

export function listFileParts(answer: FileAnswer, signedBy?: string): AnswerPart[] {
  const { matches, addsUp, again } = answer;
  return [
    toPart('checked', isRenamed(answer) ? false : null, formatChecked(answer)),
    toPart(
      'matches',
      matches.manifestSha256 === null && matches.holds ? null : matches.holds,
      formatMatches(answer, hasTrustedSignature(answer.signature, signedBy)),
    ),
    toSignedPart(answer.signature, signedBy),
    toPart('addsUp', addsUp.holds, formatAddsUp(answer)),
    toPart('again', toOutcome(again), formatAgain(answer, hasTrustedSignature(answer.signature, signedBy))),
    ...(answer.asThen ? [toPart('then', toOutcome(answer.asThen), formatThen(answer.asThen))] : []),
    ...(answer.sent ? [toSentPart(answer.sent)] : []),
  ];
}

/** States whether this computer sent a file without a manifest. */
export function listHashParts({ file, sha256, sent }: HashAnswer): AnswerPart[] {
  return [
    toPart('matches', null, [texts.onlyHash(file), texts.hash(sha256)]),
    sent ? toSentPart(sent) : toPart('sent', false, [texts.sent.unknown, texts.sent.unknownDetail]),
  ];
}

function toSentPart({ file, counts }: SentAnswer): AnswerPart {
  const { number, at, client, who, bills, state } = file;
  const sentence = texts.sent.known(String(number), formatUtcMinute(at), client, who);
  const parts = counts && listChangeParts(counts, count);
  return toPart('sent', true, [
    sentence,
    ...(state === 'withdrawn' ? [texts.sent.withdrawn] : bills ? [texts.sent.bills] : []),
    ...(parts ? [parts.length === 0 ? texts.sent.same : texts.sent.changed(parts)] : []),
  ]);
}

function formatThen({ seenAt, state, difference }: NonNullable<FileAnswer['asThen']>): AnswerTexts {
  const time = formatUtcMinute(seenAt);
  if (state === 'equal') return [texts.asThen.equal(time)];
  return difference ? [texts.asThen.differs(time, ...formatDifference(difference))] : [texts.asThen.unknown(time)];
}

export const toOutcome = ({ state }: Pick<FileAnswer['again'], 'state'>): boolean | null =>
  state === 'unknown' ? null : state === 'equal';

function formatChecked(answer: FileAnswer): AnswerTexts {
  const { file, says } = answer;
  const name =
    says.name === null
      ? texts.unnamed
      : isRenamed(answer)
        ? texts.renamed(file, says.name)
        : texts.writtenAs(says.name);
  return [describeFile(says), name];
}

export function describeFile({ title, period, records, total }: Omit<FileAnswer['says'], 'name'>): string {
  const measure = total && findMeasure(total.measure);
  const grid = chooseMarkedGrid(measure?.unit ?? 'plain');
  const unit = measure && grid.style === 'decimal' ? formatUnit(measure.unit, total.currency) : '';
  const printed = total ? texts.total(measure?.label ?? total.measure, formatFigure(total.value, grid), unit) : '';
  return texts.checked(title, period ? formatDates(period, MARKED) : texts.allTime, count(records), printed);
}

export function toSignedPart(signature: FileAnswer['signature'], signedBy: string | undefined): AnswerPart {
  const isNone = signature.state === 'none' && signedBy === undefined;
  const holds = isNone || isUnknownSigner(signature, signedBy) ? null : hasExpectedSignature(signature, signedBy);
  return toPart('signed', holds, [formatSignature(signature, signedBy)]);
}

function formatSignature({ state, fingerprint, own }: FileAnswer['signature'], signedBy: string | undefined): string {
  if (state !== 'valid' || fingerprint === null) {
    if (state === 'none' && signedBy !== undefined) return texts.signature.notAsked(null, signedBy);
    return state === 'valid' ? texts.signature.unreadable : texts.signature[state];
  }
  if (signedBy === undefined) return texts.signature.valid(fingerprint, own);
  return fingerprint === signedBy
    ? texts.signature.signedByNamedKey(fingerprint)
    : texts.signature.notAsked(fingerprint, signedBy);
}

function formatMatches(
  { matches: { holds, manifestSha256, remembered } }: FileAnswer,
  isTrusted: boolean,
): AnswerTexts {
  if (remembered) return [texts.remembered];
  if (manifestSha256 === null) return [holds ? texts.partsAgree : texts.partsDiffer];
  return [holds ? (isTrusted ? texts.untouched : texts.matches) : texts.changed];
}

function formatAddsUp({ addsUp, format }: FileAnswer): AnswerTexts {
  const { holds, seconds, lines, sums } = addsUp;
  if (seconds !== undefined) return [texts.tooLong(String(seconds))];
  if (holds === null) return [texts.notReadBack(labelFormat(format))];
  if (holds) return [texts.addsUp(count(lines.written))];
  const hasFewerLines = lines.found !== lines.written;
  return [
    texts.addsUpNot,
    ...(hasFewerLines ? [texts.lines(count(lines.written), lines.found === null ? null : count(lines.found))] : []),
    // If the file is truncated, its sums are meaningless.
    ...(lines.found === null ? [] : sums.map(formatSumLine)),
  ];
}

function formatAgain(answer: FileAnswer, isTrusted: boolean): AnswerTexts {
  const { again, says } = answer;
  const { state, difference } = again;
  const isNewer = state === 'equal' && again.asOf !== says.asOf;
  const basis = [
    ...(again.isKnown ? [texts.known] : []),
    ...(isNewer ? [texts.newer(formatTime(again.asOf))] : []),
    ...listBasisTexts(again),
  ];
  const equal = isRenamed(answer) ? texts.again.equalButName : texts.again.equal;
  if (state === 'equal') return [equal, ...(again.isKnown || isTrusted ? [] : [texts.ownWord]), ...basis];
  if (state === 'differs' && difference) return [texts.again.differs(...formatDifference(difference)), ...basis];
  return [formatUnknown(again, says), ...basis, ...listPresentTexts(again)];
}

export function formatUnknown(
  { why, asOf }: FileAnswer['again'],
  says: Pick<FileAnswer['says'], 'asOf' | 'appVersion'>,
) {
  const reasons = why.map((reason) => {
    if (reason === 'records') return texts.why.records(formatTime(says.asOf), formatTime(asOf));
    return reason === 'version' ? texts.why.version(says.appVersion) : texts.why[reason];
  });
  return texts.again.unknown(reasons);
}

const formatTime = (asOf: string | null) => (asOf === null ? texts.notComplete : texts.asOf(formatUtcMinute(asOf)));

/** Lists how the local records differ if the file could not be compared. */
export function listPresentTexts({ sameBytes, records, sums }: FileAnswer['again']): string[] {
  if (sameBytes === true) return [texts.sameBytes];
  const hasOtherCount = records.found !== null && records.found !== records.written;
  return [
    ...(hasOtherCount ? [texts.records(count(records.written), count(records.found ?? 0))] : []),
    ...sums.map(formatSumLine),
  ];
}

export function listBasisTexts({ state, why, settings, complete, sameBytes }: FileAnswer['again']): string[] {
  const settingTexts = settings.map(({ name, written, now }) =>
    texts.setting(settingLabel(name), formatSetting(name, written), formatSetting(name, now)),
  );
  return [
    ...(state === 'differs' && why.length > 0 ? [texts.untold] : []),
    ...(settingTexts.length > 0 ? [texts.otherSettings(settingTexts)] : []),
    ...(sameBytes === null || complete ? [] : [texts.incomplete]),
  ];
}

/** Formats a setting's value as on the settings screen. */
function formatSetting(name: SettingThen['name'], value: string): string {
  if (value === 'null') return texts.notSet;
  const words: { label?: string; values?: Readonly<Record<string, string>> } =
    name === 'thresholds' || name === 'clientProfiles' ? {} : settingsTexts[name];
  return texts.settingValue(words.values?.[value] ?? value);
}

/** @returns the place, the expected text and the found one */
export function formatDifference({ place, expected, found }: FirstDifference): [string, string, string] {
  const formatText = (text: string | null) => (text === null ? texts.nothing : text === '' ? texts.empty : text);
  return [formatPlace(place), formatText(expected), formatText(found)];
}

function formatPlace(place: FirstDifference['place']): string {
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

export function formatSumLine({ column, unit, currency, written, found, difference }: SumDifference): string {
  const unitName = unit === 'hours' || unit === 'minutes' || unit === 'days' ? texts.units[unit] : '';
  // The table's title precedes the measure's id, and a suffix distinguishes columns of the same measure.
  const [, title = '', id = '', rest = ''] = /^(.*: )?([^.@[]*)(.*)$/s.exec(column) ?? [];
  const measure = findMeasure(id);
  const label = measure && `${title}${measure.label}${rest.replaceAll(/^[.@]|\.(?=previous|last-year)/g, ', ')}`;
  const printedUnit = unit === 'number' ? 'plain' : (unit ?? measure?.unit ?? 'plain');
  const grid = chooseSumGrid(printedUnit, [written ?? '0', found ?? '0', difference]);
  const format = (value: string | null) => (value === null ? texts.nothing : formatFigure(value, grid));
  const change = printChange(toSteps(difference, grid), grid);
  return texts.sum(label ?? column, currency, unitName, format(written), format(found), change);
}

/** Uses the digits of reports if they show the exact difference, and otherwise every digit. */
function chooseSumGrid(unit: MeasureUnit, figures: readonly string[]): Grid {
  const grid = chooseMarkedGrid(unit);
  const [written = 0n, found = 0n, difference = 0n] = figures.map((figure) => readSteps(figure, grid) ?? 0n);
  if (difference !== 0n && found - written === difference) return grid;
  return { ...grid, style: 'decimal', digits: SCALE, step: 1n, scaled: (units) => units };
}
