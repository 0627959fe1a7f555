import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { commands } from '#electron/cli/commands.ts';
import { globalOptions } from '#electron/cli/arguments/arguments.ts';
import type { Options } from '#electron/cli/arguments/option-values.ts';
import { run } from '#electron/cli/main.ts';
import { closingMethods } from '#contract/closings.ts';
import { memoryMethods } from '#contract/memory.ts';
import { createStandardInput } from '#electron/cli/standard-input.ts';
import { openJournal } from '#electron/journal/journal.ts';
import { builtInDimensions } from '#domain/reports/definition/dimensions.ts';
import { measures } from '#domain/reports/definition/measures.ts';
import { reportFileSchema } from '#domain/reports/definition/report.ts';

async function ended(...argv: string[]) {
  const found = { code: 0, out: '', said: [] as string[] };
  found.code = await run(argv, {
    input: createStandardInput(Readable.from([]), new Writable({ write: (_chunk, _encoding, done) => done() })),
    out: async (text) => {
      found.out += text;
    },
    say: (sentence) => {
      found.said.push(sentence);
    },
    columns: undefined,
    progress: () => undefined,
    interrupted: new AbortController().signal,
  });
  return found;
}

describe('the program', () => {
  test('--help names every command', async () => {
    const { code, out } = await ended('--help');
    expect(code).toBe(0);
    for (const { name } of commands) expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  test.each(commands.map((command) => [command.name, command] as const))(
    '%s --help has an example, a line for each option with its bounds, choices and default, and for no other',
    async (name, { options, actions }) => {
      const { code, out } = await ended(name, '--help');
      expect(code).toBe(0);
      expect(out).toMatch(new RegExp(`^Usage: ${name}\\b`));
      expect(out).toMatch(/Examples:\n {2}\S/);
      const accepted: Options = { ...options, ...globalOptions };
      const listed = out.split(/^(?= {2}\S)/m).flatMap((line) => {
        const option = /^ {2}--([\w-]+)/.exec(line)?.[1];
        return option === undefined ? [] : [{ option, line: line.replaceAll(/\s+/g, ' ') }];
      });
      expect(listed.map(({ option }) => option).toSorted()).toEqual(Object.keys(accepted).toSorted());
      for (const { option, line } of listed) {
        const { maximum = Infinity, minimum, choices = [] } = accepted[option]?.form ?? {};
        if (maximum < Number.MAX_SAFE_INTEGER) expect(line).toContain(`${minimum} to ${maximum}`);
        for (const choice of choices) expect(line).toContain(choice);
        for (const known of [globalOptions, ...Object.values(actions).map((action) => action.options)]) {
          const { standard = '' } = (known as Options)[option]?.form ?? {};
          if (standard !== '') expect(line).toContain(`default ${String(standard)}`);
        }
      }
    },
  );

  test('a bound and a default of a schema of the contract are on the page, for the actions that have them', async () => {
    const { maxValue } = memoryMethods['memory.changed'].input.shape.limit.unwrap();
    expect((await ended('sent', '--help')).out).toContain(`(1 to ${maxValue}; default `);
    const closing = (await ended('closing', '--help')).out.replaceAll(/\s+/g, ' ');
    const month = closingMethods['closings.month'].input.parse({}).period;
    expect(closing).toContain(`(month: default ${month}) --client`);
    expect(closing).toContain('--with-records show: ');
  });

  test('report --help names every measure and group, with the label that its id does not say', async () => {
    const { out } = await ended('report', '--help');
    const list = out.slice(out.indexOf('--measures'), out.indexOf('--columns-by')).replaceAll(/\n {21}/g, ' ');
    for (const { id, label } of measures)
      expect(list.includes(`${id} (${label})`)).toBe(id.replaceAll('_', ' ') !== label.toLowerCase());
    for (const name of [...measures.map(({ id }) => id), ...builtInDimensions.map((dimension) => dimension.name)])
      expect(list).toMatch(new RegExp(`\\b${name}( \\(.+?\\))?[,;\n]`));
    for (const line of out.slice(0, out.indexOf('Examples:')).split('\n')) expect(line.length).toBeLessThanOrEqual(120);
  });

  test('without a command it says which there are and ends with 2', async () => {
    const { code, out, said } = await ended();
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(said).toEqual([expect.stringContaining('sync')]);
  });

  test('with --json a failure is one document on standard output and one sentence beside it', async () => {
    const { code, out, said } = await ended('sync', '--nonsense', '--json');
    expect(code).toBe(2);
    expect(JSON.parse(out)).toEqual({
      error: { code: 'usage', message: 'There is no option --nonsense.', action: 'See --help.' },
    });
    expect(said).toEqual(['There is no option --nonsense; see --help.']);
  });

  test('without --json nothing is on standard output when it fails', async () => {
    expect((await ended('search', '--limit', '500')).out).toBe('');
  });
});

describe('report --list', () => {
  test('creates nothing: neither a workspace nor the folder it would lie in', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'timelog-list-'));
    try {
      const data = join(folder, 'never', 'made');
      const { code, out, said } = await ended('report', '--list', '--json', '--data-dir', data);
      expect([code, said]).toEqual([0, []]);
      const listed = JSON.parse(out) as { reports: { name: string }[]; saved: unknown };
      expect(listed.reports.map(({ name }) => name)).toContain('missing-time');
      expect(listed.saved).toEqual([]);
      expect(readdirSync(folder)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('has the saved ones of a workspace that is open elsewhere, and leaves its folder as it is', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'timelog-list-'));
    const place = join(folder, 'workspaces', 'firm');
    mkdirSync(place, { recursive: true });
    const journal = openJournal(join(place, 'journal.sqlite'));
    try {
      const report = { measures: ['margin'] };
      const file = { format: 'timelog-report', version: 1, name: 'Weekly', description: 'Who?', report };
      journal.saveReport(reportFileSchema.parse(file), '2026-11-20T00:00:00Z');
      const before = readdirSync(place);
      const { code, out } = await ended('report', '--list', '--json', '--data-dir', folder, '--workspace', 'firm');
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ saved: [{ name: 'Weekly', description: 'Who?' }] });
      expect(readdirSync(place)).toEqual(before);
      expect(readdirSync(folder)).toEqual(['workspaces']);
    } finally {
      journal.close();
      rmSync(folder, { recursive: true });
    }
  });
});
