/** `verify-file`: is an exported file untouched, does it add up, is it still true today? */
import { resolve } from 'node:path';
import { fail } from '../../../src/contract/errors.ts';
import type { FileAnswer, SumDifference } from '../../../src/contract/file-answer.ts';
import { verifyFileTexts as texts } from '#texts/verify-file.ts';
import { usage } from '#texts/terminal/cli.ts';
import { exportFormatLabels } from '../../../src/domain/export-formats.ts';
import { groupThousands as count } from '../../../src/domain/thousands.ts';
import type { Command } from '../arguments/command.ts';
import { refuse } from '../arguments/option-values.ts';
import { CHANGED, DONE, PARTIAL } from '../output/exit-codes.ts';

const NAME = 'verify-file';

export const verifyFile: Command = {
  name: NAME,
  options: {},
  prepare: ({ positionals: [file, extra] }) => {
    if (file === undefined) refuse(texts.needsFile);
    if (extra !== undefined) refuse(usage.tooManyArguments(NAME, extra));
    const source = resolve(file);
    return async ({ openApp, print, terminal }) => {
      const app = await openApp({ key: false, source });
      const answer = await app.call('export.verify', {});
      if (answer === null) return fail({ code: 'cancelled' });
      await print(answer, () => toLines(answer));
      if (!answer.untouched.holds || answer.addsUp.holds === false) {
        terminal.say(texts.saidChanged);
        return CHANGED;
      }
      if (answer.today.holds === true) return DONE;
      terminal.say(answer.today.holds === null ? texts.saidUnknown : texts.saidDiffers);
      return PARTIAL;
    };
  },
};

function toLines(answer: FileAnswer): string[] {
  return [...untouchedLines(answer), ...addsUpLines(answer), ...todayLines(answer), ...differenceLines(answer)];
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

function todayLines({ today }: FileAnswer): string[] {
  const { holds, why, records, sums } = today;
  if (holds === null) return [texts.cannotAsk[why ?? 'refused']];
  const basis = [
    ...(today.sameNames ? [] : [texts.otherNames]),
    ...(today.sameSettings ? [] : [texts.otherSettings]),
    ...(today.complete ? [] : [texts.incomplete]),
  ].map(indented);
  if (holds) return [texts.stillTrue, ...basis];
  const isOther = records.found !== null && records.found !== records.written;
  return [
    texts.stillTrueNot,
    ...(isOther ? [indented(texts.records(count(records.written), count(records.found ?? 0)))] : []),
    ...sums.map(sumLine),
    ...basis,
  ];
}

function differenceLines({ differences, addsUp }: FileAnswer): string[] {
  const isBroken = addsUp.holds !== null && addsUp.lines.found === null;
  const { against, cells, cellCount, missing, missingCount, extra, extraCount } = differences;
  if (isBroken || cellCount + missingCount + extraCount === 0) return [];
  const shown = (text: string) => (text === '' ? texts.empty : text);
  const named = [
    ...cells.map(({ line, key, head, inFile, today, difference }) =>
      texts.cell(
        texts.line(count(line ?? 0)),
        key.join(' · '),
        head,
        shown(inFile),
        shown(today),
        difference === null ? null : texts.plus(difference),
      ),
    ),
    ...extra.map(({ line, cells: each }) => texts.extra(count(line ?? 0), begin(each))),
    ...missing.map(({ cells: each }) => texts.missing(begin(each))),
  ];
  const more = cellCount + missingCount + extraCount - named.length;
  return [texts.against[against], ...named.map(indented), ...(more > 0 ? [indented(texts.more(count(more)))] : [])];
}

function sumLine({ column, unit, currency, written, found, difference }: SumDifference): string {
  const [was, is] = [written ?? texts.nothing, found ?? texts.nothing];
  const counted = unit === 'hours' || unit === 'minutes' || unit === 'days' ? texts.units[unit] : '';
  return indented(texts.sum(column, currency, counted, was, is, texts.plus(difference)));
}

/** Enough of a line to know it by. */
const begin = (cells: readonly string[]) => cells.filter(Boolean).slice(0, 4).join(' · ');

const indented = (line: string) => `  ${line}`;
