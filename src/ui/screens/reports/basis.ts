/** What a report's figures rest on, in one line below it: without the period, which is above, and the form of hours, which shows. Pure. */
import { toBasis, type BasisContext } from '#domain/reports/notes/basis.ts';
import { closingTexts } from '#texts/closings.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { timeText } from '#ui/format/figures-and-times.ts';

export function listBasisParts(of: BasisContext): string[] {
  const { calendar, asOf, zone, period, closings } = of.result;
  const basis = toBasis(of);
  return [
    // The weekday on which recorded weeks begin shows that they are the recorded ones.
    period?.calendar === 'recorded-week' && basis.weeks !== undefined ? undefined : basis.calendar,
    // Recorded weeks and months are the same in every zone.
    calendar === 'clock' ? basis.zone : undefined,
    basis.weeks,
    basis.years,
    basis.currency,
    basis.amounts,
    basis.footing,
    basis.compared,
    closings === undefined ? undefined : closings === null ? closingTexts.unreadable : closingTexts.touches(closings),
    asOf === null ? undefined : reportsTexts.asOf(timeText(asOf, zone)),
  ].filter((part) => part !== undefined);
}
