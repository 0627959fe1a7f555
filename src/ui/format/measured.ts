/** A measure's figure with its unit: how many digits it gets in a tile and in a table, and what stands beside it. */
import { findMeasure, type MeasureUnit } from '../../domain/reports/measures.ts';
import { uiTexts } from '../../texts/en/ui.ts';
import { figure, percentOfShare, UNKNOWN } from './figures.ts';

export type Density = 'tile' | 'table';

const digits: Readonly<Record<MeasureUnit, Readonly<Record<Density, number>>>> = {
  count: { tile: 0, table: 0 },
  hours: { tile: 1, table: 2 },
  days: { tile: 1, table: 2 },
  money: { tile: 0, table: 2 },
  rate: { tile: 2, table: 2 },
  percent: { tile: 1, table: 1 },
  share: { tile: 1, table: 1 },
  minutes: { tile: 0, table: 0 },
  plain: { tile: 2, table: 8 },
};

export function measureUnit(id: string): MeasureUnit {
  return findMeasure(id)?.unit ?? 'plain';
}

/** The figure alone: `312.4`; a share of 1 becomes a percentage; unknown a dash. */
export function measured(id: string, value: string | null | undefined, density: Density): string {
  if (value === null || value === undefined) return UNKNOWN;
  const unit = measureUnit(id);
  return figure(unit === 'share' ? percentOfShare(value) : value, digits[unit][density]);
}

/** `h`, `%`, `EUR`, `EUR/h`; empty where none is read. */
export function unitText(unit: MeasureUnit, currency: string | null): string {
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
