/** CONTRIBUTING's recipes, followed: one of each is added to a copy of the tree, in the files they name and no others. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { additions } from './recipes/additions.ts';
import { languageAddition, sentence } from './recipes/language.ts';
import { readRecipes, Scratch, type Place } from './recipes/scratch.ts';
import { secondTier } from '../support/tier.ts';

const root = join(import.meta.dirname, '../..');
const recipes = readRecipes(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'));
const all = [...additions, languageAddition(root)];

let scratch: Scratch;
const misplaced = new Map<string, ReturnType<Scratch['apply']>>();

beforeAll(() => {
  scratch = new Scratch(root);
  for (const { recipe, edits } of all) misplaced.set(recipe, scratch.apply(edits, placesOf(recipe)));
}, 300_000);
afterAll(() => scratch.remove(), 300_000);

function placesOf(recipe: string): readonly Place[] {
  return recipes.get(recipe) ?? [];
}

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** Runs a program of the project in the copy. */
function run(program: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], { cwd: scratch.root, env: plainEnvironment() });
  const said: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const parts = code === 0 ? said : [...said, ...errors];
      resolve({ code, said: Buffer.concat(parts).toString() });
    });
  });
}

/** What the test runner sets for its own workers would change how programs run. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, VITEST: __, NODE_ENV: ___, ...rest } = process.env;
  return rest;
}

const bin = (name: string, file: string) => join(root, 'node_modules', name, 'bin', file);

it('every recipe is proven here', () => {
  expect([...recipes.keys()].toSorted()).toEqual(all.map(({ recipe }) => recipe).toSorted());
});

it.each(all.map(({ recipe }) => recipe))('%s touches the files its recipe names, and no others', (recipe) => {
  expect(misplaced.get(recipe)).toEqual({ unnamed: [], unneeded: [] });
});

it('the whole with one of each compiles', { ...secondTier, timeout: 600_000 }, async () => {
  expect(await run(bin('typescript', 'tsc'), ['-b'])).toEqual({ code: 0, said: '' });
});

it(
  'the whole with one of each keeps to the linter’s rules, the walls among them',
  { timeout: 600_000, ...secondTier },
  async () => {
    const { code, said } = await run(bin('oxlint', 'oxlint'), ['--deny-warnings', ...scratch.touched]);
    expect(said).toContain(`Found 0 warnings and 0 errors`);
    expect(code).toBe(0);
  },
);

it(
  'the measure agrees with its second computation, and its id is listed',
  { ...secondTier, timeout: 600_000 },
  async () => {
    const files = [
      'tests/domain/reports/definition/measures.test.ts',
      'tests/electron/snapshot/report/execute.test.ts',
    ];
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const { code, said } = await run(vitest, ['run', '--project', 'unit*', '--reporter=dot', ...files]);
    expect(code, said).toBe(0);
  },
);

describe('the whole with one of each', secondTier, () => {
  let found: Readonly<Record<string, unknown>>;

  beforeAll(async () => {
    const { code, said } = await run(join(scratch.root, 'tests/build/recipes/probe.ts'), []);
    expect(code, said).toBe(0);
    found = JSON.parse(said) as typeof found;
  }, 600_000);

  it('lists the command in the terminal’s help, has a page for it and runs it', () => {
    expect(found['help']).toMatch(/\n {2}proof +how many records are held\n/);
    expect(found['commandHelp']).toContain('Usage: proof\n');
    expect(found['command']).toEqual({ records: 400 });
  });

  it('has the flag on its command’s page, and refuses a bad value of it', () => {
    expect(found['flagHelp']).toMatch(/--most N .*\(1 to 10\)/);
    expect(found['flag']).toMatchObject({ code: 2, stderr: expect.stringContaining('--most') });
  });

  it('answers the method, as the example call says, and speaks the sentence', () => {
    expect(found['sentence']).toBe('400 records are held.\n');
    expect(found['example']).toEqual({ ok: false, error: { code: 'proof-refused' } });
  });

  it('tells the error with its action and its exit code, as the list of errors has them', () => {
    expect(found['refused']).toMatchObject({ code: 9, stderr: expect.stringContaining('leave out --refuse') });
    expect(found['errorLine']).toBe('| `proof-refused` | 9 | Proof refused | Leave out --refuse. |');
  });

  it('offers the chart for a report by month and draws it', () => {
    expect(found['charts']).toContain('trend-proof');
    expect(found['shapes']).toEqual(['line']);
  });

  it('rewrites a file of the version before once, and refuses one of a newer version', () => {
    expect(found['schema']).toEqual({ before: '3', after: '3', isRewritten: true, newer: 'store-newer' });
  });

  it('lists the preset and runs it, with the measure and the property in it', () => {
    expect(found['reports']).toMatchObject({
      reports: expect.arrayContaining([expect.objectContaining({ name: 'proof-report', title: 'Proof' })]),
    });
    const { totals } = found['preset'] as { totals: Readonly<Record<string, string | null>> };
    expect(Number(totals['proof_hours'])).toBeGreaterThan(0);
    expect(totals['proof_hours']).toBe(totals['logged_hours']);
    expect(totals['a552213_proof_amount']).toBe(totals['a552213_cost_amount']);
    expect(totals['a552213_proof_amount']).toMatch(/^\d/);
  });

  it('lists the period that people choose by name and resolves it', () => {
    expect(found['periodPresets']).toContain('last-6-months');
    expect(found['period']).toMatchObject({ period: { from: '2026-05-01', to: '2026-10-31' } });
  });

  it('lists the check and finds with it what a filter finds', () => {
    expect(found['checks']).toContain('many-sessions');
    const { findings } = found['check'] as { findings: readonly unknown[] };
    const { records } = found['ofManySessions'] as { records: number };
    expect(records).toBeGreaterThan(0);
    expect(findings).toHaveLength(records);
  });

  it('has an address for the screen: the menu, which has every screen of the texts, compiled with it', () => {
    expect(found['paths']).toMatchObject({ proof: '/proof' });
  });

  it('takes the setting across the contract and keeps it', () => {
    expect(found['isSettingInContract']).toBe(true);
    expect(found['setting']).toMatchObject({ proofLabel: null });
    expect(found['settingLater']).toMatchObject({ proofLabel: 'kept' });
  });

  it('lists the format in help, contract, dialog and download, and writes a file in it', () => {
    expect(found['exportHelp']).toContain('--format csv|proof-lines');
    expect(found['exportHelp']).toContain('proof-lines: It holds no heads of columns.');
    expect(found['refusedFormat']).toContain('proof-lines');
    expect(found['isFormatInContract']).toBe(true);
    expect(found['saveFilters']).toEqual([{ name: 'Proof lines', extensions: ['proof'] }]);
    expect(found['mediaTypes']).toEqual(expect.arrayContaining(['text/csv', 'application/x-proof']));
    expect(found['file']).toMatchObject({ file: 'proof.proof', format: 'proof-lines', records: 400 });
    const lines = (found['lines'] as readonly string[]).map(
      (each) => JSON.parse(each) as [string | null, string | null],
    );
    expect(lines).toHaveLength(400);
    for (const [cost, proof] of lines) expect(proof).toBe(cost);
  });

  it('speaks the language that it is asked to speak, and English otherwise', async () => {
    const help = ['electron/cli.ts', '--help'];
    expect((await run('--conditions=proof', help)).said).toContain(sentence.said);
    expect((await run('--conditions=other', help)).said).toContain(sentence.english);
  }, 300_000);
});
