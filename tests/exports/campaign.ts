/** Random exports of one world, each read back by a program that did not write it. */
import { join } from 'node:path';
import type { Input, Output } from '../../src/contract/api.ts';
import { isSummable } from '../../src/domain/properties.ts';
import { findReadable } from '../../src/domain/local-properties.ts';
import { findMeasure } from '../../src/domain/reports/definition/measures.ts';
import { seeded } from '../support/worlds/seeded.ts';
import { findWrongReport, findWrongSums, findWrongTotals } from './comparison.ts';
import { randomExport, type RandomExport } from './random-export.ts';
import { readers } from './readers.ts';
import { openExportWorld, type ExportWorld } from './world.ts';

export interface ExportsResult {
  readonly exports: number;
  readonly lines: number;
  readonly sums: number;
  /** What is wrong, a line each, with the export's number. */
  readonly wrong: readonly string[];
}

type Manifest = NonNullable<Output<'export.run'>>;

export async function runRandomExports(count: number, seed: number): Promise<ExportsResult> {
  const world = await openExportWorld(seed);
  const random = seeded(seed + 1);
  const wrong: string[] = [];
  let [lines, sums] = [0, 0];
  try {
    for (let number = 1; number <= count; number += 1) {
      const asked = randomExport(random);
      const path = join(world.folder, `${number}.${asked.options.format ?? 'csv'}`);
      const { manifest, found } = await exportOne(world, asked, path);
      lines += manifest?.lines ?? 0;
      sums += Object.keys(manifest?.sums ?? {}).length;
      for (const each of found) wrong.push(`export ${number} (${JSON.stringify(asked)}): ${each}`);
    }
  } finally {
    await world.dispose();
  }
  return { exports: count, lines, sums, wrong };
}

async function exportOne(world: ExportWorld, asked: RandomExport, path: string) {
  const { options, records, report } = asked;
  await world.call('settings.set', asked.settings);
  world.writeTo(path);
  const written = records
    ? world.call('export.run', { ...options, ...records, allowEmpty: true })
    : world.call('export.report', { ...options, report: report ?? { measures: ['records'] }, allowEmpty: true });
  const manifest = await written;
  if (manifest === null) return { manifest, found: ['nothing was written'] };
  const reader = readers[manifest.format];
  if (!reader) return { manifest, found: [`no reader of ${manifest.format}`] };
  const figures = new Set([
    ...Object.keys(manifest.sums),
    ...(manifest.sumsByCurrency ?? []).flatMap(({ totals }) => Object.keys(totals)),
  ]);
  const file = await reader.read(path, options, (at) => figures.has(manifest.columns[at] ?? ''));
  return {
    manifest,
    found: [...findWrongSums(path, manifest, file), ...(await findWrongOnScreen(world, asked, manifest))],
  };
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
    const measures = [...new Set(['records', ...summed, 'logged_hours'])];
    const { filterGroups = [], period } = records;
    const asked = { measures, filterGroups, ...(period !== undefined && { period }) };
    return findWrongTotals(manifest, await world.call('report.run', asked), await world.call('settings.get', {}));
  }
  const { order: _, ...own }: Input<'report.run'> = report ?? { measures: ['records'] };
  // What the receiver may not see is not on the screen that the file is compared with.
  const shown = { ...own, measures: manifest.report?.measures ?? own.measures };
  return findWrongReport(manifest, await world.call('report.run', shown), await world.call('settings.get', {}));
}
