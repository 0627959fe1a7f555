/** What the unit of a property is called beside the field in which a number is typed. */
import { unitText } from '../../../domain/reports/print/unit-text.ts';
import type { PropertyUnit } from '../../../domain/properties.ts';
import { uiTexts } from '#texts/screens/ui.ts';

/** @param currency of the workspace; null: unknown */
export function propertyUnitText(unit: PropertyUnit, currency: string | null): string {
  return unit === 'years' || unit === 'decades' || unit === 'centuries'
    ? uiTexts.units[unit]
    : unitText(unit, currency);
}
