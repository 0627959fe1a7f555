/** Prints findings on the screen: figures as everywhere, and the sentence of what differs. */
import type { Finding } from '#contract/checks.ts';
import { createFactFigures, toSentence, type FactFormat } from '#domain/checks/sentence.ts';
import { divideHalfEven, formatUnits, toUnits } from '#domain/decimal.ts';
import { createObjectNames, type Directory } from '#domain/people/directory.ts';
import type { PrintSettings } from '#domain/reports/print/printed.ts';
import { exactFigure, MINUS, UNKNOWN } from '#ui/format/figures.ts';
import { dayOfTime, dayText, timeText } from '#ui/format/times.ts';

export interface FoundFrame {
  /** Of times. */
  readonly zone: string;
  readonly directory: Directory;
  readonly printing: PrintSettings;
}

function factFormat({ zone, directory, printing }: FoundFrame): FactFormat {
  return {
    ...createFactFigures(printing, { minus: MINUS }),
    number: exactFigure,
    time: (text) => timeText(text, zone),
    span: (start, end) => spanText(start, end, zone),
    day: dayText,
    objectName: createObjectNames(directory),
  };
}

/** The day once where both times are on it: `14 Sep 2026 11:37 – 14:02`. */
function spanText(start: string | null, end: string | null, zone: string): string {
  const from = start === null ? UNKNOWN : timeText(start, zone);
  const to = end === null ? UNKNOWN : timeText(end, zone);
  const isSameDay = start !== null && end !== null && dayOfTime(start, zone) === dayOfTime(end, zone);
  return `${from} – ${isSameDay ? to.slice(-'00:00'.length) : to}`;
}

export function foundText(check: string, finding: Finding, frame: FoundFrame): string {
  return toSentence(check, finding, factFormat(frame));
}

/** `90` minutes → `1.5` hours. */
export function toHours(minutes: string): string {
  return formatUnits(divideHalfEven(toUnits(minutes), 60n));
}
