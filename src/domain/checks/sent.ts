/** Checks on what was billed. They rest on the register of sent files, whose values stand beside the records. */
import { sentColumns } from '../exports/billing.ts';
import { propertyNames } from '../property-names.ts';
import type { RecordCheck } from './check.ts';
import { absolute, allOf, asBilled, firstKnown, multiply, property, subtract } from './condition.ts';
import { amount, createValueFact, SIXTY, totalMinutes } from './values.ts';

/** The fact that tells a property as the last file had it. */
export const toBilledFact = (name: string) => `billed ${name}`;

const billedAmount = asBilled(propertyNames.billableAmount);
const moved = absolute(subtract(property(propertyNames.totalHours), asBilled(propertyNames.totalHours)));

export const sentChanged: RecordCheck = {
  kind: 'record',
  id: 'sent-changed',
  group: 'money',
  properties: sentColumns,
  thresholds: [],
  rules: [
    {
      examines: allOf(),
      finds: { kind: 'changed-since-billed' },
      facts: sentColumns.map((name) => createValueFact(name, name)),
      // Where only one side has a value, all of it.
      stake: {
        of: firstKnown(absolute(subtract(amount, billedAmount)), absolute(amount), absolute(billedAmount)),
        per: 1,
      },
      minutes: firstKnown(multiply(moved, SIXTY), totalMinutes),
    },
  ],
};

export const billedTwice: RecordCheck = {
  kind: 'record',
  id: 'billed-twice',
  group: 'money',
  properties: [propertyNames.billableHours, propertyNames.billableAmount],
  thresholds: [],
  rules: [{ examines: allOf(), finds: { kind: 'billed-twice' }, facts: [] }],
};
