/** Defects of what cannot be fetched again: names, settings, reports. */
import { integration, unit } from '../defect.mjs';

/** @type {readonly import('../defect.mjs').Defect[]} */
export const journal = [
  {
    name: 'row-digest-unchecked',
    what: 'a name in which a bit flipped is shown as if it had been written so',
    file: 'electron/journal/survey.ts',
    find: 'if (!row || !digest || (isDigested && raw[DIGEST] !== digest)) {',
    replace: 'if (!row || !digest) {',
    tests: [...unit, 'tests/electron/journal/journal.rot.test.ts'],
  },
  {
    name: 'file-digest-unread',
    what: 'a file that was proven once passes whatever became of it since',
    file: 'electron/journal/journal.ts',
    find: 'digest === notedManifest?.file',
    replace: 'notedManifest?.file !== undefined',
    tests: [...unit, 'tests/electron/journal/journal.rot.test.ts'],
  },
  {
    name: 'open-change-unseen',
    what: 'a log that takes back half a change later is no reason to read the rows',
    file: 'electron/journal/journal.ts',
    find: ' && !LOGS.some((log) => existsSync(`${path}${log}`))',
    replace: '',
    tests: [...unit, 'tests/electron/journal/journal.inspect.test.ts'],
  },
  {
    name: 'journal-older-unsaid',
    what: 'an older file of names and settings opens as the present one',
    file: 'electron/journal/damage.ts',
    find: 'const isOld = notedManifest !== undefined && commits < notedManifest.commits;',
    replace: 'const isOld = false;',
    tests: [...unit, 'tests/electron/journal/journal.rot.test.ts'],
  },
  {
    name: 'damaged-names-complete',
    what: 'a report over damaged names is called complete',
    file: 'electron/features/reports.ts',
    find: 'return isLossy(workspace) ? markDamaged(result) : result;',
    replace: 'return result;',
    tests: [...integration, 'tests/integration/trust/journal-damage.test.ts', '-t', 'calls no figure complete'],
  },
  {
    name: 'damaged-copy-kept',
    what: 'a copy of a journal that has rotted takes the place of a good one',
    file: 'electron/journal/copies.ts',
    find: '    if (!surveyIfGood({ path: partPath, day, commits })) return undefined;\n',
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
    find: 'const origin = parseSavedAddress(saved);',
    replace: 'const origin = saved;',
    tests: [...unit, 'tests/electron/workspace/connection.test.ts'],
  },
  {
    name: 'key-read-first',
    what: 'the key is read before an address that differs is refused',
    file: 'electron/workspace/connection.ts',
    find: '  /** Once the address is known, the journal must contain the same. */\n  let expected: string | undefined;\n',
    replace: "  if (typeof options.key === 'function') await options.key();\n  let expected: string | undefined;\n",
    tests: [...unit, 'tests/electron/workspace/connection.test.ts'],
  },
];
