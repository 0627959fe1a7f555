/** Random exports of one world, each read back by a program that did not write it. */
import { basename, join } from 'node:path';
import { toFormat, type ExportFormat } from '#domain/export-formats.ts';
import type { Input } from '#contract/api.ts';
import type { Manifest } from '#contract/exports.ts';
import { paperProperties } from '#domain/exports/record-columns.ts';
import { isSummable } from '#domain/properties.ts';
import { findReadable } from '#domain/local-properties.ts';
import { findMeasure } from '#domain/reports/definition/measures.ts';
import { seeded } from '../support/worlds/seeded.ts';
import { findWrongNotes, findWrongReport, findWrongSums, findWrongTotals } from './comparison.ts';
import { randomExport, readableFormats, type RandomExport } from './random-export.ts';
import { readers } from './readers.ts';
import type { ReadingRoom } from './readers/room.ts';
import { openExportWorld, type ExportWorld } from './world.ts';

export interface ExportsResult {
  readonly exports: number;
  readonly lines: number;
  readonly sums: number;
  /** What is wrong, a line each, with the export's number. */
  readonly wrong: readonly string[];
}

interface WrittenExport {
  readonly number: number;
  readonly asked: RandomExport;
  readonly path: string;
  /** Null: nothing was written. */
  readonly manifest: Manifest | null;
  /** What the screen says otherwise. */
  readonly found: readonly string[];
}

/** @param room stays open for other worlds @param formats that take turns */
export async function runRandomExports(
  count: number,
  seed: number,
  room: ReadingRoom,
  formats: readonly ExportFormat[] = readableFormats,
): Promise<ExportsResult> {
  const world = await openExportWorld(seed);
  const random = seeded(seed + 1);
  const wrong: string[] = [];
  let [lines, sums] = [0, 0];
  try {
    const all: WrittenExport[] = [];
    for (let number = 1; number <= count; number += 1) {
      const format = formats[number % formats.length] ?? 'csv';
      all.push(await writeOne(world, number, randomExport(random, format)));
    }
    room.calculate(all.filter(({ path }) => path.endsWith('.xlsx')).map(({ path }) => path));
    for (const each of all) {
      lines += each.manifest?.lines ?? 0;
      sums += Object.keys(each.manifest?.sums ?? {}).length;
      const found = [...each.found, ...(await readBack(each.path, each.manifest, room))];
      for (const one of found) wrong.push(`export ${each.number} (${JSON.stringify(each.asked)}): ${one}`);
    }
  } finally {
    await world.dispose();
  }
  return { exports: count, lines, sums, wrong };
}

async function writeOne(world: ExportWorld, number: number, asked: RandomExport): Promise<WrittenExport> {
  const { records, report } = asked;
  const options = { ...asked.options, ...(asked.options.audience === 'client' && { severalClients: true }) };
  const path = join(world.folder, `${basename(world.folder)}-${number}.${options.format ?? 'csv'}`);
  await world.call('settings.set', asked.settings);
  world.writeTo(path);
  const written = records
    ? world.call('export.run', { ...options, ...records, allowEmpty: true })
    : world.call('export.report', { ...options, report: report ?? { measures: ['records'] }, allowEmpty: true });
  const manifest = await written;
  const found = manifest === null ? ['nothing was written'] : await findWrongOnScreen(world, asked, manifest);
  return { number, asked, path, manifest, found };
}

/** @param manifest what the file must say */
export async function readBack(path: string, manifest: Manifest | null, room: ReadingRoom): Promise<string[]> {
  if (manifest === null) return [];
  const reader = readers[toFormat(manifest.format)];
  if (!reader) return [`no reader of ${manifest.format}`];
  const figures = new Set([
    ...Object.keys(manifest.sums),
    ...(manifest.sumsByCurrency ?? []).flatMap(({ totals }) => Object.keys(totals)),
  ]);
  const file = await reader.read(path, manifest, (at) => figures.has(manifest.columns[at] ?? ''), room);
  return findWrongSums(path, manifest, file);
}

/** What is said of a file with these columns: the measures of which a report says it. A client sees no margin, and rates by choice. */
function listNoted({ columns, paper, chosen, audience, options }: Manifest): string[] {
  const listed: readonly string[] = chosen ?? (paper ? paperProperties : columns);
  const has = (pattern: RegExp) => listed.some((name) => pattern.test(name));
  const [billable, value] = [has(/_billable_(?:minutes|hours)$/), has(/_billable_amount(?:_auto)?$/)];
  const isInternal = audience === 'internal';
  return [
    ...(has(/_total_(?:minutes|hours)$/) ? ['logged_hours'] : []),
    ...(billable ? ['billable_logged_hours'] : []),
    ...(value ? ['billable_value'] : []),
    ...(has(/_cost_amount(?:_auto)?$/) && isInternal ? ['recorded_cost'] : []),
    ...(billable && value && (isInternal || options.rates) ? ['effective_rate'] : []),
    ...(value && has(/_cost_amount(?:_auto)?$/) && isInternal ? ['margin'] : []),
  ];
}

async function findWrongOnScreen(
  world: ExportWorld,
  { records, report }: RandomExport,
  manifest: Manifest,
): Promise<string[]> {
  if (records) {
    const summed = manifest.columns.filter((name) => {
      const property = findReadable(name);
      return property !== undefined && isSummable(property) && findMeasure(name)?.id === name;
    });
    const counted = ['billable_value', 'recorded_cost'].filter((name) => manifest.columns.includes(name));
    const measures = [...new Set(['records', ...summed, ...counted, 'logged_hours'])];
    const { filterGroups = [], period } = records;
    const asked = { measures, filterGroups, ...(period !== undefined && { period }) };
    const added = [...summed, ...counted];
    const shown = { ...asked, measures: added.length === 0 ? ['records'] : added };
    const measured = [...added, ...listNoted(manifest).filter((each) => !added.includes(each))];
    const noted = { ...asked, measures: measured.length === 0 ? ['records'] : measured };
    return [
      ...findWrongTotals(manifest, await world.call('report.run', asked)),
      ...findWrongNotes(
        manifest,
        { report: shown, result: await world.call('report.run', shown) },
        { report: noted, result: await world.call('report.run', noted) },
        await world.call('settings.get', {}),
      ),
    ];
  }
  const { order: _, ...own }: Input<'report.run'> = report ?? { measures: ['records'] };
  // What the receiver may not see is not on the screen that the file is compared with.
  const shown = { ...own, measures: manifest.report?.measures ?? own.measures };
  return findWrongReport(manifest, await world.call('report.run', shown), await world.call('settings.get', {}));
}
