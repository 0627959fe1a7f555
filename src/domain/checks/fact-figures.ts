/** Prints money and hours of a finding as the settings say, but never so coarsely that differing values look alike. Pure. */
import { toUnits } from '../decimal.ts';
import { chooseGrid, toSteps, formatSteps, type PrintSettings, type TextStyle } from '../reports/print/printed.ts';
import type { FactFormat } from './sentence.ts';

/** A finding may be about a small difference: what the chosen digits would hide is printed to the cent, and to the hundredth of an hour. */
const FINE_DIGITS = 2;

/** @param style how a minus sign is written */
export function createFactFigures(settings: PrintSettings, style: TextStyle = {}): Pick<FactFormat, 'money' | 'hours'> {
  const fine: PrintSettings = {
    ...settings,
    hoursStyle: 'decimal',
    hoursDigits: Math.max(FINE_DIGITS, settings.hoursDigits),
    moneyDigits: Math.max(FINE_DIGITS, settings.moneyDigits),
  };
  const createFormat = (unit: 'money' | 'hours') => (decimal: string) => {
    const grid = chooseGrid(unit, settings);
    const hidesNothing = grid.scaled(toUnits(decimal)) % grid.step === 0n;
    const chosen = hidesNothing ? grid : chooseGrid(unit, fine);
    return formatSteps(toSteps(decimal, chosen), chosen, style);
  };
  return { money: createFormat('money'), hours: createFormat('hours') };
}
