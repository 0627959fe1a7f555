/** `--break-down`: lines named as the table prints them or by their keys, opened into parts by one more group. */
import { toBrokenLine, brokenDown, type Breakdown } from '../../../src/domain/reports/definition/breakdowns.ts';
import { findDimension } from '../../../src/domain/reports/definition/dimensions.ts';
import type { Report, ReportResult, ReportRow } from '../../../src/domain/reports/definition/report.ts';
import { keyText } from '../../../src/domain/reports/keys/key-text.ts';
import { listLines } from '../../../src/domain/reports/print/broken-lines.ts';
import { groupTexts } from '#texts/reports/reports.ts';
import { groupThousands } from '../../../src/domain/thousands.ts';
import { nearestName, plainName } from '../../../src/domain/people/nearest-name.ts';
import type { Directory } from '../../../src/domain/people/directory.ts';
import type { Settings } from '../../../src/domain/settings.ts';
import { reportCommandTexts as texts } from '#texts/terminal/report-command.ts';
import { refuse } from '../arguments/option-values.ts';

/** A line as it was written, and the full name of the group of its parts. */
export interface WrittenBreakdown {
  readonly path: readonly string[];
  readonly by: string;
}

const NONE = 'none';

/** @returns an empty list for `none`. @throws AppFailure `usage` */
export function parseBreakDowns(given: string): WrittenBreakdown[] {
  if (given.trim().toLowerCase() === NONE) return [];
  return given.split(';').map((each) => {
    const { line, by = '' } = /^\s*(?<line>.*\S)\s+by\s+(?<by>\S+)\s*$/i.exec(each)?.groups ?? {};
    if (line === undefined) return refuse(texts.breakDown);
    const dimension = findDimension(by) ?? refuse(texts.breakDownGroup(by));
    return { path: line.split('>').map((part) => part.trim()), by: dimension.name };
  });
}

export interface NamedLines {
  readonly report: Report;
  /** The answer with the break-downs so far. */
  readonly result: ReportResult;
  readonly directory: Directory;
  readonly settings: Pick<Settings, 'fiscalYearStart'>;
}

/** Adds a break-down of the line that was written. @throws AppFailure `usage` where no line is called so */
export function addBreakDown({ path, by }: WrittenBreakdown, shown: NamedLines): Breakdown[] {
  const { report, result } = shown;
  const lines = listLines(result);
  const found = lines.find((line) => isCalled(line, path, shown));
  if (!found) {
    const names = lines.map((line) => printedNames(line, shown).join(' > '));
    return refuse(texts.noLine(path.join(' > '), nearestName(path.join(' > '), [...new Set(names)])));
  }
  const names = Object.keys(found.key);
  const line = toBrokenLine(
    names.map((name) => found.key[name] ?? null),
    names,
    found.folded !== undefined,
  );
  return brokenDown(report.breakdowns ?? [], { ...line, by });
}

function isCalled(line: ReportRow, path: readonly string[], shown: NamedLines): boolean {
  const keys = Object.values(line.key);
  const printed = printedNames(line, shown);
  return (
    keys.length === path.length &&
    path.every((wanted, at) => [printed[at], keys[at]].some((each) => plainName(each ?? '') === plainName(wanted)))
  );
}

function printedNames({ key, folded }: ReportRow, { report, directory, settings }: NamedLines): string[] {
  return Object.entries(key).map(([name, each], at) =>
    at === 0 && folded !== undefined
      ? groupTexts.other(groupThousands(folded), report.only)
      : keyText(name, each, directory, settings),
  );
}
