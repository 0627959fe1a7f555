/** Defects of files. */
import { integration, unit } from '../defect.mjs';

const RECORDS = 'electron/questions/exports/records.ts';

/** @type {readonly import('../defect.mjs').Defect[]} */
export const exports = [
  {
    name: 'renamed-before-written',
    what: 'a file takes its name before its bytes are on the disk',
    file: 'electron/exports/atomic-file.ts',
    find: '      await handle.sync();\n    } finally {\n',
    replace: '    } finally {\n',
    tests: [...unit, 'tests/electron/exports/atomic-file.test.ts'],
  },
  {
    name: 'partial-under-a-whole-name',
    what: 'a file over records that are not all here has the name of a whole one',
    file: RECORDS,
    find: "${complete ? '' : '-partial'}",
    replace: '',
    tests: [...unit, 'tests/electron/handlers/export.test.ts'],
  },
  {
    name: 'formula-behind-a-semicolon',
    what: 'a formula behind a semicolon runs where files are read by semicolons',
    file: 'electron/exports/formats/csv/guards.ts',
    find: "comma: startsAfter(';\\t\\r\\n')",
    replace: "comma: startsAfter('\\t\\r\\n')",
    tests: [...unit, 'tests/electron/exports/formats/csv.test.ts'],
  },
  {
    name: 'manifest-of-another-file',
    what: 'the old manifest stays beside the new file until its own is there',
    file: 'electron/questions/exports/write.ts',
    find: '  for (const path of stale) await removeStale(path);\n',
    replace: '',
    tests: [...integration, 'tests/integration/exports/file-pairs.test.ts'],
  },
  {
    name: 'cost-for-a-client',
    what: "a client's file may hold what the work costs",
    file: 'src/domain/exports/audience.ts',
    find: '  names.billableAmount,\n',
    replace: '  names.billableAmount,\n  names.costAmount,\n',
    tests: [...unit, 'tests/domain/exports/audience.test.ts'],
  },
  {
    name: 'rival-in-the-filter',
    what: "a client's file names the other clients of a list that selected it",
    file: 'electron/questions/exports/manifest.ts',
    find: "operator === 'IN' && values.length === 1",
    replace: "operator === 'IN' && values.length >= 1",
    tests: [...unit, 'tests/electron/questions/exports/manifest.test.ts'],
  },
  {
    name: 'ordered-by-margin',
    what: "lines of a client's report stand in the order of a measure that is hidden",
    file: 'electron/questions/exports/report.ts',
    find: 'const isOrderSeen = order && isSeen(order.by);',
    replace: 'const isOrderSeen = order !== undefined;',
    tests: [...unit, 'tests/electron/questions/exports/report.test.ts'],
  },
  {
    name: 'difference-skipped',
    what: 'lines of a file do not add up to the total: what columns lack to it has no line',
    file: 'src/domain/exports/report/figures.ts',
    find: 'return below.cells.reduce((rest, cell) => rest - own(cell), own(below.value));',
    replace: 'return 0n;',
    tests: [...unit, 'tests/domain/exports/report/lines.property.test.ts'],
  },
  {
    name: 'currencies-in-one-sum',
    what: 'a file adds up amounts of different currencies',
    file: 'src/domain/exports/sums.ts',
    find: 'const several = held.length > 1;',
    replace: 'const several = held.length > 9;',
    tests: [...unit, 'tests/domain/exports/sums.test.ts'],
  },
  {
    name: 'unreadable-source-hidden',
    what: 'an unreadable value that hours are made of stands nowhere in the file, though its manifest counts it',
    file: 'src/domain/exports/record-columns.ts',
    find: 'columns.push(unreadableColumn(read, options));',
    replace: 'columns.push(unreadableColumn(question.chosen, options));',
    tests: [...unit, 'tests/domain/exports/record-columns.test.ts'],
  },
  {
    name: 'clock-of-the-day-before',
    what: 'local times on the days on which the clocks change are an hour off',
    file: 'src/domain/exports/local-time.ts',
    find: 'const found = first === last ? first : null;',
    replace: 'const found = first;',
    tests: [...unit, 'tests/domain/exports/local-time.test.ts'],
  },
  {
    name: 'code-made-a-number',
    what: 'a code that looks like a number loses its zeros where a spreadsheet opens it',
    file: 'electron/exports/formats/csv/value-like.ts',
    find: '[1-9]\\d{0,10})$/',
    replace: '\\d{1,11})$/',
    tests: [...unit, 'tests/electron/exports/formats/csv/value-like.test.ts'],
  },
];
