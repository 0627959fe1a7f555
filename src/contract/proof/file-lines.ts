/** What `verify-file` prints of a file, and which exit code it comes to. */
import type { FileAnswer, SumDifference } from '../file-answer.ts';
import { settingLabel } from '#texts/screens/settings.ts';
import { verifyFileTexts as texts } from '#texts/verify-file.ts';
import { exportFormatLabels } from '../../domain/export-formats.ts';
import { groupThousands as count } from '../../domain/thousands.ts';
import { CHANGED, DONE, PARTIAL } from '../../../electron/cli/output/exit-codes.ts';

export interface Judgement {
  readonly code: number;
  readonly said?: string;
}

/** A file that was changed is worse than one whose signature is wrong; both are worse than one that is no longer true. */
export function judgeFile(
  { untouched, addsUp, signature, today }: FileAnswer,
  signedBy: string | undefined,
): Judgement {
  if (!untouched.holds || addsUp.holds === false) return { code: CHANGED, said: texts.saidChanged };
  if (!isSignedAsAsked(signature, signedBy)) return { code: CHANGED, said: texts.saidSignature };
  if (today.holds === false) return { code: PARTIAL, said: texts.saidDiffers };
  if (today.holds === null) return { code: PARTIAL, said: texts.saidUnknown };
  return isStranger(signature, signedBy) ? { code: PARTIAL, said: texts.saidStranger } : { code: DONE };
}

/** Without a key that was named, a file without any signature is as it should be. */
export function isSignedAsAsked(
  { state, fingerprint }: FileAnswer['signature'],
  signedBy: string | undefined,
): boolean {
  if (signedBy === undefined) return state === 'none' || state === 'valid';
  return state === 'valid' && fingerprint === signedBy;
}

/** Signed by a key that is neither this app's nor the one that was named. */
export function isStranger({ state, own }: FileAnswer['signature'], signedBy: string | undefined): boolean {
  return state === 'valid' && signedBy === undefined && own !== true;
}

export function fileLines(answer: FileAnswer, signedBy: string | undefined): string[] {
  return [
    ...untouchedLines(answer),
    signatureLine(answer.signature, signedBy),
    ...addsUpLines(answer),
    ...todayLines(answer),
    ...differenceLines(answer),
  ];
}

export function signatureLine(
  { state, fingerprint, own }: FileAnswer['signature'],
  signedBy: string | undefined,
): string {
  if (state !== 'valid' || fingerprint === null) {
    if (state === 'none' && signedBy !== undefined) return texts.signature.notAsked(null, signedBy);
    return state === 'valid' ? texts.signature.unreadable : texts.signature[state];
  }
  if (signedBy === undefined) return texts.signature.valid(fingerprint, own);
  return fingerprint === signedBy
    ? texts.signature.asked(fingerprint)
    : texts.signature.notAsked(fingerprint, signedBy);
}

function untouchedLines({ untouched }: FileAnswer): string[] {
  const { holds, seal, manifestSha256 } = untouched;
  const first = holds ? texts.untouched : seal === false ? texts.sealBroken : texts.changed;
  return manifestSha256 === null ? [first, indented(texts.noManifestBeside)] : [first];
}

function addsUpLines({ addsUp, format }: FileAnswer): string[] {
  const { holds, lines, sums } = addsUp;
  if (holds === null) return [texts.notReadBack(exportFormatLabels[format].label)];
  if (holds) return [texts.addsUp(count(lines.written))];
  const isShort = lines.found !== lines.written;
  return [
    texts.addsUpNot,
    ...(isShort ? [indented(texts.lines(count(lines.written), lines.found === null ? null : count(lines.found)))] : []),
    // What it lacks says nothing where it breaks off.
    ...(lines.found === null ? [] : sums.map(sumLine)),
  ];
}

function todayLines({ today, addsUp }: FileAnswer): string[] {
  const { holds, why, records, sums } = today;
  if (holds === null) return [texts.cannotAsk[why ?? 'refused']];
  const basis = [
    ...(today.sameNames ? [] : [texts.otherNames]),
    ...settingLines(today),
    ...(today.complete ? [] : [texts.incomplete]),
  ].map(indented);
  if (holds) return [addsUp.holds === null ? texts.sameTotals : texts.stillTrue, ...basis];
  const isOther = records.found !== null && records.found !== records.written;
  return [
    texts.stillTrueNot,
    ...(isOther ? [indented(texts.records(count(records.written), count(records.found ?? 0)))] : []),
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

function differenceLines({ differences, addsUp }: FileAnswer): string[] {
  const isBroken = addsUp.holds !== null && addsUp.lines.found === null;
  const { against, cells, cellCount, missing, missingCount, extra, extraCount } = differences;
  if (isBroken || cellCount + missingCount + extraCount === 0) return [];
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
    ...extra.map(({ line, cells: each }) => texts.extra[against](count(line ?? 0), begin(each))),
    ...missing.map(({ cells: each }) => texts.missing[against](begin(each))),
  ];
  const more = cellCount + missingCount + extraCount - named.length;
  return [texts.against[against], ...named.map(indented), ...(more > 0 ? [indented(texts.more(count(more)))] : [])];
}

export function sumLine({ column, unit, currency, written, found, difference }: SumDifference): string {
  const [was, is] = [written ?? texts.nothing, found ?? texts.nothing];
  const counted = unit === 'hours' || unit === 'minutes' || unit === 'days' ? texts.units[unit] : '';
  return indented(texts.sum(column, currency, counted, was, is, texts.plus(difference)));
}

const negate = (decimal: string) => (decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`);

/** Enough of a line to know it by. */
const begin = (cells: readonly string[]) => cells.filter(Boolean).slice(0, 4).join(' · ');

export const indented = (line: string) => `  ${line}`;
