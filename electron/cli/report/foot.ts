/** What a report's figures rest on, below its table. */
import { toBasis, type BasisOf } from '../../../src/domain/reports/notes/basis.ts';

/** Period, calendar, zone, weeks, figures and footing in one line; then what it is compared with. */
export function basisLines(of: BasisOf): string[] {
  const { compared, ...basis } = toBasis(of);
  const { period, calendar, zone, weeks, years, hours, currency, amounts, footing } = basis;
  const parts = [period, calendar, zone, weeks, years, hours, currency, amounts, footing];
  const own = parts.filter((part) => part !== undefined).join(', ');
  return [own, ...(compared === undefined ? [] : [capitalised(compared)])].map((line) => `${line}.`);
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
