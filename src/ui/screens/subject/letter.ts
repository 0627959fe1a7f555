/** Writes a message to a person about logged and missing hours and records to check. Pure. */
import { checkTexts } from '#texts/screens/checks.ts';
import { subjectTexts } from '#texts/screens/subject.ts';

const texts = subjectTexts.letter;

export interface LetterFacts {
  readonly name: string;
  readonly period: string;
  /** With the unit of hours, like the next two. */
  readonly logged: string;
  /** Undefined if unknown. */
  readonly expected: string | undefined;
  /** Undefined if nothing is missing. */
  readonly gap: string | undefined;
  readonly lastEntry: string | undefined;
  readonly findings: readonly { readonly check: string; readonly records: string }[];
}

export function writeLetter({ name, period, logged, expected, gap, lastEntry, findings }: LetterFacts): string {
  const lines = [
    texts.head(name),
    '',
    expected === undefined ? texts.hoursAlone(period, logged) : texts.hours(period, logged, expected),
    ...(gap === undefined ? [] : [texts.gap(gap)]),
    ...(lastEntry === undefined ? [] : [texts.lastEntry(lastEntry)]),
    ...(findings.length === 0 ? [] : ['', texts.check]),
    ...findings.map(({ check, records }) => texts.checkLine(checkTexts[check]?.label ?? check, records)),
  ];
  return `${lines.join('\n')}\n`;
}
