/** Every campaign of docs/campaigns.md can be started by its name. */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCampaigns, readSteps, toPlainText } from '#build/campaign.ts';

const root = join(import.meta.dirname, '../..');
const campaigns = readCampaigns(readFileSync(join(root, 'docs/campaigns.md'), 'utf8'));

function runCampaign(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'build/campaign.ts'), ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

it.each(campaigns)('$name runs programs that are here', ({ command }) => {
  for (const { program, args } of readSteps(command)) {
    expect(existsSync(join(root, 'node_modules/.bin', program)), program).toBe(true);
    if (program === 'node') expect(existsSync(join(root, args[0] ?? '')), args[0]).toBe(true);
  }
});

it.each(campaigns)('$name asks tests that read its sizes', ({ command }) => {
  for (const { program, args, env } of readSteps(command).filter(({ program: runner }) => runner === 'vitest')) {
    const filters = args.filter((argument, at) => !argument.startsWith('--') && at > 0 && args[at - 1] !== '--project');
    const files = globSync('tests/**/*.test.ts', { cwd: root }).filter((file) =>
      filters.some((filter) => file.includes(filter)),
    );
    const read = files.map((file) => readFileSync(join(root, file), 'utf8')).join();
    const sizes = Object.keys(env).filter((name) => name !== 'TIER' && filters.length > 0);
    expect(
      sizes.filter((name) => !read.includes(name)),
      program,
    ).toEqual([]);
  }
});

it('settings of a command go into its environment, and options to its last step', () => {
  expect(readSteps('vite build && SEED=7 COUNT=2 node run.ts --a', ['--b', 'c d'])).toEqual([
    { env: {}, program: 'vite', args: ['build'] },
    { env: { SEED: '7', COUNT: '2' }, program: 'node', args: ['run.ts', '--a', '--b', 'c d'] },
  ]);
});

it('without a name every campaign is listed with what it proves and costs', () => {
  const { status, stdout } = runCampaign();
  expect(status).toBe(0);
  expect(campaigns.length).toBeGreaterThan(15);
  for (const { name, proves, costs } of campaigns)
    expect(stdout).toContain(`${name.padEnd(16)} ${toPlainText(proves)} · ${costs}`);
  expect(stdout).not.toMatch(/`|\]\(/);
});

it('a name that is none is refused in a sentence', () => {
  expect(runCampaign('nonesuch')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'There is no campaign “nonesuch”: npm run campaign lists them.\n',
  });
});

it('an option that is none is refused in a sentence', () => {
  expect(runCampaign('oddities', '--bad')).toEqual({
    status: 2,
    stdout: '',
    stderr: "Unknown option '--bad': the options are --worlds, --seed.\n",
  });
});
