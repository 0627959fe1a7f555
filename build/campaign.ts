/**
 * `npm run campaign [-- NAME OPTIONS…]`: runs a campaign by its line in docs/campaigns.md; without a name it lists them all. The document
 * is the only list, so that what a campaign proves and costs is written beside the command that shows it.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { compiled, root } from './parts.ts';

export interface Campaign {
  readonly name: string;
  readonly proves: string;
  readonly costs: string;
  /** Steps joined by `&&`: each a program of `node_modules/.bin`, behind settings of its environment. */
  readonly command: string;
}

interface Step {
  readonly env: Readonly<Record<string, string>>;
  readonly program: string;
  readonly args: readonly string[];
}

/** @param document a page with one table whose first and last columns are in backquotes */
export function readCampaigns(document: string): Campaign[] {
  return document
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, name]) => name?.startsWith('`'))
    .map(([, name = '', proves = '', costs = '', command = '']) => ({
      name: name.slice(1, -1),
      proves,
      costs,
      command: command.slice(1, -1),
    }));
}

/** @param options are passed to the last step. */
export function readSteps(command: string, options: readonly string[] = []): Step[] {
  const commands = command.split(' && ');
  return commands.map((text, index) => {
    const words = text.split(' ');
    const start = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
    const [program = '', ...args] = words.slice(start);
    const env = Object.fromEntries(words.slice(0, start).map((word) => word.split('=', 2)));
    return { env, program, args: index === commands.length - 1 ? [...args, ...options] : args };
  });
}

/** Removes the marks of Markdown; a link becomes its text. */
export function toPlainText(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
}

function listCampaigns(campaigns: readonly Campaign[]): string {
  const lines = campaigns.map(({ name, proves, costs }) => `  ${name.padEnd(16)} ${toPlainText(proves)} · ${costs}`);
  return `npm run campaign -- NAME OPTIONS…, where NAME is one of:\n${lines.join('\n')}\n`;
}

/** A setting that the caller's environment has wins over that of the document. */
function runStep({ env, program, args }: Step): number {
  const done = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: {
      NODE_COMPILE_CACHE: compiled,
      ...env,
      ...process.env,
      PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH']}`,
    },
  });
  return done.status ?? 1;
}

function runCampaign([name, ...options]: readonly string[]): number {
  const campaigns = readCampaigns(readFileSync(join(root, 'docs/campaigns.md'), 'utf8'));
  if (name === undefined || name === '--help') {
    process.stdout.write(listCampaigns(campaigns));
    return 0;
  }
  const campaign = campaigns.find((candidate) => candidate.name === name);
  if (!campaign) {
    process.stderr.write(`There is no campaign “${name}”: npm run campaign lists them.\n`);
    return 2;
  }
  for (const step of readSteps(campaign.command, options)) {
    const code = runStep(step);
    if (code !== 0) return code;
  }
  return 0;
}

if (import.meta.main) process.exitCode = runCampaign(process.argv.slice(2));
