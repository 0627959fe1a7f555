/** How `npm run check` and `npm test` run their parts, alone or side by side; each part's output is printed in one piece. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** Where each Node that a part or a campaign starts finds its modules compiled: they start hundreds. */
export const compiled = join(root, 'node_modules/.cache/node-compiled');

export interface Part {
  readonly title: string;
  /** A program of `node_modules/.bin`. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** What says without a test whether the sources hold: four programs that do not need one another. */
export const sourceChecks: readonly Part[] = [
  { title: 'types', command: 'tsc', args: ['-b'] },
  // A fifth of its time went to freeing memory that it soon filled again.
  { title: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings', '.'], env: { GOGC: '400' } },
  {
    title: 'format',
    command: 'prettier',
    // At its own place: where it looks by itself, each call without a cache removes it, and filling it again takes a minute.
    args: [
      '--check',
      '--log-level=warn',
      '--cache',
      '--cache-strategy=content',
      '--cache-location=.build/prettier-cache',
      '.',
    ],
  },
  { title: 'unused code', command: 'knip', args: [] },
];

/**
 * @param output whether it is printed as it comes, or all at once when the part has ended
 * @returns whether it ended with exit code 0
 */
function runPart({ title, command, args, env = {} }: Part, output: 'inherit' | 'pipe'): Promise<boolean> {
  const started = performance.now();
  if (output === 'inherit') process.stdout.write(`\n— ${title}\n`);
  const child = spawn(join(root, 'node_modules/.bin', command), args, {
    cwd: root,
    stdio: ['ignore', output, output],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled, NO_COLOR: undefined, FORCE_COLOR: '0', ...env },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (printed += text));
  }
  return new Promise((resolve) => {
    const tell = (ok: boolean) => {
      const head = output === 'pipe' ? `\n— ${title}\n${printed}` : '';
      const seconds = ((performance.now() - started) / 1000).toFixed(0);
      process.stdout.write(`${head}  ${ok ? 'passed' : 'FAILED'} in ${seconds} s\n`);
      resolve(ok);
    };
    // What could not be started closes, too, behind its error.
    child.on('error', (cause) => (printed += `${cause.message}\n`));
    child.on('close', (code) => tell(code === 0));
  });
}

export function runAlone(part: Part): Promise<boolean> {
  return runPart(part, 'inherit');
}

/** Beside others, whose output it is not to be mixed with. */
export function runBeside(part: Part): Promise<boolean> {
  return runPart(part, 'pipe');
}

/** @returns in their order: whether each passed */
export function runTogether(parts: readonly Part[]): Promise<boolean[]> {
  return Promise.all(parts.map(runBeside));
}
