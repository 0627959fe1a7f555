import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { commands } from '#electron/cli/commands.ts';
import { run } from '#electron/cli/main.ts';
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

  test.each(commands.map(({ name, options }) => [name, options] as const))(
    '%s --help has an example and every option',
    async (name, options) => {
      const { code, out } = await ended(name, '--help');
      expect(code).toBe(0);
      expect(out).toMatch(new RegExp(`^Usage: ${name}\\b`));
      expect(out).toMatch(/Examples:\n {2}\S/);
      for (const option of Object.keys(options)) expect(out).toContain(`--${option}`);
    },
  );

  test('report --help names every measure and group, with the label that its id does not say', async () => {
    const { out } = await ended('report', '--help');
    const list = out.slice(out.indexOf('--measures'), out.indexOf('--columns-by'));
    for (const { id, label } of measures)
      expect(list.includes(`${id} (${label})`)).toBe(id.replaceAll('_', ' ') !== label.toLowerCase());
    for (const name of [...measures.map(({ id }) => id), ...builtInDimensions.map((dimension) => dimension.name)])
      expect(list).toMatch(new RegExp(`\\b${name}( \\(.+?\\))?[,;]`));
    for (const line of list.split('\n')) expect(line.length).toBeLessThanOrEqual(110);
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
