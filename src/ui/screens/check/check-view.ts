/** Keeps the state of the screen in its address: the records' view, the chosen list, and whether it shows open or reviewed findings. */
import { changeView, formatView, parseView, useAddressView, type ViewState } from '#ui/routing/view-state.ts';
import type { Finding } from '#contract/checks.ts';
import { createFactFigures, toSentence, type FactFormat } from '#domain/checks/sentence.ts';
import { divideHalfEven, formatUnits, toUnits } from '#domain/decimal.ts';
import { createObjectNames, type Directory } from '#domain/people/directory.ts';
import type { PrintSettings } from '#domain/reports/print/printed.ts';
import { exactFigure, MINUS, UNKNOWN, dayOfTime, dayText, timeText } from '#ui/format/figures-and-times.ts';

/** Entries of the list that are not checks. */
export const PEOPLE = 'people';
export const BEHAVIOUR = 'behaviour';

export interface CheckView extends ViewState {
  /** A check's id, `people` or `behaviour`; undefined for the check with most at stake. */
  readonly check: string | undefined;
  readonly showsReviewed: boolean;
}

export type ChangeCheckView = (change: Partial<CheckView>, options?: { readonly replace?: boolean }) => void;

export function parseCheckView(search: string): CheckView {
  const parameters = new URLSearchParams(search);
  return {
    ...parseView(search),
    check: parameters.get('check') ?? undefined,
    showsReviewed: parameters.get('show') === 'reviewed',
  };
}

/** @returns the search without `?`. */
export function formatCheckView({ check, showsReviewed, ...view }: CheckView): string {
  const parameters = new URLSearchParams(formatView(view));
  if (check !== undefined) parameters.set('check', check);
  if (showsReviewed) parameters.set('show', 'reviewed');
  return parameters.toString();
}

/** A change of the list resets the page and shows open findings. */
export function changeCheckView(view: CheckView, change: Partial<CheckView>): CheckView {
  const { check, showsReviewed, ...rest } = change;
  const isOther = 'check' in change || 'showsReviewed' in change;
  return {
    ...(isOther ? { ...view, page: 1 } : view),
    ...(Object.keys(rest).length > 0 ? changeView(view, rest) : {}),
    ...(isOther && { page: 1 }),
    check: 'check' in change ? check : view.check,
    showsReviewed: showsReviewed ?? ('check' in change ? false : view.showsReviewed),
  };
}

export function useCheckView(): [CheckView, ChangeCheckView] {
  return useAddressView(addressForm);
}

const addressForm = { parse: parseCheckView, format: formatCheckView, apply: changeCheckView };

export interface FoundFrame {
  /** Time zone for timestamps. */
  readonly zone: string;
  readonly directory: Directory;
  readonly printing: PrintSettings;
}

function createFactFormat({ zone, directory, printing }: FoundFrame): FactFormat {
  return {
    ...createFactFigures(printing, { minus: MINUS }),
    number: exactFigure,
    time: (text) => timeText(text, zone),
    span: (start, end) => formatSpan(start, end, zone),
    day: dayText,
    objectName: createObjectNames(directory),
  };
}

/** Writes a shared day once: `14 Sep 2026 11:37 – 14:02`. */
function formatSpan(start: string | null, end: string | null, zone: string): string {
  const from = start === null ? UNKNOWN : timeText(start, zone);
  const to = end === null ? UNKNOWN : timeText(end, zone);
  const isSameDay = start !== null && end !== null && dayOfTime(start, zone) === dayOfTime(end, zone);
  return `${from} – ${isSameDay ? to.slice(-'00:00'.length) : to}`;
}

export function describeFinding(check: string, finding: Finding, frame: FoundFrame): string {
  return toSentence(check, finding, createFactFormat(frame));
}

/** `90` minutes → `1.5` hours. */
export function toHours(minutes: string): string {
  return formatUnits(divideHalfEven(toUnits(minutes), 60n));
}
