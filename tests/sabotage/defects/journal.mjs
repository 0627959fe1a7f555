/** Defects of what cannot be fetched again: names, settings, reports. */
import { integration, unit } from '../defect.mjs';

/** @type {readonly import('../defect.mjs').Defect[]} */
export const journal = [
  {
    name: 'row-digest-unchecked',
    what: 'a name in which a bit flipped is shown as if it had been written so',
    file: 'electron/journal/damage/survey.ts',
    find: 'digest === undefined ? isText(table, raw) : raw[DIGEST] === digest',
    replace: 'isText(table, raw)',
    tests: [...unit, 'tests/electron/journal/journal.rot.test.ts'],
  },
  {
    name: 'journal-older-unsaid',
    what: 'an older file of names and settings opens as the present one',
    file: 'electron/journal/damage/damage.ts',
    find: 'const isOld = noted !== undefined && said < noted.commits;',
    replace: 'const isOld = false;',
    tests: [...unit, 'tests/electron/journal/journal.rot.test.ts'],
  },
  {
    name: 'damaged-names-complete',
    what: 'a report over damaged names is called complete',
    file: 'electron/questions/report.ts',
    find: 'return isLossy(workspace) ? toldDamaged(answered) : answered;',
    replace: 'return answered;',
    tests: [...integration, 'tests/integration/trust/journal-damage.test.ts', '-t', 'calls no figure complete'],
  },
  {
    name: 'damaged-copy-kept',
    what: 'a copy of a journal that has rotted takes the place of a good one',
    file: 'electron/journal/damage/copies.ts',
    find: '    if (!findGood({ path: part, day, commits })) return;\n',
    replace: '',
    tests: [...unit, 'tests/electron/journal/journal.rot.test.ts', '-t', 'copies'],
  },
  {
    name: 'address-from-the-file',
    what: 'the key is sent where the journal says, whatever was given',
    file: 'electron/workspace/connection.ts',
    find: "    if (expected !== undefined && origin !== expected) fail({ code: 'workspace-bound', detail: origin });\n",
    replace: '',
    tests: [...unit, 'tests/electron/workspace/connection.test.ts'],
  },
  {
    name: 'address-parsed-once',
    what: 'an address that was written past the program is used as it stands',
    file: 'electron/workspace/connection.ts',
    find: 'const origin = parseKept(kept);',
    replace: 'const origin = kept;',
    tests: [...unit, 'tests/electron/workspace/connection.test.ts'],
  },
  {
    name: 'key-read-first',
    what: 'the key is read before an address that differs is refused',
    file: 'electron/workspace/connection.ts',
    find: '  /** Once known, the journal must say the same. */\n  let expected: string | undefined;\n',
    replace: "  if (typeof options.key === 'function') await options.key();\n  let expected: string | undefined;\n",
    tests: [...unit, 'tests/electron/workspace/connection.test.ts'],
  },
];
