/**
 * Rules that time log records may follow. They are measured before differences are reported, because the interface does not define how values
 * are computed.
 */
import {
  type Behaviour,
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
} from './check.ts';
import {
  absolute,
  allOf,
  isAbove,
  isApart,
  isClose,
  isKnown,
  isSet,
  subtract,
  threshold,
  multiply,
  type Amount,
  property,
} from './condition.ts';
import { propertyNames } from '../properties.ts';

/** Counts only records whose total and billable minutes differ and whose rate is not 0, because only they distinguish the rules. */
function createHourlyBehaviour(id: string, recorded: Amount, minutes: Amount, perHour: Amount): Behaviour {
  const isDecidable = allOf(
    isKnown(subtract(multiply(recorded, SIXTY), multiply(minutes, perHour))),
    isApart(property(propertyNames.totalMinutes), property(propertyNames.billableMinutes), ZERO),
    isAbove(absolute(perHour), ZERO),
  );
  return {
    id,
    scope: isDecidable,
    follows: isClose(multiply(recorded, SIXTY), multiply(minutes, perHour), multiply(AMOUNT_TOLERANCE, SIXTY)),
  };
}

function createWeekStartBehaviour(id: string, day: number): Behaviour {
  const week = propertyNames.week;
  return { id, scope: isSet(week), follows: { kind: 'weekday', property: week, day } };
}

export const behaviours: readonly Behaviour[] = [
  createHourlyBehaviour('amount-on-billable', amount, billableMinutes, rate),
  createHourlyBehaviour('amount-on-total', amount, totalMinutes, rate),
  createHourlyBehaviour('cost-on-total', cost, totalMinutes, costRate),
  createHourlyBehaviour('cost-on-billable', cost, billableMinutes, costRate),
  {
    id: 'margin-is-difference',
    scope: isKnown(subtract(margin, subtract(amount, cost))),
    follows: isClose(margin, subtract(amount, cost), AMOUNT_TOLERANCE),
  },
  {
    id: 'hours-are-minutes',
    scope: isKnown(subtract(property(propertyNames.totalHours), property(propertyNames.totalMinutes))),
    follows: isClose(
      multiply(property(propertyNames.totalHours), SIXTY),
      property(propertyNames.totalMinutes),
      multiply(threshold('hours_tolerance'), SIXTY),
    ),
  },
  {
    id: 'auto-is-recorded',
    scope: isKnown(subtract(amount, property(propertyNames.billableAmountAuto))),
    follows: isClose(amount, property(propertyNames.billableAmountAuto), AMOUNT_TOLERANCE),
  },
  createWeekStartBehaviour('week-from-monday', 1),
  createWeekStartBehaviour('week-from-sunday', 7),
  {
    id: 'one-session',
    scope: isSet(propertyNames.sessions),
    follows: isClose(property(propertyNames.sessions), { kind: 'number', value: 1 }, ZERO),
  },
];
