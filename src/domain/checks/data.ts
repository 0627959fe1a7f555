/** Checks of the data itself. */
import { properties, propertyNames } from '../properties.ts';
import { type RecordCheck, ZERO } from './check.ts';
import {
  absolute,
  allOf,
  anyOf,
  firstKnown,
  isApart,
  isKnown,
  subtract,
  property,
  threshold,
  type Condition,
} from './condition.ts';

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
  isKnown(subtract(property(recorded), property(auto)));
const amounts = { recorded: property(propertyNames.billableAmount), auto: property(propertyNames.billableAmountAuto) };

export const twinDiffers: RecordCheck = {
  kind: 'record',
  id: 'twin-differs',
  group: 'data',
  properties: twins.flatMap(({ recorded, auto }) => [recorded, auto]),
  thresholds: ['amount_tolerance', 'hours_tolerance', 'twin_tolerance'],
  rules: [
    {
      scope: anyOf(...twins.map(isTwinKnown)),
      condition: anyOf(...twins.map(({ differs }) => differs)),
      facts: twins.flatMap(({ recorded, auto, differs }) => [
        { name: recorded, amount: property(recorded), when: differs },
        { name: auto, amount: property(auto), when: differs },
      ]),
      stake: { amount: firstKnown(absolute(subtract(amounts.recorded, amounts.auto)), ZERO), per: 1 },
    },
  ],
};

export const unreadable: RecordCheck = {
  kind: 'record',
  id: 'unreadable',
  group: 'data',
  properties: [],
  thresholds: [],
  // No facts are needed, because the record beside the finding shows the unreadable values as received.
  rules: [{ scope: allOf(), condition: { kind: 'unreadable' }, facts: [] }],
};

/** Stored values are exact to a hundred-millionth. Rounded ones are listed to explain a difference in the last digits of a sum. */
export const rounded: RecordCheck = {
  kind: 'record',
  id: 'rounded',
  group: 'data',
  properties: [],
  thresholds: [],
  informs: true,
  rules: [{ scope: allOf(), condition: { kind: 'rounded' }, facts: [], stake: { amount: ZERO, per: 1 } }],
};
