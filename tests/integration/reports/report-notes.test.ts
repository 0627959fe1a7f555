/** What stands under a report's table is the same on screen, in the terminal and in its document: random reports over records as they arrive. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Context } from '#electron/cli/arguments/command.ts';
import { report as command } from '#electron/cli/commands/report.ts';
import { AppFailure } from '#contract/errors.ts';
import { createLabels } from '#domain/charts/labels.ts';
import type { TimeLogRecord } from '#domain/record.ts';
import { formatUnits, divideUnits, toUnits } from '#domain/decimal.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { printReport } from '#domain/reports/print/printed.ts';
import { amountSources, footings, type Settings } from '#domain/settings.ts';
import { reportSchema, type Report, type ReportNote, type ReportResult } from '#domain/reports/definition/report.ts';
import { unlistedBelowText } from '#texts/reports/reports.ts';
import { createQueryClient, settings as settingsQuery } from '#ui/data/queries.ts';
import { ReportFoot } from '#ui/screens/reports/ReportFoot.tsx';
import type { WireValue } from '#service/upstream/upstream.ts';
import { openAppWorld, worldRecords, type AppWorld } from '#tests/support/worlds/app-world.ts';
import { expectedInNoLine, expectedNotes } from '#tests/support/reports/note-sentences.ts';
import { seeded, type Seeded } from '#tests/support/worlds/seeded.ts';
import { withTimes } from './report-parity/times-world.ts';
import { askedOf, directory, worldOf } from './report-parity/world.ts';
import { chooseSize } from '#tests/support/tier.ts';

/** `NOTED=2000 SEED=7 vitest run --project integration report-notes` looks further. */
const REPORTS = Number(process.env['NOTED'] ?? chooseSize(4, 200));
const SEED = Number(process.env['SEED'] ?? 20_261_122);
/** The rarest notes stand under one report in seventy: reports of another number or seed need not have them. */
const HAS_EVERY_NOTE =
  chooseSize(0, 1) === 1 && process.env['NOTED'] === undefined && process.env['SEED'] === undefined;
const RECORDS = 150;

const noteSchema = z.strictObject({
  code: z.string(),
  records: z.number().int().nonnegative().nullable(),
  hours: z.string().optional(),
  money: z.array(z.strictObject({ currency: z.string().nullable(), amount: z.string() })).optional(),
  compared: z.literal(true).optional(),
  text: z.string(),
});
const documentSchema = z.looseObject({
  period: z.looseObject({ from: z.string(), to: z.string(), calendar: z.string() }).nullable(),
  amounts: z.enum(amountSources),
  notes: z.array(noteSchema),
});

let world: AppWorld;
let folder: string;
const random = seeded(SEED);

beforeAll(async () => {
  const records = withTimes(random, worldOf(random, RECORDS));
  world = await openAppWorld(worldRecords(records.map(asSent)));
  await world.call('names.keep', { owners: directory.owners, objects: directory.objects });
  folder = mkdtempSync(join(tmpdir(), 'report-notes-'));
});
afterAll(async () => {
  await world.dispose();
  rmSync(folder, { recursive: true });
});

/** Numbers as texts, what cannot be read as it came. */
function asSent({ values, anomalies }: TimeLogRecord): Record<string, WireValue> {
  const wire = [...values].map(
    ([name, value]) => [name, typeof value === 'bigint' ? formatUnits(value) : value] as const,
  );
  return Object.fromEntries([...wire, ...[...anomalies].map(([name, raw]) => [name, raw] as const)]);
}

interface Printed {
  readonly result: ReportResult;
  readonly document: z.output<typeof documentSchema>;
  readonly lines: readonly string[];
}

/** The terminal's own command, with the open app instead of one of its own. @returns undefined where it refuses. */
async function inTerminal(report: Report): Promise<Printed | undefined> {
  const path = join(folder, 'asked.json');
  writeFileSync(path, JSON.stringify({ format: 'timelog-report', version: 1, name: 'Asked', report }));
  const printed: Omit<Printed, 'result'>[] = [];
  const answers: ReportResult[] = [];
  const context = {
    terminal: { say: () => undefined },
    openApp: async () => ({
      call: async (method: 'report.run', input: Report) => {
        const answer = await world.call(method, input);
        if (method === 'report.run') answers.push(answer);
        return answer;
      },
    }),
    print: async (document: unknown, lines: () => readonly string[]) => {
      const sent: unknown = JSON.parse(JSON.stringify(document));
      printed.push({ document: documentSchema.parse(sent), lines: lines() });
    },
  };
  try {
    const work = await command.prepare({ positionals: [path], options: new Map() });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a report asks for no more of its surroundings
    await work(context as unknown as Context);
  } catch (fault) {
    if (fault instanceof AppFailure && fault.error.code === 'usage') return undefined;
    throw fault;
  }
  const [[first], [result]] = [printed, answers];
  return first && result && { ...first, result };
}

const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#x27;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
};
const plain = (html: string) => html.replaceAll(/&(?:quot|#x27|lt|gt|amp);/g, (entity) => entities[entity] ?? entity);

/** The foot as the Reports screen draws it. */
function onScreen(report: Report, result: ReportResult, settings: Settings): { notes: string[]; basis: string } {
  const measures = report.measures.flatMap((id) => findMeasure(id) ?? []);
  const client = createQueryClient();
  client.setQueryData(settingsQuery.queryKey, settings);
  const foot = createElement(ReportFoot, {
    report,
    result,
    printed: printReport(measures, result, settings),
    labels: createLabels(directory, settings),
    settings,
  });
  const page = createElement(MantineProvider, null, foot);
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, page));
  return {
    notes: [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, note = '']) => plain(note)),
    basis: plain(/<p[^>]*>(.*?)<\/p>/.exec(html)?.[1] ?? ''),
  };
}

const uncounted = ['not-compared', 'not-whole', 'uneven', 'missing-data', 'in-no-line'];
const isCounted = ({ code }: { readonly code: string }) => !uncounted.includes(code);

/** Hours to 8 decimals, half-even, as the document has every quotient. */
function figuresIn({ records, minutes, amounts }: ReportNote) {
  return {
    records,
    ...(minutes !== null && { hours: formatUnits(divideUnits(toUnits(minutes), toUnits('60')) ?? 0n) }),
    ...(amounts && { money: amounts }),
  };
}

const printings = (among: Seeded) => ({
  hoursStyle: among.pick(['decimal', 'clock'] as const),
  hoursDigits: among.between(0, 4),
  moneyDigits: among.between(0, 4),
  footing: among.pick(footings),
});

/** Recorded weeks of these worlds begin on it. */
const MONDAY = 1;

test(
  `under ${REPORTS} random reports the same notes are on screen, in the terminal and in the document`,
  { timeout: 60_000 + REPORTS * 4_000 },
  async () => {
    const seen = new Map<string, number>();
    for (let number = 0; number < REPORTS; number += 1) {
      const { report: input, settings: decided } = askedOf(random, MONDAY);
      const report = reportSchema.parse(input);
      const settings = await world.call('settings.set', { ...decided, ...printings(random) });
      const printed = await inTerminal(report);
      if (!printed) continue;
      const { document } = printed;
      const where = `report ${number} of seed ${SEED}: ${JSON.stringify({ report, settings })}`;
      const isRounded = (line: string) => line.startsWith('Lines are rounded one by one: ');
      const lines = printed.lines.filter((line) => !isRounded(line));
      const { notes, ...foot } = onScreen(report, printed.result, settings);
      const screen = { ...foot, notes: notes.filter((text) => !isRounded(text)) };
      // The document is exact; on screen the columns of before and change come on demand.
      const rounded = printed.lines.filter(isRounded);
      if (report.compare === undefined) expect(notes.filter(isRounded), where).toEqual(rounded);
      if (rounded.length > 0) seen.set('rounded', (seen.get('rounded') ?? 0) + 1);
      const texts = document.notes.map(({ text }) => text);
      const expected = expectedNotes(report, printed.result, settings);
      const hasLine = lines.some((line) => line.includes('In no line above') && !line.startsWith('“'));
      const told = document.notes.map(({ code, text }) => ({ code, text }));
      expect(told, where).toEqual([...expected, ...(hasLine ? [expectedInNoLine] : [])]);
      // On screen that line stands above the total alone.
      expect(
        screen.notes.filter((text) => text !== unlistedBelowText && text !== expectedInNoLine.text),
        where,
      ).toEqual(expected.map(({ text }) => text));
      expect(screen.notes.length > expected.length, where).toBe(hasLine);
      // Below the notes stand what the figures rest on, what they are compared with, and the seal.
      const basis = lines.findLastIndex((line) => line.includes('time zone ') && line.endsWith('.'));
      expect(lines.slice(basis - texts.length, basis), where).toEqual(texts);
      expect(lines[basis - texts.length - 1], where).not.toMatch(/\.$/);
      for (const { code } of document.notes) seen.set(code, (seen.get(code) ?? 0) + 1);
      // Beside each sentence its figures, exact, for programs.
      const figures = [...printed.result.notes, ...(printed.result.comparison?.notes ?? [])].map(figuresIn);
      expect(
        document.notes.filter(isCounted).map(({ records, hours, money }) => ({
          records,
          ...(hours !== undefined && { hours }),
          ...(money && { money }),
        })),
        where,
      ).toEqual(figures);
      const counts = decided.amounts ?? 'recorded';
      expect(document.amounts, where).toBe(counts);
      const isChosen = ['billable_value', 'recorded_cost', 'margin', 'margin_percent', 'effective_rate'];
      const isSaid = report.measures.some((id) => isChosen.includes(id));
      for (const line of [screen.basis, lines[basis]]) {
        expect(line?.includes('amounts count'), where).toBe(isSaid);
        if (isSaid)
          expect(line, where).toContain(counts === 'auto' ? 'automatic amounts count' : 'recorded amounts count');
      }
    }
    // Reports that say nothing would prove nothing.
    expect(seen.size).toBeGreaterThan(5);
    if (HAS_EVERY_NOTE) for (const code of often) expect(seen.get(code) ?? 0, code).toBeGreaterThan(0);
  },
);

const often = [
  'no-minutes',
  'no-billable-minutes',
  'no-billable',
  'no-logged',
  'no-billable-expected',
  'no-rate',
  'no-cost',
  'unreadable',
  'no-date',
  'undated',
  'cost-alone',
  'unread-start',
  'mixed-currencies',
  'no-owner',
  'missing-data',
  'in-no-line',
  'rounded',
];
