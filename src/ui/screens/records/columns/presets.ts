/** Sets of columns for the questions people bring: what is billed, when it was done, where it comes from. Pure. */
import { CLIENT_PROPERTY } from '#domain/local-properties.ts';
import { ID_PROPERTY, OWNER_PROPERTY, PREFIX, properties, RECORD_ID_PROPERTY } from '#domain/properties.ts';
import { propertyNames } from '#domain/property-names.ts';

export const columnPresets = ['standard', 'billing', 'time', 'provenance'] as const;
export type ColumnPreset = (typeof columnPresets)[number];

const who = [propertyNames.firstStart, OWNER_PROPERTY, CLIENT_PROPERTY];
const ofGroup = (group: string): string[] => properties.filter((each) => each.group === group).map(({ name }) => name);

const presets: Readonly<Record<Exclude<ColumnPreset, 'standard'>, readonly string[]>> = {
  billing: [
    ...who,
    propertyNames.title,
    propertyNames.billableHours,
    propertyNames.billableRate,
    propertyNames.billableAmount,
    `${PREFIX}cost_rate`,
    propertyNames.costAmount,
    `${PREFIX}margin_amount`,
    `${PREFIX}margin_percentage`,
  ],
  time: [...who, propertyNames.title, ...ofGroup('time'), `${PREFIX}total_minutes`, propertyNames.totalHours],
  provenance: [ID_PROPERTY, RECORD_ID_PROPERTY, ...who, ...ofGroup('provenance'), ...ofGroup('system')],
};

/** @returns null for the default columns, which a narrow window may leave out. */
export function columnsOfPreset(preset: ColumnPreset): string[] | null {
  if (preset === 'standard') return null;
  const known = new Set([CLIENT_PROPERTY, ...properties.map(({ name }) => name)]);
  return [...new Set(presets[preset])].filter((name) => known.has(name));
}
