/** One of each by the book: what a person writes who follows the recipes of CONTRIBUTING. The probe beside looks for each of them. */
import type { Edit, ReadTree } from './scratch.ts';

export interface Addition {
  /** The recipe's title. */
  readonly recipe: string;
  readonly edits: readonly Edit[];
}

/** The statement by which a neighbour imports something. */
function importLine(read: ReadTree, path: string, name: string): string {
  const found = read(path)
    .split('\n')
    .find((line) => line.startsWith('import ') && line.includes(` ${name} `));
  if (found === undefined) throw new Error(`${path} does not import ${name} any more`);
  return found;
}

export const additions: readonly Addition[] = [
  {
    recipe: 'a property',
    edits: [
      {
        path: 'src/domain/properties.ts',
        after: 'export const properties: readonly Property[] = [\n',
        insert: `  createCustomProperty('money', 'number', 'proof_amount', labels.proof_amount, { unit: 'money' }),\n`,
      },
      {
        path: 'src/texts/en/properties.ts',
        after: 'export const propertyLabels = {\n',
        insert: `  proof_amount: 'Proof amount',\n`,
      },
      {
        path: 'service/sample/fields.ts',
        after: `    a552213_cost_amount: decimal(formatCents(cost)),\n`,
        insert: `    a552213_proof_amount: decimal(formatCents(cost)),\n`,
      },
    ],
  },
  {
    recipe: 'a measure',
    edits: [
      {
        path: 'src/domain/reports/definition/measures.ts',
        after: 'export const measures: readonly Measure[] = [\n',
        insert: `  createAdditive('proof_hours', 'hours', logged, (s) => toHours(s.logged)),\n`,
      },
      {
        path: 'src/texts/en/reports/measures.ts',
        after: 'export const measureTexts = {\n',
        insert: `  proof_hours: { label: 'Proof hours', formula: 'Σ total minutes / 60' },\n`,
      },
      {
        path: 'tests/domain/reports/definition/measures.test.ts',
        after: 'expect(measures.map(({ id }) => id)).toEqual([\n',
        insert: `    'proof_hours',\n`,
      },
      {
        path: 'tests/electron/snapshot/report/execute.test.ts',
        after: 'const reckoning: Readonly<Record<string, (records: readonly TimeLogRecord[]) => Units | null>> = {\n',
        insert: `  proof_hours: (all) => over8(sumOf(all, logged), 60n * ONE),\n`,
      },
    ],
  },
  {
    recipe: 'a preset',
    edits: [
      {
        path: 'src/domain/reports/definition/presets.ts',
        after: `export const presetIds = [\n  'overview',\n`,
        insert: `  'proof-report',\n`,
      },
      {
        path: 'src/domain/reports/definition/presets.ts',
        after: `      period: 'last-13-weeks',\n    },\n    { chart: 'trend-bars' },\n  ),\n`,
        insert: `  createPreset('proof-report', [], { measures: ['logged_hours'], groupBy: [PERSON] }, { chart: 'bars' }),\n`,
      },
      {
        path: 'src/texts/en/reports/presets.ts',
        after: 'export const presetTexts = {\n',
        insert: `  'proof-report': { name: 'Proof', question: 'Who logged how much?' },\n`,
      },
      {
        path: 'tests/integration/reports/presets.test.ts',
        after: '  const said: Readonly<Record<PresetId, readonly RegExp[]>> = {\n',
        insert: `    'proof-report': [],\n`,
      },
    ],
  },
  {
    recipe: 'a period preset',
    edits: [
      {
        path: 'src/domain/time/period-presets.ts',
        after: 'export const periodPresets = [\n',
        insert: `  'last-6-months',\n`,
      },
      {
        path: 'src/texts/en/screens/ui.ts',
        after: `    presets: {\n      'this-month': 'This month',\n`,
        insert: `      'last-6-months': 'Last 6 months',\n`,
      },
    ],
  },
  {
    recipe: 'a check',
    edits: [
      {
        path: 'src/domain/checks/proof.ts',
        create: () => `/** What to look at in how an entry was made. */
import { createValueFact, type RecordCheck } from './check.ts';
import { isAbove, isKnown, number, property } from './condition.ts';
import { propertyNames } from '../properties.ts';

const sessions = property(propertyNames.sessions);

export const manySessions: RecordCheck = {
  kind: 'record',
  id: 'many-sessions',
  group: 'data',
  properties: [propertyNames.sessions],
  thresholds: [],
  rules: [
    {
      scope: isKnown(sessions),
      condition: isAbove(sessions, number(2)),
      facts: [createValueFact('sessions', propertyNames.sessions)],
    },
  ],
};
`,
      },
      {
        path: 'src/domain/checks/checks.ts',
        after: "import { rounded, twinDiffers, unreadable } from './data.ts';\n",
        insert: `import { manySessions } from './proof.ts';\n`,
      },
      {
        path: 'src/domain/checks/checks.ts',
        after: 'const byName: Readonly<Record<CheckName, Check>> = {\n',
        insert: `  'many-sessions': manySessions,\n`,
      },
      {
        path: 'src/domain/checks/sentence.ts',
        after: 'const sentences: Readonly<Record<CheckName, Sentence>> = {\n',
        insert: `  'many-sessions': ({ facts }) => \`\${facts['sessions'] ?? UNKNOWN} sessions\`,\n`,
      },
      {
        path: 'tests/support/stores/check-manifest.ts',
        after: 'const alone = {\n',
        insert: `  'many-sessions': (each) => (num(each, 'num_sessions') ?? 0n) > 2n * ONE,\n`,
      },
      {
        path: 'src/texts/en/screens/checks.ts',
        after: 'const texts = {\n',
        insert: `  'many-sessions': { label: 'Many sessions', detail: 'An entry of more than two sessions.' },\n`,
      },
    ],
  },
  {
    recipe: 'a setting',
    edits: [
      {
        path: 'src/domain/settings.ts',
        after: 'const otherSettings = {\n',
        insert: `  proofLabel: z.string().max(12).nullable(),\n`,
      },
      {
        path: 'src/domain/settings.ts',
        after: `export const defaultSettings: Omit<Settings, 'zone'> = {\n`,
        insert: `  proofLabel: null,\n`,
      },
      {
        path: 'src/ui/screens/settings/fields.ts',
        after: `export const fields: { readonly [Name in FieldName]: Field<Name> } = {\n`,
        insert: `  proofLabel: { section: 'figures', kind: 'text', words: texts.proofLabel, ...optionalText },\n`,
      },
      {
        path: 'src/texts/en/screens/settings.ts',
        after: 'export const settingsTexts = {\n',
        insert: `  proofLabel: { label: 'Proof', help: 'Says nothing.', bad: 'At most 12 characters.' },\n`,
      },
    ],
  },
  {
    recipe: 'an export format',
    edits: [
      {
        path: 'src/domain/export-formats.ts',
        after: `export const exportFormats = ['csv'`,
        insert: `, 'proof-lines'`,
      },
      {
        path: 'src/domain/export-formats.ts',
        after: 'export const fileTypes: Readonly<Record<ExportFormat, FileType>> = {\n',
        insert: `  'proof-lines': { extension: 'proof', mediaType: 'application/x-proof' },\n`,
      },
      {
        path: 'src/texts/en/export-formats.ts',
        after: 'export const exportFormatTexts = {\n',
        insert: `  'proof-lines': { label: 'Proof lines', about: 'A JSON array a line.', limits: () => 'It holds no heads of columns.' },\n`,
      },
      {
        path: 'electron/exports/formats/proof-lines.ts',
        create: () => `/** A JSON array a line. */
import type { FormatWriter } from '../document.ts';

export const proofLines: FormatWriter = {
  async write({ lines }, file) {
    for await (const piece of lines) await file.write(piece.map((line) => \`\${JSON.stringify(line)}\\n\`).join(''));
    return { guarded: 0 };
  },
};
`,
      },
      {
        path: 'electron/exports/formats.ts',
        after: `import { csv } from './formats/csv.ts';\n`,
        insert: `import { proofLines } from './formats/proof-lines.ts';\n`,
      },
      {
        path: 'electron/exports/formats.ts',
        after: 'export const writers: Readonly<Record<ExportFormat, FormatWriter>> = {\n',
        insert: `  'proof-lines': proofLines,\n`,
      },
      {
        path: 'src/domain/exports/options.ts',
        after: 'const formatsForPrograms: ReadonlySet<ExportFormat> = new Set<ExportFormat>([',
        insert: `'proof-lines', `,
      },
      {
        path: 'tests/exports/readers.ts',
        after: 'export const readers: Readonly<Partial<Record<ExportFormat, Reader>>> = {\n',
        insert: `  'proof-lines': { presets: ['machine'], read: async () => ({ heads: [], lines: [] }) },\n`,
      },
    ],
  },
  {
    recipe: 'a screen',
    edits: [
      {
        path: 'src/ui/screens/proof/ProofScreen.tsx',
        create: (read) => `/** A screen of one figure. */
import { useQuery } from '@tanstack/react-query';
${importLine(read, 'src/ui/screens/lookup/LookupScreen.tsx', 'uiTexts')}
import { Screen } from '#ui/components/Screen.tsx';
import { proofStatus } from '#ui/data/queries.ts';
import { count } from '#ui/format/figures-and-times.ts';

export function ProofScreen() {
  const { data: status } = useQuery(proofStatus);
  return <Screen title={uiTexts.screens.proof.title}>{status && count(status.records)}</Screen>;
}
`,
      },
      {
        path: 'src/ui/routing/paths.ts',
        after: `export const paths: Readonly<Record<ScreenName | 'connect', string>> = {\n`,
        insert: `  proof: '/proof',\n`,
      },
      {
        path: 'src/ui/shell/screens.ts',
        after: `const entries: Readonly<Record<ScreenName, Pick<ScreenEntry, 'icon' | 'component' | 'place'>>> = {\n`,
        insert: `  proof: {
    icon: IconTable,
    component: lazyComponent(async () => (await import('../screens/proof/ProofScreen.tsx')).ProofScreen),
  },\n`,
      },
      {
        path: 'src/ui/data/queries.ts',
        after: `export const dataStatus = createPanelQuery('data.status', {});\n`,
        insert: `\nexport const proofStatus = createQuery('data', 'data.status', {});\n`,
      },
      {
        path: 'src/texts/en/screens/ui.ts',
        after: '  screens: {\n',
        insert: `    proof: { title: 'Proof', question: 'How many records?' },\n`,
      },
    ],
  },
  {
    recipe: 'a flag of a terminal command',
    edits: [
      {
        path: 'electron/cli/commands/checks.ts',
        after: 'import { refuse, ',
        insert: 'option, ',
      },
      {
        path: 'electron/cli/commands/checks.ts',
        after: '    { ...selectionOptions, ...internalFileOptions, ...pastOptions',
        insert: ', most: option.wholeNumber(1, 10)',
      },
      {
        path: 'src/texts/en/terminal/help.ts',
        after: 'people  people short of hours, with the day of the last entry\n',
        insert: `--most  at most N checks (default: all)\n`,
      },
    ],
  },
  {
    recipe: 'a terminal command',
    edits: [
      {
        path: 'electron/cli/commands/proof.ts',
        create: (read) => `/** \`proof\`: how many records are held. Sends nothing. */
${importLine(read, 'electron/cli/commands/workspace.ts', 'labels').replace(/\{.*\}/, '{ labels }')}
import { createAction, createCommand } from '../arguments/actions.ts';
import { option } from '../arguments/option-values.ts';
import { DONE } from '../output/failure.ts';

export const proof = createCommand('proof', {
  '': createAction({ refuse: option.flag }, ({ refuse = false }) => async ({ openApp, print }) => {
    const app = await openApp({ key: false });
    const { records } = await app.call('data.proof', { refuse });
    await print({ records }, () => [labels.proofHeld(String(records))]);
    return DONE;
  }),
});
`,
      },
      {
        path: 'electron/cli/commands.ts',
        after: `import { names } from './commands/names.ts';\n`,
        insert: `import { proof } from './commands/proof.ts';\n`,
      },
      {
        path: 'electron/cli/commands.ts',
        after: 'const commandsByName: Readonly<Record<CommandName, Command>> = {\n',
        insert: `  proof,\n`,
      },
      {
        path: 'src/texts/en/terminal/help.ts',
        after: 'const commandPages = {\n',
        insert: `  proof: [
    'proof',
    'how many records are held',
    'Says how many records are held.',
    '--refuse  refuses to say it',
    'proof --json',
  ],\n`,
      },
    ],
  },
  {
    recipe: 'a contract method',
    edits: [
      {
        path: 'src/contract/api.ts',
        after: 'export const api = {\n',
        insert: `  'data.proof': { input: z.strictObject({ refuse: z.boolean() }), output: z.object({ records: count }) },\n`,
      },
      {
        path: 'electron/features/records.ts',
        after: `export function recordHandlers(context: HandlerContext): HandlersFor<'records' | 'filter'`,
        insert: ` | 'data.proof'`,
      },
      {
        path: 'electron/features/records.ts',
        after: `'data.proof'> {\n  return {\n`,
        insert: `    'data.proof': async ({ refuse }) =>
      refuse ? fail({ code: 'proof-refused' }) : { records: await context.workspace().snapshot.countPublished({}) },
`,
      },
      {
        path: 'electron/features/records.ts',
        after: `import type { HandlersFor, HandlerContext } from './calls.ts';\n`,
        insert: `import { fail } from '#contract/errors.ts';\n`,
      },
      {
        path: 'tests/support/hosts/contract-calls.ts',
        after: 'export const calls: { readonly [M in Method]: readonly [Input<M>, Expected] } = {\n',
        insert: `  'data.proof': [{ refuse: true }, 'proof-refused'],\n`,
      },
    ],
  },
  {
    recipe: 'a chart',
    edits: [
      {
        path: 'src/domain/reports/definition/chart-kinds.ts',
        after: `export const charts = ['none'`,
        insert: `, 'trend-proof'`,
      },
      {
        path: 'src/texts/en/screens/reports-screen.ts',
        after: `    charts: {\n`,
        insert: `      'trend-proof': 'Proof lines',\n`,
      },
      {
        path: 'src/domain/charts/draw-report.ts',
        after: `{ axis, series }: ChartModel): readonly Shape[] | undefined {\n  switch (kind) {\n`,
        insert: `    case 'trend-proof':\n      return series.map(() => 'line');\n`,
      },
      {
        path: 'src/domain/charts/charts-for.ts',
        after: 'const trend: ChartKind[] = [',
        insert: `'trend-proof', `,
      },
    ],
  },
  {
    recipe: 'a schema version',
    edits: [
      {
        path: 'electron/snapshot/database/schema.ts',
        after: 'export const SCHEMA_VERSION = 2',
        insert: ' + 1',
      },
      {
        path: 'electron/snapshot/database/migrate.ts',
        after: '  [2, rewriteReceived],\n',
        insert: '  [3, rewriteTitles],\n',
      },
      {
        path: 'electron/snapshot/database/migrate.ts',
        after: '/** The rows rewritten in one statement. */\nconst BATCH_ROWS = 2_000;\n',
        insert: `
async function rewriteTitles(connection: DuckDBConnection): Promise<void> {
  for (const table of tables) await connection.run(\`UPDATE \${table} SET a552213_title = upper(a552213_title)\`);
}
`,
      },
    ],
  },
  {
    recipe: 'a sentence',
    edits: [
      {
        path: 'src/texts/en/terminal/cli.ts',
        after: 'export const labels = {\n',
        insert: '  proofHeld: (count: string) => `${count} records are held.`,\n',
      },
    ],
  },
  {
    recipe: 'an error',
    edits: [
      { path: 'src/contract/errors.ts', after: 'const plainCodes = [\n', insert: `  'proof-refused',\n` },
      {
        path: 'src/texts/en/errors.ts',
        after: 'export const errorTexts = {\n',
        insert: `  'proof-refused': () => ({
    title: 'Proof refused',
    sentence: 'The proof was refused, as it was asked to be.',
    action: 'Ask for it without that.',
  }),
`,
      },
      {
        path: 'src/texts/en/terminal/cli.ts',
        after: 'export const terminalActions = {\n',
        insert: `  'proof-refused': 'leave out --refuse',\n`,
      },
      {
        path: 'electron/cli/output/failure.ts',
        after: 'const exitCodes: Readonly<Record<ErrorCode, number>> = {\n',
        insert: `  'proof-refused': 9,\n`,
      },
      {
        path: 'docs/errors.md',
        after:
          'Install the newer version.                                                                                       |\n',
        insert: '| `proof-refused` | 9 | Proof refused | Leave out --refuse. |\n',
      },
    ],
  },
];
