/** What a report's figures rest on, in one line below it: the period stands above, and how hours are written shows. Pure. */
import { toBasis, type BasisOf } from '../../../../domain/reports/notes/basis.ts';
import { reportsTexts } from '#texts/screens/reports-screen.ts';
import { timeText } from '../../../format/times.ts';

export function basisParts(of: BasisOf): string[] {
  const { calendar, asOf, zone, period } = of.result;
  const basis = toBasis(of);
  return [
    // Which weekday recorded weeks begin on says that they are the recorded ones.
    period?.calendar === 'recorded-week' && basis.weeks !== undefined ? undefined : basis.calendar,
    // Recorded weeks and months are the same in every zone.
    calendar === 'clock' ? basis.zone : undefined,
    basis.weeks,
    basis.years,
    basis.currency,
    basis.amounts,
    basis.footing,
    basis.compared,
    asOf === null ? undefined : reportsTexts.asOf(timeText(asOf, zone)),
  ].filter((part) => part !== undefined);
}
