/** Checks on hours and times. */
import type { OverlapCheck, RecordCheck } from './check.ts';
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
  less,
  number,
  threshold,
  times,
} from './condition.ts';
import { heldFact, named, OWNER, sessionFacts, SIXTY, totalMinutes, value } from './values.ts';

const sessions = value('num_sessions');
const inMinutes = (name: string) => times(threshold(name), SIXTY);

export const hoursDiffer: RecordCheck = {
  kind: 'record',
  id: 'hours-differ',
  group: 'time',
  properties: [named('total_hours'), named('total_minutes'), named('billable_hours'), named('billable_minutes')],
  thresholds: ['hours_tolerance'],
  rules: [
    {
      examines: anyOf(
        ...(['total', 'billable'] as const).map((kind) =>
          isKnown(less(value(`${kind}_hours`), value(`${kind}_minutes`))),
        ),
      ),
      finds: anyOf(...(['total', 'billable'] as const).map(hoursApart)),
      facts: (['total', 'billable'] as const).flatMap((kind) => [
        { name: `${kind}Hours`, of: value(`${kind}_hours`), when: hoursApart(kind) },
        { name: `${kind}Minutes`, of: value(`${kind}_minutes`), when: hoursApart(kind) },
        { name: `${kind}Computed`, of: value(`${kind}_minutes`), per: 60, when: hoursApart(kind) },
      ]),
    },
  ],
};

function hoursApart(kind: 'total' | 'billable') {
  return isApart(times(value(`${kind}_hours`), SIXTY), value(`${kind}_minutes`), inMinutes('hours_tolerance'));
}

/** Several sessions may add up to many hours; one cannot. */
export const enormousHours: RecordCheck = {
  kind: 'record',
  id: 'enormous-hours',
  group: 'time',
  properties: [named('total_minutes'), named('total_hours'), named('num_sessions')],
  thresholds: ['session_hours', 'record_hours'],
  rules: [
    {
      examines: isKnown(totalMinutes),
      finds: anyOf(
        isAbove(totalMinutes, inMinutes('record_hours')),
        allOf(isAbove(totalMinutes, inMinutes('session_hours')), isAbove(number(2), sessions)),
      ),
      facts: [
        { name: 'hours', of: totalMinutes, per: 60 },
        { name: 'sessions', of: sessions },
      ],
    },
  ],
};

/** An end and the start it must not lie before. */
const pairs = [
  ['first_start_date', 'first_end_date'],
  ['last_start_date', 'last_end_date'],
  ['first_start_date', 'last_end_date'],
] as const;

export const endBeforeStart: RecordCheck = {
  kind: 'record',
  id: 'end-before-start',
  group: 'time',
  properties: [...new Set(pairs.flat())].map(named),
  thresholds: [],
  rules: [
    {
      examines: anyOf(...pairs.map(([start, end]) => allOf(isSet(named(start)), isSet(named(end))))),
      finds: anyOf(...pairs.map(([start, end]) => isEarlier(named(end), named(start)))),
      facts: [
        heldFact('firstStart', 'first_start_date'),
        heldFact('firstEnd', 'first_end_date'),
        heldFact('lastStart', 'last_start_date'),
        heldFact('lastEnd', 'last_end_date'),
      ],
    },
  ],
};

export const overlap: OverlapCheck = {
  kind: 'overlap',
  id: 'overlap',
  group: 'time',
  properties: [OWNER, named('first_start_date'), named('first_end_date'), named('num_sessions')],
  thresholds: [],
  // Of several sessions only the outermost times are known; the time between them may belong to other work.
  examines: allOf(
    isClose(sessions, number(1), number(0)),
    isSet(OWNER),
    isEarlier(named('first_start_date'), named('first_end_date')),
  ),
  facts: sessionFacts,
};

/** The meaning of `toggle` is not documented: that it is a running timer is a guess, and the check says so. */
export const timerOn: RecordCheck = {
  kind: 'record',
  id: 'timer-on',
  group: 'time',
  properties: [named('toggle')],
  thresholds: [],
  rules: [
    {
      examines: isSet(named('toggle')),
      finds: isTrue(named('toggle')),
      facts: [heldFact('firstStart', 'first_start_date'), heldFact('lastEnd', 'last_end_date')],
    },
  ],
};

export const withoutMinutes: RecordCheck = {
  kind: 'record',
  id: 'without-minutes',
  group: 'time',
  properties: [named('total_minutes'), named('total_hours')],
  thresholds: [],
  rules: [
    {
      examines: allOf(),
      finds: isUnset(named('total_minutes')),
      facts: [{ name: 'hours', of: value('total_hours') }],
    },
  ],
};

export const withoutMonth: RecordCheck = {
  kind: 'record',
  id: 'without-month',
  group: 'time',
  properties: [named('month_year'), named('week_year')],
  thresholds: [],
  rules: [
    {
      examines: allOf(),
      finds: anyOf(isUnset(named('month_year')), isUnset(named('week_year'))),
      facts: [
        heldFact('month', 'month_year'),
        heldFact('week', 'week_year'),
        heldFact('firstStart', 'first_start_date'),
      ],
    },
  ],
};
