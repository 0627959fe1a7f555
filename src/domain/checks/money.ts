/** Checks of money before it is billed. */
import {
  type RecordCheck,
  type Rule,
  amount,
  AMOUNT_TOLERANCE,
  billableMinutes,
  cost,
  costRate,
  margin,
  rate,
  SIXTY,
  totalMinutes,
  ZERO,
  createValueFact,
} from './check.ts';
import {
  absolute,
  allOf,
  anyOf,
  isAbove,
  isApart,
  isClose,
  isKnown,
  isSet,
  isUnset,
  subtract,
  threshold,
  multiply,
  unlessZero,
  type Amount,
  property,
  asBilled,
  firstKnown,
} from './condition.ts';
import { propertyNames } from '../properties.ts';
import { sentColumns } from '../filter/billed.ts';

export const billableWithoutRate: RecordCheck = {
  kind: 'record',
  id: 'billable-without-rate',
  group: 'money',
  properties: [
    propertyNames.billableMinutes,
    propertyNames.billableHours,
    propertyNames.billableRate,
    propertyNames.billableAmount,
  ],
  thresholds: [],
  rules: [
    {
      scope: isAbove(billableMinutes, ZERO),
      condition: anyOf(isUnset(propertyNames.billableRate), isClose(rate, ZERO, ZERO)),
      facts: [
        { name: 'billableHours', amount: billableMinutes, per: 60 },
        { name: 'rate', amount: rate },
        { name: 'amount', amount: unlessZero(amount), when: isKnown(unlessZero(amount)) },
      ],
      // The correct rate is unknown, so money is at stake only if an amount is recorded nevertheless.
      stake: { amount: unlessZero(amount), per: 1 },
      minutes: billableMinutes,
    },
  ],
};

/** Compares an amount with minutes times an hourly rate; both sides are multiplied by sixty to avoid a division. */
function createHourlyRule(recorded: Amount, minutes: Amount, perHour: Amount, behaviour: string): Rule {
  const sixtyTimes = multiply(recorded, SIXTY);
  const computed = multiply(minutes, perHour);
  return {
    behaviour,
    scope: isKnown(subtract(sixtyTimes, computed)),
    condition: isApart(sixtyTimes, computed, multiply(AMOUNT_TOLERANCE, SIXTY)),
    facts: [
      { name: 'recorded', amount: recorded },
      { name: 'hours', amount: minutes, per: 60 },
      { name: 'rate', amount: perHour },
      { name: 'computed', amount: computed, per: 60 },
      { name: 'difference', amount: subtract(sixtyTimes, computed), per: 60 },
    ],
    stake: { amount: absolute(subtract(sixtyTimes, computed)), per: 60 },
  };
}

export const amountDiffers: RecordCheck = {
  kind: 'record',
  id: 'amount-differs',
  group: 'money',
  properties: [
    propertyNames.billableAmount,
    propertyNames.billableMinutes,
    propertyNames.billableHours,
    propertyNames.billableRate,
  ],
  thresholds: ['amount_tolerance'],
  rules: [
    createHourlyRule(amount, billableMinutes, rate, 'amount-on-billable'),
    createHourlyRule(amount, totalMinutes, rate, 'amount-on-total'),
  ],
};

export const costDiffers: RecordCheck = {
  kind: 'record',
  id: 'cost-differs',
  group: 'money',
  properties: [
    propertyNames.costAmount,
    propertyNames.totalMinutes,
    propertyNames.billableMinutes,
    propertyNames.costRate,
  ],
  thresholds: ['amount_tolerance'],
  rules: [
    createHourlyRule(cost, totalMinutes, costRate, 'cost-on-total'),
    createHourlyRule(cost, billableMinutes, costRate, 'cost-on-billable'),
  ],
};

export const marginDiffers: RecordCheck = {
  kind: 'record',
  id: 'margin-differs',
  group: 'money',
  properties: [propertyNames.marginAmount, propertyNames.billableAmount, propertyNames.costAmount],
  thresholds: ['amount_tolerance'],
  rules: [
    {
      scope: isKnown(subtract(margin, subtract(amount, cost))),
      condition: isApart(margin, subtract(amount, cost), AMOUNT_TOLERANCE),
      facts: [
        { name: 'recorded', amount: margin },
        { name: 'amount', amount: amount },
        { name: 'cost', amount: cost },
        { name: 'computed', amount: subtract(amount, cost) },
        { name: 'difference', amount: subtract(margin, subtract(amount, cost)) },
      ],
      stake: { amount: absolute(subtract(margin, subtract(amount, cost))), per: 1 },
    },
  ],
};

export const costUnknown: RecordCheck = {
  kind: 'record',
  id: 'cost-unknown',
  group: 'money',
  properties: [propertyNames.costAmount, propertyNames.totalMinutes],
  thresholds: [],
  rules: [
    {
      scope: isAbove(totalMinutes, ZERO),
      condition: isUnset(propertyNames.costAmount),
      facts: [{ name: 'costRate', amount: costRate }],
    },
  ],
};

export const enormousAmount: RecordCheck = {
  kind: 'record',
  id: 'enormous-amount',
  group: 'money',
  properties: [propertyNames.billableAmount],
  thresholds: ['record_amount'],
  rules: [
    {
      scope: isSet(propertyNames.billableAmount),
      condition: isAbove(amount, threshold('record_amount')),
      facts: [
        { name: 'amount', amount: amount },
        { name: 'hours', amount: totalMinutes, per: 60 },
      ],
    },
  ],
};

const signedProperties = [
  propertyNames.totalMinutes,
  propertyNames.billableMinutes,
  propertyNames.billableRate,
  propertyNames.billableAmount,
  propertyNames.costRate,
  propertyNames.costAmount,
];

/** Margins can be negative; hours, rates and amounts are negative only in corrections. */
export const negative: RecordCheck = {
  kind: 'record',
  id: 'negative',
  group: 'money',
  properties: signedProperties,
  thresholds: [],
  rules: [
    {
      scope: anyOf(...signedProperties.map(isSet)),
      condition: anyOf(...signedProperties.map((name) => isAbove(ZERO, property(name)))),
      facts: signedProperties.map((name) => ({ name, amount: property(name), when: isAbove(ZERO, property(name)) })),
    },
  ],
};

export const billableOverTotal: RecordCheck = {
  kind: 'record',
  id: 'billable-over-total',
  group: 'money',
  properties: [propertyNames.billableMinutes, propertyNames.totalMinutes],
  thresholds: ['hours_tolerance'],
  rules: [
    {
      scope: allOf(isKnown(billableMinutes), isKnown(totalMinutes)),
      // In a credit both are negative, so a larger billable time does not exceed the logged time.
      condition: allOf(
        isAbove(billableMinutes, ZERO),
        isAbove(subtract(billableMinutes, totalMinutes), multiply(threshold('hours_tolerance'), SIXTY)),
      ),
      facts: [
        { name: 'billableHours', amount: billableMinutes, per: 60 },
        { name: 'hours', amount: totalMinutes, per: 60 },
        { name: 'difference', amount: subtract(billableMinutes, totalMinutes), per: 60 },
      ],
    },
  ],
};

// Checks of billed records. They compare records with their values in the register of sent files.

/** Names the fact that holds a property's value in the last file. */
export const toBilledFact = (name: string) => `billed ${name}`;

const billedAmount = asBilled(propertyNames.billableAmount);
const movedHours = absolute(subtract(property(propertyNames.totalHours), asBilled(propertyNames.totalHours)));

export const sentChanged: RecordCheck = {
  kind: 'record',
  id: 'sent-changed',
  group: 'money',
  properties: sentColumns,
  thresholds: [],
  rules: [
    {
      scope: allOf(),
      condition: { kind: 'changed-since-billed' },
      facts: sentColumns.map((name) => createValueFact(name, name)),
      // If only one side has a value, all of it is in question.
      stake: {
        amount: firstKnown(absolute(subtract(amount, billedAmount)), absolute(amount), absolute(billedAmount)),
        per: 1,
      },
      minutes: firstKnown(multiply(movedHours, SIXTY), totalMinutes),
    },
  ],
};

export const billedTwice: RecordCheck = {
  kind: 'record',
  id: 'billed-twice',
  group: 'money',
  properties: [propertyNames.billableHours, propertyNames.billableAmount],
  thresholds: [],
  rules: [{ scope: allOf(), condition: { kind: 'billed-twice' }, facts: [] }],
};
