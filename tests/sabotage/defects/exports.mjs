/** Defects of files. */
import { unit } from '../defect.mjs';

/** @type {readonly import('../defect.mjs').Defect[]} */
export const exports = [
  {
    name: 'renamed-before-written',
    what: 'a file takes its name before its bytes are on the disk',
    file: 'electron/exports/atomic-file.ts',
    find: '      await handle.sync();\n    } finally {\n      await handle.close();\n    }\n    await replaces?.();\n    await rename',
    replace: '    } finally {\n      await handle.close();\n    }\n    await replaces?.();\n    await rename',
    tests: [...unit, 'tests/electron/exports/atomic-file.test.ts'],
  },
  {
    name: 'partial-under-a-whole-name',
    what: 'a file over records that are not all here has the name of a whole one',
    file: 'electron/handlers/export.ts',
    find: "${complete ? '' : '-partial'}",
    replace: '',
    tests: [...unit, 'tests/electron/handlers/export.test.ts'],
  },
  {
    name: 'formula-behind-a-semicolon',
    what: 'a formula behind a semicolon runs where files are read by semicolons',
    file: 'electron/exports/formats/csv.ts',
    find: 'const INNER_FORMULA_STARTS = /([;\\t\\r\\n])(',
    replace: 'const INNER_FORMULA_STARTS = /([\\t\\r\\n])(',
    tests: [...unit, 'tests/electron/exports/formats/csv.test.ts'],
  },
];
