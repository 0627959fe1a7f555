/** Plants one cent: writes files of a world in which one record has a cent more, and reads them against the manifests of the world without it. */
import { basename, join } from 'node:path';
import type { ExportOptionsInput } from '#domain/exports/options.ts';
import type { Manifest } from '#contract/exports.ts';
import { readBack } from './campaign.ts';
import { readableFormats } from './random-export.ts';
import { readers } from './readers.ts';
import type { ReadingRoom } from './readers/room.ts';
import { openExportWorld, type ExportWorld } from './world.ts';

export interface PlantedResult {
  /** Files with a wrong cent. */
  readonly planted: number;
  /** Those in which nothing was found, by format, preset and what they hold. */
  readonly missed: readonly string[];
}

const AMOUNT = 'a552213_billable_amount';
const report = { measures: ['billable_value', 'records'], groupBy: ['client', 'service_name'] };

type Kind = 'records' | 'report';

/** @param chooseKinds of which kinds the files of a format are, by its place among them */
export async function plantCents(
  seed: number,
  room: ReadingRoom,
  chooseKinds: (format: number) => readonly Kind[] = () => ['records', 'report'],
): Promise<PlantedResult> {
  const [right, wrong] = [await openExportWorld(seed), await openExportWorld(seed, { hasCent: true })];
  try {
    const files = [];
    for (const [at, format] of readableFormats.entries())
      for (const preset of readers[format]?.presets ?? [])
        for (const kind of chooseKinds(at)) {
          const asked = { options: { format, preset }, of: kind };
          files.push({ asked, meant: await write(right, asked), found: await write(wrong, asked) });
        }
    room.calculate(files.flatMap(({ found }) => (found.path.endsWith('.xlsx') ? [found.path] : [])));
    const missed: string[] = [];
    for (const { asked, meant, found } of files) {
      const said = await readBack(found.path, meant.manifest, room);
      // Its hash alone would tell too: what counts is that the figure is named.
      const isNamed = said.some((line) => /^sum of (a552213_billable_amount|billable_value)/.test(line));
      if (!isNamed) missed.push(`${asked.options.format} ${asked.options.preset} of ${asked.of}`);
    }
    return { planted: files.length, missed };
  } finally {
    await right.dispose();
    await wrong.dispose();
  }
}

interface Asked {
  readonly options: ExportOptionsInput;
  readonly of: Kind;
}

async function write(world: ExportWorld, { options, of }: Asked): Promise<{ path: string; manifest: Manifest | null }> {
  const path = join(world.folder, `${basename(world.folder)}-${of}-${options.preset}.${options.format}`);
  world.writeTo(path);
  const manifest =
    of === 'records'
      ? await world.call('export.run', { ...options, columns: ['title', AMOUNT, 'total_minutes'] })
      : await world.call('export.report', { ...options, report });
  return { path, manifest };
}
