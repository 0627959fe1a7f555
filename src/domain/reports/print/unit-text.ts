/** What a unit is called beside a figure. */
import { uiTexts } from '#texts/screens/ui.ts';
import type { MeasureUnit } from '../definition/measures.ts';

/** Writes `h`, `%`, `EUR` or `EUR/h`; empty where there is no unit. */
export function formatUnit(unit: MeasureUnit, currency: string | null): string {
  switch (unit) {
    case 'hours':
      return uiTexts.units.hours;
    case 'days':
      return uiTexts.units.days;
    case 'minutes':
      return uiTexts.units.minutes;
    case 'money':
      return currency ?? '';
    case 'rate':
      return uiTexts.units.rate(currency);
    case 'percent':
    case 'share':
      return uiTexts.units.percent;
    case 'count':
    case 'plain':
      return '';
  }
}
