/** The linter's rules, and the layers: which room may import what (docs/architecture.md has the picture). */
import { defineConfig } from 'oxlint';

const layers = ['domain', 'contract', 'ui', 'electron', 'service', 'service-texts', 'conformance', 'tests', 'build'];
/** The rooms of electron from the lowest to the highest; a room imports from its own level and those below. */
const parts = ['host', 'client', 'snapshot', 'journal', 'history', 'sync', 'exports', 'workspace'];
const features = ['features'];
const hosts = ['app', 'browser', 'cli', 'desktop'];

/** What begins with none of these names, after a prefix of all: the linter's regular expressions have no look-ahead. */
function anythingBut(names: readonly string[], prefix = ''): string {
  const otherStart = `[^${names.map((name) => name[0]).join('')}]`;
  const otherRest = names.flatMap((name) =>
    name
      .split('')
      .slice(1)
      .map((letter, at) => `${name.slice(0, at + 1)}[^${letter}]`),
  );
  return `^${prefix}(${[otherStart, ...otherRest].join('|')})`;
}

interface Room {
  readonly name: string;
  readonly files: readonly string[];
  /** The layers whose subpaths it may import; texts (`#texts/…`) are open to all but the service and conformance. */
  readonly mayImport: readonly string[];
  /** A regular expression of what it may not import beside other layers. */
  readonly packages: string;
  /** Rooms of electron above it. */
  readonly above?: readonly string[];
}

/** The two ways to the keychain. */
const keychains = 'keytar|@napi-rs/keyring';
const inNode = `^(electron|react|${keychains})$`;
const inElectron = { mayImport: ['domain', 'contract', 'electron'], packages: inNode } as const;

/** A file has the rules of the last room that names it. */
const rooms: readonly Room[] = [
  {
    name: 'domain',
    files: ['src/domain/**'],
    mayImport: ['domain'],
    packages: anythingBut(['.', '#', 'zod', 'temporal-polyfill']),
  },
  {
    name: 'contract',
    files: ['src/contract/**'],
    mayImport: ['domain', 'contract'],
    packages: anythingBut(['.', '#', 'zod']),
  },
  {
    name: 'ui',
    files: ['src/ui/**'],
    mayImport: ['domain', 'contract', 'ui'],
    packages: `^(node:|@duckdb/|(electron|fastify|${keychains})$)`,
  },
  {
    name: 'service',
    files: ['service/**'],
    mayImport: ['domain', 'service', 'service-texts'],
    // Of the domain it imports the catalogue of properties alone, and its texts by their subpath.
    packages: `^(electron|react|${keychains})$|^@duckdb/|^#texts/|^(\\.\\.?/)+(texts|conformance)/|${anythingBut(['properties.ts'], '#domain/')}`,
  },
  ...['*.ts', 'rules/*.ts'].map((files, depth) => ({
    name: 'conformance',
    files: [`service/conformance/${files}`],
    mayImport: ['conformance'],
    // It measures a service over HTTP alone, so it shares nothing with the one beside it.
    packages: `${anythingBut(['.', 'node:', '#conformance/'])}|^(\\.\\./){${depth + 1},}`,
  })),
  { name: 'electron', files: ['electron/**'], ...inElectron },
  { name: 'a part', files: parts.map((part) => `electron/${part}/**`), ...inElectron, above: [...features, ...hosts] },
  { name: 'a feature', files: features.map((feature) => `electron/${feature}/**`), ...inElectron, above: hosts },
  {
    name: 'the desktop host',
    files: ['desktop', 'window', 'preload', 'ipc'].map((file) => `electron/desktop/${file}.ts`),
    mayImport: ['domain', 'contract', 'electron'],
    packages: `^(react|${keychains})$`,
  },
  {
    name: 'the keychain',
    files: ['electron/host/keychain.ts'],
    mayImport: ['domain', 'contract', 'electron'],
    packages: '^(electron|react)$',
    above: [...features, ...hosts],
  },
  {
    name: 'what starts a service',
    files: ['electron/workspace/connection.ts', 'electron/cli/commands/{serve,service-*}.ts'],
    mayImport: ['domain', 'contract', 'electron', 'service'],
    packages: inNode,
  },
  {
    name: 'texts',
    files: ['src/texts/**', 'service/texts/**'],
    mayImport: [],
    packages: anythingBut(['.']),
  },
];

/** Relative imports stay in their room, and climb one folder at most: so the layers see all others by their subpaths. */
const climbing = {
  outsideElectron: `^(\\.\\./){2,}|^\\.\\./(src|texts|${layers.join('|')})/`,
  inElectron: `^(\\.\\./){2,}|^\\.\\./(src|service|${[...parts, ...features, ...hosts].join('|')})/`,
  // The folder of a language is whole in itself, so its modules name one another by their paths.
  inTexts: `^(\\.\\./)+(src|texts|${layers.join('|')})/`,
} as const;

function forbidClimbing(where: keyof typeof climbing) {
  return {
    regex: climbing[where],
    message: 'An import that leaves its room or climbs two folders goes by subpath (#domain/…).',
  };
}

function restrictImports({ name, files, mayImport, packages, above }: Room) {
  const closed = layers.filter((layer) => !mayImport.includes(layer)).join('|');
  const higher = above ? `|electron/(${above.join('|')})` : '';
  const message = `Layers: ${name} may not import this (docs/topics/the-code.md says who may).`;
  const patterns = [
    { regex: `^#(${closed}${higher})/`, message },
    { regex: packages, message },
  ];
  const where = name === 'texts' ? 'inTexts' : files[0]?.startsWith('electron/') ? 'inElectron' : 'outsideElectron';
  patterns.push(forbidClimbing(where));
  return { files: [...files], rules: { 'no-restricted-imports': ['error', { patterns }] as const } };
}

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'react', 'jsx-a11y', 'import', 'promise'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'import/no-default-export': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'react/react-in-jsx-scope': 'off',
    'no-shadow': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'no-console': 'error',
    'consistent-return': 'off',
    'typescript/consistent-return': 'off',
  },
  ignorePatterns: ['out', '/release', '.build', 'node_modules'],
  overrides: [
    {
      files: ['vite.config.ts', 'playwright.config.ts', 'oxlint.config.ts'],
      rules: { 'import/no-default-export': 'off', 'typescript/no-unsafe-type-assertion': 'off' },
    },
    {
      files: ['build/**', 'tests/**'],
      rules: {
        'import/no-cycle': 'error',
        'no-console': 'off',
        'no-restricted-imports': ['error', { patterns: [forbidClimbing('outsideElectron')] }],
        'typescript/no-non-null-assertion': 'off',
        'typescript/no-unsafe-type-assertion': 'off',
      },
    },
    ...rooms.map(restrictImports),
  ],
});
