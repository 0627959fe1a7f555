/** Defects of saved workspaces, which may come from anywhere. */
import { integration, unit } from '../defect.mjs';

/** @type {readonly import('../defect.mjs').Defect[]} */
export const workspaceFile = [
  {
    name: 'part-digest-unchecked',
    what: 'a part of a saved workspace that changed on its way is loaded',
    file: 'electron/features/workspace-file/parts.ts',
    find: 'bytes.length !== part.bytes || digestBytes(bytes) !== part.sha256',
    replace: 'bytes.length !== part.bytes',
    tests: [...unit, 'tests/electron/features/workspace-file/parts.test.ts'],
  },
  {
    name: 'sums-believed',
    what: 'a saved workspace whose sums are not those it names is loaded',
    file: 'electron/features/workspace-file/load.ts',
    find: '    if (Object.hasOwn(sums, name) && sums[name] !== expected.sums[name]) refuse(texts.otherRecords);\n',
    replace: '    if (!Object.hasOwn(sums, name)) refuse(texts.otherRecords);\n',
    tests: [...integration, 'tests/integration/trust/hostile-files.test.ts'],
  },
  {
    name: 'template-carried',
    what: 'the address that opens pages travels with a saved workspace',
    file: 'electron/features/workspace-file/journal-lines.ts',
    find: '    recordAddress: _address,\n',
    replace: '',
    tests: [...unit, 'tests/electron/features/workspace-file/load.round-trip.test.ts', '-t', 'template of links'],
  },
  {
    name: 'part-may-be-a-bomb',
    what: 'a part of a saved workspace may unpack to any size',
    file: 'electron/features/workspace-file/parts.ts',
    find: '  if (part.textBytes > part.bytes * limits.ratio) refuse(texts.tooDense(name, markCount(limits.ratio)));\n',
    replace: '',
    tests: [...unit, 'tests/electron/features/workspace-file/parts.test.ts'],
  },
  {
    name: 'half-loaded-left',
    what: 'a file that was refused leaves what was read of it behind',
    file: 'electron/features/workspace-file/load.ts',
    find: '    await rm(folder, { recursive: true, force: true });\n',
    replace: '',
    tests: [...integration, 'tests/integration/trust/hostile-files.test.ts'],
  },
  {
    name: 'nul-in-a-name',
    what: 'a name may hold a NUL, behind which other programs read nothing',
    file: 'src/domain/name-schema.ts',
    find: "return !text.includes('\\u0000');",
    replace: 'return text.length > 0;',
    tests: [...unit, 'tests/domain/name-schema.test.ts'],
  },
];
