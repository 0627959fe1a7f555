/** Checks on the data itself. */
import { properties } from '../properties.ts';
import type { RecordCheck } from './check.ts';
import {
  absolute,
  allOf,
  anyOf,
  firstKnown,
  isApart,
  isKnown,
  less,
  property,
  threshold,
  type Condition,
} from './condition.ts';
import { ZERO } from './values.ts';
import { propertyNames } from '../property-names.ts';

const AUTO = '_auto';
const twins = properties
  .filter(({ name }) => name.endsWith(AUTO))
  .map(({ name, unit }) => {
    const recorded = name.slice(0, -AUTO.length);
    const tolerance = threshold(
      unit === 'money' ? 'amount_tolerance' : unit === 'hours' ? 'hours_tolerance' : 'twin_tolerance',
    );
    return { recorded, auto: name, differs: isApart(property(recorded), property(name), tolerance) };
  });
const isTwinKnown = ({ recorded, auto }: (typeof twins)[number]): Condition =>
  isKnown(less(property(recorded), property(auto)));
const amounts = { recorded: property(propertyNames.billableAmount), auto: property(propertyNames.billableAmountAuto) };

export const twinDiffers: RecordCheck = {
  kind: 'record',
  id: 'twin-differs',
  group: 'data',
  properties: twins.flatMap(({ recorded, auto }) => [recorded, auto]),
  thresholds: ['amount_tolerance', 'hours_tolerance', 'twin_tolerance'],
  rules: [
    {
      examines: anyOf(...twins.map(isTwinKnown)),
      finds: anyOf(...twins.map(({ differs }) => differs)),
      facts: twins.flatMap(({ recorded, auto, differs }) => [
        { name: recorded, of: property(recorded), when: differs },
        { name: auto, of: property(auto), when: differs },
      ]),
      stake: { of: firstKnown(absolute(less(amounts.recorded, amounts.auto)), ZERO), per: 1 },
    },
  ],
};

export const unreadable: RecordCheck = {
  kind: 'record',
  id: 'unreadable',
  group: 'data',
  properties: [],
  thresholds: [],
  // Which values are unreadable, and as what they were received, is shown beside the record: every property may be one.
  rules: [{ examines: allOf(), finds: { kind: 'unreadable' }, facts: [] }],
};

/** The stored value is right to a hundred-millionth: listed so that a sum that differs in its last digits can be explained. */
export const rounded: RecordCheck = {
  kind: 'record',
  id: 'rounded',
  group: 'data',
  properties: [],
  thresholds: [],
  informs: true,
  rules: [{ examines: allOf(), finds: { kind: 'rounded' }, facts: [], stake: { of: ZERO, per: 1 } }],
};
