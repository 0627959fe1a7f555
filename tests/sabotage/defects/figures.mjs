/** Defects of figures and of how they are said. */
import { integration, unit } from '../defect.mjs';

/** @type {readonly import('../defect.mjs').Defect[]} */
export const figures = [
  {
    name: 'points-as-percent',
    what: 'a share that rose from 25 % to 50 % is said to have changed by +25.0 %',
    file: 'src/domain/reports/print/printed.ts',
    find: "if (steps === null || grid.style !== 'percent') return",
    replace: 'if (steps === null || grid.style !== undefined) return',
    tests: [...unit, 'tests/ui/screens/reports/table/cells.test.ts'],
  },
  {
    name: 'lines-do-not-foot',
    what: 'printed lines do not add up to their printed total',
    file: 'src/domain/reports/print/footing.ts',
    find: '    missing -= up ? 1n : -1n;',
    replace: '    missing = 0n;',
    tests: [...unit, 'tests/domain/reports/print/footing.test.ts'],
  },
  {
    name: 'week-named-by-its-first-day',
    what: 'a week that begins on Sunday is called by the week before',
    file: 'src/domain/time/weeks.ts',
    find: "findWeekStart(Temporal.PlainDate.from(first).add({ days: 6 }), 'thursday')",
    replace: 'Temporal.PlainDate.from(first)',
    tests: [...unit, 'tests/domain/time/weeks.test.ts'],
  },
  {
    name: 'fiscal-year-by-its-end',
    what: 'a fiscal year is called by the calendar year it ends in',
    file: 'src/domain/time/calendar-span.ts',
    find: 'year: month >= fiscalYearStart ? year : year - 1,',
    replace: 'year: month >= fiscalYearStart ? year + 1 : year,',
    tests: [...unit, 'tests/domain/time/period.test.ts', '-t', 'fiscal years'],
  },
  {
    name: 'last-day-left-out',
    what: 'a period by the clock ends before its last day',
    file: 'src/domain/time/period.ts',
    find: 'end: toMidnight(to.add({ days: 1 }))',
    replace: 'end: toMidnight(to)',
    tests: [...unit, 'tests/domain/time/period.test.ts', '-t', 'clock bounds'],
  },
  {
    name: 'filters-without-bound',
    what: 'a report of somebody else may ask for any number of filters',
    file: 'src/domain/filter/check.ts',
    find: 'if (exceeded)',
    replace: 'if (exceeded && counts[exceeded] < 0)',
    tests: [...unit, 'tests/domain/filter/check.bounds.test.ts'],
  },
  {
    name: 'unheld-value-unsaid',
    what: 'a filter by a value that no record has is answered with nothing, and no word',
    file: 'electron/cli/output/lines.ts',
    find: 'for (const value of values) terminal.say(formatUnheldValue(value));',
    replace: 'for (const value of values) formatUnheldValue(value);',
    tests: [...integration, 'tests/integration/reports/unheld-values.test.ts'],
  },
  {
    name: 'layers-crossed',
    what: 'what reckons may load whatever it likes',
    file: 'oxlint.config.ts',
    find: "files: ['src/domain/**'],",
    replace: "files: ['src/domain-of-old/**'],",
    tests: [...unit, 'tests/build/layers.test.ts'],
  },
];
