/** Lists what a report's figures rest on, without the period and the form of hours, which the report itself shows. Pure. */
import { toBasis, type BasisContext } from '#domain/reports/notes/basis.ts';
import { closingTexts } from '#texts/closings.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { timeText } from '#ui/format/figures-and-times.ts';

export function listBasisParts(context: BasisContext): string[] {
  const { calendar, asOf, zone, period, closings } = context.result;
  const basis = toBasis(context);
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
