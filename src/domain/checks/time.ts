/** Checks of hours and times. */
import {
  type OverlapCheck,
  type RecordCheck,
  createValueFact,
  OWNER,
  sessionFacts,
  SIXTY,
  totalMinutes,
} from './check.ts';
import {
  allOf,
  anyOf,
  isAbove,
  isApart,
  isClose,
  isEarlier,
  isKnown,
  isSet,
  isTrue,
  isUnset,
  subtract,
  number,
  threshold,
  multiply,
  property,
} from './condition.ts';
import { propertyNames } from '../properties.ts';

const sessions = property(propertyNames.sessions);
const toMinutes = (name: string) => multiply(threshold(name), SIXTY);

const kinds = ['total', 'billable'] as const;
const timeProperties = {
  total: { hours: propertyNames.totalHours, minutes: propertyNames.totalMinutes },
  billable: { hours: propertyNames.billableHours, minutes: propertyNames.billableMinutes },
};

export const hoursDiffer: RecordCheck = {
  kind: 'record',
  id: 'hours-differ',
  group: 'time',
  properties: [
    propertyNames.totalHours,
    propertyNames.totalMinutes,
    propertyNames.billableHours,
    propertyNames.billableMinutes,
  ],
  thresholds: ['hours_tolerance'],
  rules: [
    {
      scope: anyOf(
        ...kinds.map((kind) =>
          isKnown(subtract(property(timeProperties[kind].hours), property(timeProperties[kind].minutes))),
        ),
      ),
      condition: anyOf(...kinds.map(createHoursApart)),
      facts: kinds.flatMap((kind) => [
        { name: `${kind}Hours`, amount: property(timeProperties[kind].hours), when: createHoursApart(kind) },
        { name: `${kind}Minutes`, amount: property(timeProperties[kind].minutes), when: createHoursApart(kind) },
        {
          name: `${kind}Computed`,
          amount: property(timeProperties[kind].minutes),
          per: 60,
          when: createHoursApart(kind),
        },
      ]),
    },
  ],
};

function createHoursApart(kind: (typeof kinds)[number]) {
  return isApart(
    multiply(property(timeProperties[kind].hours), SIXTY),
    property(timeProperties[kind].minutes),
    toMinutes('hours_tolerance'),
  );
}

/** Several sessions may add up to many hours, but a single one cannot. */
export const enormousHours: RecordCheck = {
  kind: 'record',
  id: 'enormous-hours',
  group: 'time',
  properties: [propertyNames.totalMinutes, propertyNames.totalHours, propertyNames.sessions],
  thresholds: ['session_hours', 'record_hours'],
  rules: [
    {
      scope: isKnown(totalMinutes),
      condition: anyOf(
        isAbove(totalMinutes, toMinutes('record_hours')),
        allOf(isAbove(totalMinutes, toMinutes('session_hours')), isAbove(number(2), sessions)),
      ),
      facts: [
        { name: 'hours', amount: totalMinutes, per: 60 },
        { name: 'sessions', amount: sessions },
      ],
    },
  ],
};

/** Pairs of a start and an end that must not be before it. */
const pairs = [
  [propertyNames.firstStart, propertyNames.firstEnd],
  [propertyNames.lastStart, propertyNames.lastEnd],
  [propertyNames.firstStart, propertyNames.lastEnd],
] as const;

export const endBeforeStart: RecordCheck = {
  kind: 'record',
  id: 'end-before-start',
  group: 'time',
  properties: [...new Set(pairs.flat())],
  thresholds: [],
  rules: [
    {
      scope: anyOf(...pairs.map(([start, end]) => allOf(isSet(start), isSet(end)))),
      condition: anyOf(...pairs.map(([start, end]) => isEarlier(end, start))),
      facts: [
        createValueFact('firstStart', propertyNames.firstStart),
        createValueFact('firstEnd', propertyNames.firstEnd),
        createValueFact('lastStart', propertyNames.lastStart),
        createValueFact('lastEnd', propertyNames.lastEnd),
      ],
    },
  ],
};

export const overlap: OverlapCheck = {
  kind: 'overlap',
  id: 'overlap',
  group: 'time',
  properties: [OWNER, propertyNames.firstStart, propertyNames.firstEnd, propertyNames.sessions],
  thresholds: [],
  // For several sessions only the outermost times are known, and the time in between may belong to other work.
  scope: allOf(
    isClose(sessions, number(1), number(0)),
    isSet(OWNER),
    isEarlier(propertyNames.firstStart, propertyNames.firstEnd),
  ),
  facts: sessionFacts,
};

/** The meaning of `toggle` is undocumented. That it is a running timer is an assumption, which the check's text states. */
export const timerOn: RecordCheck = {
  kind: 'record',
  id: 'timer-on',
  group: 'time',
  properties: [propertyNames.toggle],
  thresholds: [],
  rules: [
    {
      scope: isSet(propertyNames.toggle),
      condition: isTrue(propertyNames.toggle),
      facts: [
        createValueFact('firstStart', propertyNames.firstStart),
        createValueFact('lastEnd', propertyNames.lastEnd),
      ],
    },
  ],
};

export const withoutMinutes: RecordCheck = {
  kind: 'record',
  id: 'without-minutes',
  group: 'time',
  properties: [propertyNames.totalMinutes, propertyNames.totalHours],
  thresholds: [],
  rules: [
    {
      scope: allOf(),
      condition: isUnset(propertyNames.totalMinutes),
      facts: [{ name: 'hours', amount: property(propertyNames.totalHours) }],
    },
  ],
};

export const withoutMonth: RecordCheck = {
  kind: 'record',
  id: 'without-month',
  group: 'time',
  properties: [propertyNames.month, propertyNames.week],
  thresholds: [],
  rules: [
    {
      scope: allOf(),
      condition: anyOf(isUnset(propertyNames.month), isUnset(propertyNames.week)),
      facts: [
        createValueFact('month', propertyNames.month),
        createValueFact('week', propertyNames.week),
        createValueFact('firstStart', propertyNames.firstStart),
      ],
    },
  ],
};
